package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/custom"
	"errbench/internal/strict"
	"errbench/report"
	"errbench/sweep"
)

// merge is the command line of the sub-command.
type merge struct {
	format      cli.Format
	definitions cli.Definitions
	out         string // a file for a run, a folder for a sweep
	plot        cli.Plot
}

func newMerge() *cobra.Command {
	var c merge
	cmd := &cobra.Command{
		Use:   "merge PART...",
		Short: "Join the parts of a run, or of a sweep",
		Long: `merge joins all parts of a run, which are files, or of a sweep, which are folders, as
errbench run --shard and errbench sweep --shard wrote them, in any order. The result is
the same, byte for byte, as without shards. An error names a part that is missing,
given twice, incomplete, or of another run or sweep. Exit code 3: no operation failed,
so nothing was exercised.`,
		Example: `  errbench run --shard 1/2 --out part-1.json && errbench run --shard 2/2 --out part-2.json && errbench merge part-1.json part-2.json
  errbench merge part-*.json --out summary.json
  errbench sweep --vary retry_success=0:1:0.1 --shard 1/2 --out a && errbench sweep --vary retry_success=0:1:0.1 --shard 2/2 --out b && errbench merge a b --out whole`,
		RunE: func(cmd *cobra.Command, parts []string) error { return c.run(cmd, parts) },
	}
	c.definitions.Register(cmd)
	c.format.Register(cmd, report.Summary{})
	cmd.Flags().StringVar(&c.out, "out", "", "also write the summary of a run to a `FILE` whose ending chooses the format; for a sweep, the folder to write it to")
	cmd.Flags().Var(&c.plot, "plot", "also draw the summary of a run, to a file whose ending chooses the format: .svg or .png")
	return cmd
}

func (c *merge) run(cmd *cobra.Command, parts []string) error {
	folders := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !isFolder(part) })
	switch {
	case len(parts) == 0:
		return errors.New("errbench merge needs the parts of a run or of a sweep; `errbench run --shard 1/4 --out part-1.json` writes the first of four")
	case len(folders) == 0:
		return c.mergeRun(cmd, parts)
	case len(folders) == len(parts):
		return c.mergeSweep(cmd, parts)
	}
	for _, part := range parts {
		if _, err := os.Stat(part); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s is a folder and other parts are files; name files alone for a run, folders alone for a sweep", folders[0])
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// mergeRun joins the parts of a run.
func (c *merge) mergeRun(cmd *cobra.Command, files []string) error {
	var out cli.Output
	if c.out != "" {
		if err := out.Set(c.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	for _, file := range files {
		if cli.SameFile(out.File, file) {
			return fmt.Errorf("--out: %s is an input too; name another file", file)
		}
	}
	set, err := c.definitions.Read(cmd)
	if err != nil {
		return err
	}
	defer set.End()
	s, err := mergeParts(cmd, files, set)
	if err := set.Settle(err); err != nil {
		return cli.Interrupted(cmd, err)
	}
	return cli.WriteSummary(cmd, s, cli.Vacuous(s), out, c.plot, c.format.Value)
}

// mergeSweep joins the parts of a sweep.
func (c *merge) mergeSweep(cmd *cobra.Command, folders []string) error {
	switch {
	case c.plot.File != "":
		return errors.New("--plot: the parts of a sweep cannot be drawn; leave --plot out")
	case c.out == "":
		return errors.New("the parts of a sweep need a new folder to be joined in; name it with --out")
	}
	result, err := sweep.Merge(cmd.Context(), folders, c.out)
	if errors.Is(err, sweep.ErrOccupied) {
		err = fmt.Errorf("--out: %w; choose another folder", err)
	}
	if err != nil {
		return cli.Interrupted(cmd, err)
	}
	return writeSweep(cmd, result, c.format.Value)
}

// mergeParts reads one part after the other. Its error names the parts that do not fit.
func mergeParts(cmd *cobra.Command, files []string, set *custom.Set) (report.Summary, error) {
	var m report.Merge
	var faults strict.Faults
	for _, file := range files {
		err := addPart(cmd, &m, file)
		if cmd.Context().Err() != nil {
			return report.Summary{}, cli.ErrInterrupted
		}
		faults.Add(err)
	}
	if err := faults.Err(); err != nil {
		return report.Summary{}, err
	}
	return m.Summary(set.Find)
}

func addPart(cmd *cobra.Command, m *report.Merge, file string) error {
	in, err := cli.Open(cmd.Context(), file)
	if err != nil {
		return err
	}
	defer in.Close()
	p, err := report.ReadPart(in, file)
	if err != nil {
		return err
	}
	return m.Add(p, file)
}
