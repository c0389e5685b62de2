package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/breakeven"
	"errbench/internal/cli"
	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/internal/view"
	"errbench/strategy"
)

// breakEven is the command line of the sub-command.
type breakEven struct {
	assumptions cli.Assumptions
	definitions cli.Definitions
	vary        variable
	between     cli.Pair
	metric      cli.Choice
	format      cli.Format
}

func newBreakEven() *cobra.Command {
	c := breakEven{metric: cli.NewChoice(breakeven.Criteria()...)}
	cmd := &cobra.Command{
		Use:   "breakeven --vary KEY[=LO:HI] --between A,B",
		Short: "Find the values of an assumption at which one strategy beats another",
		Long: `breakeven finds for which values of one assumption which of two strategies is the
better one, all other assumptions fixed. Nothing is simulated. In the probability of a
call, of a commit or of a distortion the expected difference is a polynomial, and all
its roots are found, exactly. Other assumptions take a range, which is searched for
changes of sign; the answer says whether one may be missed.

A metric that begins with cost. compares what an operation costs, or with
_per_resolved the expected cost of an operation over the probability that it is
resolved. The prices are assumptions: --set cost.usd.attempt=0.01 sets one.`,
		Example: `  errbench breakeven --vary repair_success.hint --between actionable-envelope,code-only
  errbench breakeven --vary repair_success.hint --between actionable-envelope,code-only --metric cost.usd_per_resolved --set cost.usd.attempt=0.01 --set cost.usd.escalation=0.002
  errbench breakeven --vary failure_mix.validation=0:4 --between code-only,generic-message --metric wasted_retries.failed
  errbench breakeven --vary distortions.misleading_suggestion --between actionable-envelope,code-only
  errbench breakeven --vary deadline_ms=1:60000 --scenario outage --between actionable-envelope,code-only`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.Register(cmd)
	c.definitions.Register(cmd)
	flags := cmd.Flags()
	flags.Var(&c.vary, "vary", "the assumption that varies; a probability varies from 0 to 1 unless a range is given")
	cli.CompleteBy(cmd, "vary", cobra.ShellCompDirectiveNoFileComp, vary.RangeKeys)
	flags.Var(&c.between, "between", "the two strategies, `A,B`")
	cli.Complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&c.metric, "metric", "what is compared, for one operation; a key of summaries: "+strings.Join(strict.Groups(c.metric.Choices), ", "))
	cli.Complete(cmd, "metric", cobra.ShellCompDirectiveNoFileComp, c.metric.Choices...)
	c.format.Register(cmd, breakeven.Result{})
	return cmd
}

func (c *breakEven) run(cmd *cobra.Command) error {
	if !c.vary.given || c.between.A == "" {
		return errors.New("errbench breakeven needs --vary KEY[=LO:HI] and --between A,B; `errbench breakeven --help` shows examples")
	}
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return err
	}
	criterion, err := breakeven.FindCriterion(c.metric.Value, a)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	set, pair, err := c.definitions.Find(cmd, "--between", c.between.A, c.between.B)
	if err != nil {
		return err
	}
	defer set.End()
	found, err := cli.Await(cmd.Context(), func() (breakeven.Result, error) {
		found, err := breakeven.Find(a, [2]strategy.Strategy(pair), c.vary.Range, criterion)
		if err != nil {
			err = fmt.Errorf("--vary: %w", err)
		}
		return found, set.Settle(err)
	})
	if err != nil {
		return cli.Interrupted(cmd, err)
	}
	return view.Write(cmd.OutOrStdout(), c.format.Value, found)
}

// variable is a flag that takes an assumption and the range of its values.
type variable struct {
	vary.Range
	given bool
}

func (v *variable) String() string { return "" }
func (v *variable) Type() string   { return "KEY[=LO:HI]" }
func (v *variable) Set(text string) (err error) {
	if v.given {
		return fmt.Errorf("got %s after %s, want one assumption", text, v.Key)
	}
	v.given = true
	v.Range, err = vary.ParseVariable(text)
	return err
}
