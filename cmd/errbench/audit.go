package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/view"
	"errbench/replay"
	"errbench/report"
)

const (
	defaultBases = 4000
	maxBases     = 10_000_000
)

func newAudit() *cobra.Command {
	var (
		assumptions assumptionFlags
		format      formatFlag
		bases       = wholeFlag{defaultBases, 2, maxBases}
	)
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Test whether the runs of a stream are independent",
		Long: `audit counts in how many runs the first operations fail, and how much the failures
of a whole benchmark vary over other seeds, against what independent runs give.
The recovered generator fails this test; counter/v1 passes it.`,
		Example: `  errbench audit
  errbench audit --stream counter/v1 --bases 1000`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a, err := assumptions.resolve(cmd)
			if err != nil {
				return err
			}
			counted := replay.AuditIndependence(cmd.Context(), a, bases.value, replay.Options{})
			if !counted.Complete {
				err = &exitError{exitInterrupted, fmt.Errorf("interrupted after %d of %d seeds", len(counted.Totals), bases.value)}
			}
			if len(counted.Totals) < bases.lo {
				return err
			}
			if lost := view.Write(cmd.OutOrStdout(), format.value, report.NewAudit(a, counted)); lost != nil {
				return lost
			}
			return err
		},
	}
	assumptions.register(cmd)
	format.register(cmd, report.Audit{})
	cmd.Flags().Var(&bases, "bases", "how many other seeds to try, `N` from 2")
	return cmd
}
