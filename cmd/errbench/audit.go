package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/view"
	"errbench/replay"
	"errbench/report"
)

// audit is the command line of the sub-command.
type audit struct {
	assumptions cli.Assumptions
	bases       cli.Whole
	format      cli.Format
}

func newAudit() *cobra.Command {
	c := audit{bases: cli.Whole{Value: 4000, Lo: 2, Hi: 10_000_000}}
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Test whether the runs of a stream are independent",
		Long: `audit counts in how many runs the first operations fail, and how much the failures
of a whole benchmark vary over other seeds, and compares both with independent runs.
The recovered generator fails this test; counter/v2 passes it.`,
		Example: `  errbench audit
  errbench audit --stream counter/v2 --bases 1000`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.Register(cmd)
	c.format.Register(cmd, report.Audit{})
	cmd.Flags().Var(&c.bases, "bases", fmt.Sprintf("how many other seeds to try, `N` from %d", c.bases.Lo))
	return cmd
}

func (c *audit) run(cmd *cobra.Command) error {
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return err
	}
	counted := replay.AuditIndependence(cmd.Context(), a, c.bases.Value, replay.Options{})
	if !counted.Complete {
		err = &cli.ExitError{Code: cli.ExitInterrupted, Err: fmt.Errorf("interrupted after %d of %d seeds", len(counted.Totals), c.bases.Value)}
	}
	if len(counted.Totals) < c.bases.Lo {
		return err
	}
	if lost := view.Write(cmd.OutOrStdout(), c.format.Value, report.NewAudit(a, counted)); lost != nil {
		return lost
	}
	return err
}
