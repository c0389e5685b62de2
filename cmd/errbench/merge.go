package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"errbench/internal/custom"
	"errbench/report"
	"errbench/sweep"
)

// merging is the command line of the sub-command.
type merging struct {
	format formatFlag
	own    definitionFlag
	out    string
	plot   plot
}

func newMerge() *cobra.Command {
	var m merging
	cmd := &cobra.Command{
		Use:   "merge PART...",
		Short: "Join the parts of a run, or of a sweep",
		Long: `merge joins all parts of a run, which are files, or of a sweep, which are folders, as
errbench run --shard and errbench sweep --shard wrote them, in any order. What it
writes is what they write without shards, to the last byte. A part that is missing,
there twice, incomplete or of another run or sweep is refused by its name. Exit code
3: no operation failed, so nothing was exercised.`,
		Example: `  errbench run --shard 1/2 --out part-1.json && errbench run --shard 2/2 --out part-2.json && errbench merge part-1.json part-2.json
  errbench merge part-*.json --out summary.json
  errbench sweep --vary retry_success=0:1:0.1 --shard 1/2 --out a && errbench sweep --vary retry_success=0:1:0.1 --shard 2/2 --out b && errbench merge a b --out whole`,
		Args: someParts,
		RunE: func(cmd *cobra.Command, parts []string) error {
			folders := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !isFolder(part) })
			switch len(folders) {
			case 0:
				return m.run(cmd, parts)
			case len(parts):
				return m.sweep(cmd, parts)
			default:
				for _, part := range parts {
					if _, err := os.Stat(part); err != nil {
						return err
					}
				}
				return fmt.Errorf("found the folder %s among files; the parts of a run are files, those of a sweep are folders", folders[0])
			}
		},
	}
	m.own.register(cmd)
	m.format.register(cmd, report.Summary{})
	cmd.Flags().StringVar(&m.out, "out", "", "also write the summary of a run to a `FILE` whose ending tells the format; a sweep needs the folder that it is written to")
	cmd.Flags().Var(&m.plot, "plot", "also draw the summary of a run, to a file whose ending tells the format: .svg or .png")
	return cmd
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func someParts(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s takes the parts of a run or of a sweep; `errbench run --shard 1/4 --out part-1.json` writes the first of four", cmd.CommandPath())
	}
	return nil
}

// run joins the parts of a run.
func (m *merging) run(cmd *cobra.Command, files []string) error {
	var out output
	if m.out != "" {
		if err := out.Set(m.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	for _, file := range files {
		if sameFile(out.file, file) {
			return fmt.Errorf("--out: found %s, which is read too; another file works", file)
		}
	}
	set, err := m.own.read(cmd)
	if err != nil {
		return err
	}
	defer set.End()
	s, err := mergeParts(cmd, files, set)
	if err := set.Settle(err); err != nil {
		return interrupted(cmd, err)
	}
	return writeSummary(cmd, s, vacuous(s), out, m.plot, m.format.value)
}

// sweep joins the parts of a sweep.
func (m *merging) sweep(cmd *cobra.Command, folders []string) error {
	if m.plot.file != "" {
		return errors.New("--plot: found folders, the parts of a sweep, which draws its own pictures; the parts of a run work")
	}
	if m.out == "" {
		return errors.New("--out: found none, though the parts are folders; a new folder to join them in works")
	}
	result, err := sweep.Merge(cmd.Context(), folders, m.out)
	if err != nil && cmd.Context().Err() != nil {
		return errInterrupted()
	}
	if errors.Is(err, sweep.ErrOccupied) {
		return fmt.Errorf("--out: %w; choose another folder", err)
	}
	if err != nil {
		return err
	}
	return writeSweep(cmd, result, m.format.value)
}

// mergeParts reads one part after the other, and tells of all that do not fit.
func mergeParts(cmd *cobra.Command, files []string, set *custom.Set) (report.Summary, error) {
	var merge report.Merge
	var errs []error
	for _, file := range files {
		err := addPart(cmd, &merge, file)
		if cmd.Context().Err() != nil {
			return report.Summary{}, errInterrupted()
		}
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return report.Summary{}, err
	}
	return merge.Summary(set.Find)
}

func addPart(cmd *cobra.Command, merge *report.Merge, file string) error {
	in, err := open(cmd.Context(), file)
	if err != nil {
		return err
	}
	defer in.Close()
	p, err := report.ReadPart(in, file)
	if err != nil {
		return err
	}
	return merge.Add(p, file)
}
