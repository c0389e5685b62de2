package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/breakeven"
	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/internal/view"
	"errbench/strategy"
)

// breakEven is the command line of the sub-command.
type breakEven struct {
	assumptions assumptionFlags
	own         definitionFlag
	vary        variableFlag
	between     pairFlag
	metric      choiceFlag
	format      formatFlag
}

func newBreakEven() *cobra.Command {
	b := breakEven{metric: choiceFlag{breakeven.Criteria()[0], breakeven.Criteria()}}
	cmd := &cobra.Command{
		Use:   "breakeven --vary KEY[=LO:HI] --between A,B",
		Short: "Tell from which value of an assumption on one strategy beats another",
		Long: `breakeven tells for which values of one assumption which of two strategies is the
better one, all else being as assumed. Nothing is simulated: in the chance of a call,
of a commit or of a distortion the expected difference is a polynomial, and all its
roots are found, exactly. For other assumptions, which take a range, changes of its
sign are looked for; the answer says whether one may be missed.

A metric that begins with cost. compares what an operation costs, or with
_per_resolved the expected cost of an operation over the probability that it is
resolved. The prices are assumptions: --set cost.usd.attempt=0.01 sets one.`,
		Example: `  errbench breakeven --vary repair_success.hint --between actionable-envelope,code-only
  errbench breakeven --vary repair_success.hint --between actionable-envelope,code-only --metric cost.usd_per_resolved --set cost.usd.attempt=0.01 --set cost.usd.escalation=0.002
  errbench breakeven --vary failure_mix.validation=0:4 --between code-only,generic-message --metric wasted_retries.failed
  errbench breakeven --vary distortions.misleading_suggestion --between actionable-envelope,code-only
  errbench breakeven --vary deadline_ms=1:60000 --scenario outage --between actionable-envelope,code-only`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return b.run(cmd) },
	}
	b.assumptions.register(cmd)
	b.own.register(cmd)
	flags := cmd.Flags()
	flags.Var(&b.vary, "vary", "the assumption that varies, from 0 to 1 if it is a probability and no range is given")
	completeBy(cmd, "vary", cobra.ShellCompDirectiveNoFileComp, vary.RangeKeys)
	flags.Var(&b.between, "between", "the two strategies, `A,B`")
	complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&b.metric, "metric", "what is compared, for one operation; a key of summaries: "+strings.Join(strict.Groups(b.metric.choices), ", "))
	complete(cmd, "metric", cobra.ShellCompDirectiveNoFileComp, b.metric.choices...)
	b.format.register(cmd, breakeven.Result{})
	return cmd
}

func (b *breakEven) run(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	if !given("vary") || b.between.a == "" {
		return errors.New("errbench breakeven takes --vary KEY[=LO:HI] and --between A,B; `errbench breakeven --help` has examples")
	}
	a, err := b.assumptions.resolve(cmd)
	if err != nil {
		return err
	}
	by, err := breakeven.FindCriterion(b.metric.value, a)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	set, pair, err := b.own.find(cmd, "--between", b.between.a, b.between.b)
	if err != nil {
		return err
	}
	defer set.End()
	found, err := await(cmd.Context(), func() (breakeven.Result, error) {
		found, err := breakeven.Find(a, [2]strategy.Strategy(pair), b.vary.value, by)
		if err != nil {
			err = fmt.Errorf("--vary: %w", err)
		}
		return found, set.Settle(err)
	})
	if err != nil {
		return interrupted(cmd, err)
	}
	return view.Write(cmd.OutOrStdout(), b.format.value, found)
}

// variableFlag is a flag that takes an assumption and the range of its values.
type variableFlag struct {
	value vary.Range
	given bool
}

func (v *variableFlag) String() string { return "" }
func (v *variableFlag) Type() string   { return "KEY[=LO:HI]" }
func (v *variableFlag) Set(text string) (err error) {
	if v.given {
		return fmt.Errorf("found %s after %s; one assumption works", text, v.value.Key)
	}
	v.given = true
	v.value, err = vary.ParseVariable(text)
	return err
}
