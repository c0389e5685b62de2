package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/view"
	"errbench/report"
)

func newReproduce() *cobra.Command {
	var (
		assumptions = assumptionFlags{scenario: "published"}
		format      formatFlag
	)
	cmd := &cobra.Command{
		Use:   "reproduce",
		Short: "Reproduce the 16 published figures, to the last count",
		Long: `reproduce replays the published benchmark and sets its 16 figures beside those
that were published and those that are expected in closed form. A figure matches
if it is the published one after rounding to the published decimals. Exit code 1:
some figure differs.`,
		Example: `  errbench reproduce
  errbench reproduce --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := simulatePublished(cmd, &assumptions)
			if err != nil {
				return err
			}
			r, err := report.Reproduce(s)
			if err != nil {
				return err
			}
			if err := view.Write(cmd.OutOrStdout(), format.value, r); err != nil {
				return err
			}
			if !r.Exact() {
				return &exitError{exitMismatch, fmt.Errorf("%d of %d figures differ from the published ones", r.Total-r.Matched, r.Total)}
			}
			return nil
		},
	}
	assumptions.registerKey(cmd, "seed", "N", "use another seed than the recovered 9100: the figures then differ")
	format.register(cmd, report.Reproduction{})
	return cmd
}
