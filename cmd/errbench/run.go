package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"errbench/report"
)

func newRun() *cobra.Command {
	var (
		assumptions assumptionFlags
		strategies  strategyFlag
		format      formatFlag
		workers     workersFlag
		out         string
	)
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Replay the strategies over one tape and summarize what they did",
		Long: `run simulates the operations of a scenario, replays every strategy over the same
rolls, and summarizes what each resolved and wasted beside what is expected in
closed form. The same assumptions give the same bytes on every machine and with
any number of workers. Exit code 3: no operation failed, so nothing was exercised.`,
		Example: `  errbench run
  errbench run --stream counter/v1 --runs 1000 --strategy code-only,actionable-envelope
  errbench run --set repair_success.hint=0.45 --format json
  errbench run --out summary.json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			form, err := format.resolve()
			if err != nil {
				return err
			}
			file, err := newOutput(out)
			if err != nil {
				return err
			}
			s, err := simulate(cmd, &assumptions, &strategies, workers)
			if err != nil && s.Schema == "" {
				return err
			}
			// A simulation that was cut short is written all the same.
			return errors.Join(file.write(s), report.Write(cmd.OutOrStdout(), form, s), err)
		},
	}
	assumptions.register(cmd)
	strategies.register(cmd)
	workers.register(cmd)
	format.register(cmd, report.Summary{})
	cmd.Flags().StringVar(&out, "out", "", "also write the summary to a `FILE` whose ending tells the format: .json, .md, .csv or .txt")
	return cmd
}

// output is a file to write a view to, or nothing.
type output struct {
	file   string
	format report.Format
}

// newOutput refuses a file that could not be written, before anything is
// computed.
func newOutput(file string) (output, error) {
	if file == "" {
		return output{}, nil
	}
	format, err := report.FormatOf(file, report.Summary{})
	if err != nil {
		return output{}, fmt.Errorf("--out: %w", err)
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return output{}, fmt.Errorf("--out: %s is not a regular file", file)
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return output{}, fmt.Errorf("--out: there is no folder %s to write %s to", filepath.Dir(file), filepath.Base(file))
	}
	return output{file, format}, nil
}

// write replaces the file in one step: a reader sees the old or the new one.
func (o output) write(v report.View) error {
	if o.file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := report.Write(&b, o.format, v); err != nil {
		return err
	}
	if err := renameio.WriteFile(o.file, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

