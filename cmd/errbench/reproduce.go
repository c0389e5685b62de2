package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
)

// reproduce is the command line of the sub-command.
type reproduce struct {
	assumptions cli.Assumptions
	format      cli.Format
}

func newReproduce() *cobra.Command {
	c := reproduce{assumptions: cli.Assumptions{Scenario: scenario.Published().Name}}
	cmd := &cobra.Command{
		Use:   "reproduce",
		Short: "Reproduce the published figures, to the last count",
		Long: `reproduce replays the published benchmark and compares its 16 figures with the
published ones; beside them stand the expectations in closed form. A figure matches if
it equals the published one after rounding to the published decimals. Exit code 1: a
figure differs.`,
		Example: `  errbench reproduce
  errbench reproduce --format json`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.RegisterKey(cmd, "seed", "N", "use another seed than the recovered 9100: the figures then differ")
	c.format.Register(cmd, report.Reproduction{})
	return cmd
}

func (c *reproduce) run(cmd *cobra.Command) error {
	s, err := cli.SimulatePublished(cmd, &c.assumptions)
	if err != nil {
		return err
	}
	r, err := report.Reproduce(s)
	if err != nil {
		return err
	}
	if err := view.Write(cmd.OutOrStdout(), c.format.Value, r); err != nil {
		return err
	}
	if !r.Exact() {
		return &cli.ExitError{Code: cli.ExitMismatch, Err: fmt.Errorf("%d of %d figures differ from the published ones", r.Total-r.Matched, r.Total)}
	}
	return nil
}
