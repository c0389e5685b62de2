package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"errbench/report"
)

// output is a file to write a summary to, as a flag names it; the zero value is
// none.
type output struct {
	file   string
	format report.Format
}

func (o *output) String() string { return o.file }
func (o *output) Type() string   { return "FILE" }

// Set refuses a file that could not be written, before anything is computed.
func (o *output) Set(file string) error {
	format, err := report.FormatOf(file, report.Summary{})
	if err != nil {
		return err
	}
	target, err := place(file)
	*o = output{target, format}
	return err
}

// place returns where a file that can be written lies: a link stays, and what it
// names is replaced. It refuses a file that could not be.
func place(file string) (string, error) {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file; a new or a regular one works", file)
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no folder %s to write %s to", filepath.Dir(file), filepath.Base(file))
	}
	if target, err := filepath.EvalSymlinks(file); err == nil {
		return target, nil
	}
	return file, nil
}

// write writes the view in the format of the file.
func (o output) write(v report.View) error {
	if o.file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := report.Write(&b, o.format, v); err != nil {
		return err
	}
	return replaceFile("out", o.file, b.Bytes())
}

// replaceFile replaces the file that a flag names in one step: a reader sees
// the old or the new one.
func replaceFile(flag, file string, data []byte) error {
	if err := renameio.WriteFile(file, data, 0o644); err != nil {
		return fmt.Errorf("--%s: %s cannot be written: %w", flag, file, err)
	}
	return nil
}
