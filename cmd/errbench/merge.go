package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"errbench/report"
)

func newMerge() *cobra.Command {
	var (
		format formatFlag
		out    output
	)
	cmd := &cobra.Command{
		Use:   "merge PART.json...",
		Short: "Join the parts of a run to its summary",
		Long: `merge joins all parts of a run, which errbench run --shard wrote, in any order. What
it writes is what errbench run writes without shards, to the last byte. A part that is
missing, there twice, incomplete or of another run is refused by its name. Exit code 3:
no operation failed, so nothing was exercised.`,
		Example: `  errbench run --shard 1/2 --out part-1.json && errbench run --shard 2/2 --out part-2.json && errbench merge part-1.json part-2.json
  errbench merge part-*.json --out summary.json`,
		Args: someParts,
		RunE: func(cmd *cobra.Command, files []string) error {
			for _, file := range files {
				if sameFile(out.file, file) {
					return fmt.Errorf("--out: found %s, which is read too; another file works", file)
				}
			}
			s, err := mergeParts(cmd, files)
			if err != nil {
				return err
			}
			return writeSummary(cmd, s, vacuous(s), out, format.value)
		},
	}
	format.register(cmd, report.Summary{})
	cmd.Flags().Var(&out, "out", "also write the summary to a file whose ending tells the format: .json, .md, .csv or .txt")
	return cmd
}

func someParts(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s takes the parts of a run; `errbench run --shard 1/4 --out part-1.json` writes the first of four", cmd.CommandPath())
	}
	return nil
}

// mergeParts reads one part after the other, and tells of all that do not fit.
func mergeParts(cmd *cobra.Command, files []string) (report.Summary, error) {
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
	return merge.Summary()
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
