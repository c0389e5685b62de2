package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"errbench/internal/store"
	"errbench/internal/view"
	"errbench/report"
)

// output is a file to write a summary to, as a flag names it; the zero value is
// none.
type output struct {
	file   string
	format view.Format
}

func (o *output) String() string { return o.file }
func (o *output) Type() string   { return "FILE" }

// Set refuses a file that could not be written, before anything is computed.
func (o *output) Set(file string) error {
	if err := single(o.file, file); err != nil {
		return err
	}
	format, err := view.FormatOf(file, report.Summary{})
	if err != nil {
		return err
	}
	target, err := place(file)
	*o = output{target, format}
	return err
}

// single refuses a second file for one flag.
func single(earlier, file string) error {
	if earlier != "" {
		return fmt.Errorf("found %s after %s; one file works", file, earlier)
	}
	return nil
}

// place returns where a file that can be written lies: a link stays, and what it
// names is replaced. It refuses a file that could not be.
func place(file string) (string, error) {
	if _, err := os.Lstat(file); err == nil {
		target, err := filepath.EvalSymlinks(file)
		if err != nil {
			return "", fmt.Errorf("%s is a link to nothing; a file works, or a link to one", file)
		}
		if info, err := os.Stat(target); err != nil || !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s is not a regular file; a new or a regular one works", file)
		}
		writable, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return "", fmt.Errorf("%s cannot be written: %w", file, err)
		}
		file = target
		writable.Close()
	}
	folder := filepath.Dir(file)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no folder %s to write %s to", folder, filepath.Base(file))
	}
	probe, err := os.CreateTemp(folder, ".errbench")
	if err != nil {
		return "", fmt.Errorf("nothing can be written to the folder %s: %w", folder, err)
	}
	probe.Close()
	return file, os.Remove(probe.Name())
}

// write writes the view in the format of the file.
func (o output) write(v view.View) error {
	if o.file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := view.Write(&b, o.format, v); err != nil {
		return err
	}
	return replaceFile("out", o.file, b.Bytes())
}

// writeSummary writes a summary everywhere that it is wanted, although an error
// says that it was cut short or is vacuous. That it could not be written is the
// graver error, and has the exit code.
func writeSummary(cmd *cobra.Command, s report.Summary, err error, out output, drawn plot, format view.Format) error {
	if lost := errors.Join(out.write(s), drawn.write("plot", s.Picture()), view.Write(cmd.OutOrStdout(), format, s)); lost != nil && err != nil {
		return fmt.Errorf("%w\n%v", lost, err)
	} else if lost != nil {
		return lost
	}
	return err
}

// replaceFile replaces the file that a flag names in one step: a reader sees
// the old or the new one.
func replaceFile(flag, file string, data []byte) error {
	if err := store.Write(file, data); err != nil {
		return fmt.Errorf("--%s: %s cannot be written: %w", flag, file, err)
	}
	return nil
}
