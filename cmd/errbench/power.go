package main

import (
	"errors"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/view"
	"errbench/report"
)

// power is the command line of the sub-command.
type power struct {
	assumptions cli.Assumptions
	definitions cli.Definitions
	between     cli.Pair
	difference  cli.Real
	power       cli.Real
	format      cli.Format
}

func newPower() *cobra.Command {
	c := power{
		difference: cli.Real{Lo: 0, Hi: 1, Open: true},
		power:      cli.Real{Value: 0.9, Lo: 0.025, Hi: 1, Open: true}, // a test of equal strategies detects a difference with probability Lo
	}
	cmd := &cobra.Command{
		Use:   "power --difference X --between A,B",
		Short: "Compute how many operations it takes to detect a difference",
		Long: `power computes how many runs it takes to detect a difference between the resolution
rates of two strategies: on the same rolls, by the interval over runs that run prints,
and on independent rolls. Nothing is simulated. The operations that only the worse
strategy resolves are as many as under the assumptions, and the difference is as given.`,
		Example: `  errbench power --difference 0.01 --between actionable-envelope,code-only
  errbench power --difference 0.005 --power 0.8 --between code-only,generic-message --set failure_rate=0.1`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.Register(cmd)
	c.definitions.Register(cmd)
	flags := cmd.Flags()
	flags.Var(&c.between, "between", "the two strategies, `A,B`")
	cli.Complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&c.difference, "difference", "the difference of resolution rates to detect, between 0 and 1")
	cli.NoDefault(cmd, "difference")
	flags.Var(&c.power, "power", "the probability of detecting it")
	c.format.Register(cmd, report.Power{})
	return cmd
}

func (c *power) run(cmd *cobra.Command) error {
	if c.difference.Value == 0 || c.between.A == "" {
		return errors.New("errbench power needs --difference X and --between A,B; `errbench power --help` shows examples")
	}
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return err
	}
	set, pair, err := c.definitions.Find(cmd, "--between", c.between.A, c.between.B)
	if err != nil {
		return err
	}
	plans, err := cli.Compile(cmd, set, pair, a)
	if err != nil {
		return err
	}
	needed, err := report.NewPower(a, plans[0], plans[1], c.difference.Value, c.power.Value)
	if err != nil {
		return err
	}
	return view.Write(cmd.OutOrStdout(), c.format.Value, needed)
}
