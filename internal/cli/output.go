package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"errbench/internal/chart"
	"errbench/internal/store"
	"errbench/internal/view"
	"errbench/report"
)

// Output is a flag that names a file for a summary. Its ending chooses the format. The
// zero value names no file.
type Output struct {
	File   string
	Format view.Format
}

func (o *Output) String() string { return o.File }
func (o *Output) Type() string   { return "FILE" }

// Set returns an error if the file cannot be written, before anything is computed.
func (o *Output) Set(file string) error {
	if err := once(o.File, file); err != nil {
		return err
	}
	format, err := view.FormatOf(file, report.Summary{})
	if err != nil {
		return err
	}
	target, err := Writable(file)
	*o = Output{target, format}
	return err
}

// write writes the view in the format of the file.
func (o Output) write(v view.View) error {
	if o.File == "" {
		return nil
	}
	var b bytes.Buffer
	if err := view.Write(&b, o.Format, v); err != nil {
		return err
	}
	return Replace("out", o.File, b.Bytes())
}

// Plot is a flag that names a file for a chart. Its ending chooses the format. The zero
// value names no file.
type Plot struct {
	File string

	draw chart.Drawer
}

func (p *Plot) String() string { return p.File }
func (p *Plot) Type() string   { return "FILE" }

// Set returns an error if the file cannot be written, before anything is computed.
func (p *Plot) Set(file string) error {
	if err := once(p.File, file); err != nil {
		return err
	}
	draw, err := chart.DrawerOf(file)
	if err != nil {
		return err
	}
	target, err := Writable(file)
	*p = Plot{target, draw}
	return err
}

// Write draws the chart to the file that the flag of the given name holds.
func (p Plot) Write(flag string, c chart.Chart) error {
	if p.File == "" {
		return nil
	}
	data, err := p.draw(c)
	if err != nil {
		return err
	}
	return Replace(flag, p.File, data)
}

// once returns an error for the second file of a flag that takes one.
func once(earlier, file string) error {
	if earlier != "" {
		return fmt.Errorf("got %s after %s, want one file", file, earlier)
	}
	return nil
}

// Writable returns the path to write a file at, or an error if it cannot be written. A
// symbolic link stays: the path names the file behind it.
func Writable(file string) (string, error) {
	if _, err := os.Lstat(file); err == nil {
		target, err := filepath.EvalSymlinks(file)
		if err != nil {
			return "", fmt.Errorf("%s is a link to a file that does not exist; remove the link or name another file", file)
		}
		if info, err := os.Stat(target); err != nil || !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s is not a regular file; name a regular file or a new one", file)
		}
		existing, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return "", fmt.Errorf("%s cannot be written: %w", file, err)
		}
		existing.Close()
		file = target
	}
	folder := filepath.Dir(file)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no folder %s to write %s to; make it first", folder, filepath.Base(file))
	}
	// The file is replaced by a new one beside it, so the folder must take one.
	probe, err := os.CreateTemp(folder, ".errbench")
	if err != nil {
		return "", fmt.Errorf("nothing can be written to the folder %s: %w", folder, err)
	}
	probe.Close()
	return file, os.Remove(probe.Name())
}

// Replace replaces the file that a flag names in one step: a reader sees the old one or
// the new one.
func Replace(flag, file string, data []byte) error {
	if err := store.Write(file, data); err != nil {
		return fmt.Errorf("--%s: %s cannot be written: %w", flag, file, err)
	}
	return nil
}

// WriteSummary writes a summary to standard output and to the files of the flags, and
// returns err, which says that the summary was interrupted or is vacuous. A failure to
// write is the graver error and sets the exit code.
func WriteSummary(cmd *cobra.Command, s report.Summary, err error, out Output, plot Plot, format view.Format) error {
	lost := errors.Join(out.write(s), plot.Write("plot", s.Chart()), view.Write(cmd.OutOrStdout(), format, s))
	switch {
	case lost == nil:
		return err
	case err == nil:
		return lost
	default:
		return fmt.Errorf("%w\n%v", lost, err)
	}
}
