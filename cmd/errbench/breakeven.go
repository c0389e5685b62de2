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
	own         ownFlag
	vary        variableFlag
	between     pairFlag
	metric      choiceFlag
	cost        costFlag
	format      formatFlag
}

func newBreakEven() *cobra.Command {
	b := breakEven{metric: choiceFlag{vary.MeasureKeys()[0], vary.MeasureKeys()}}
	cmd := &cobra.Command{
		Use:   "breakeven --vary KEY[=LO:HI] --between A,B",
		Short: "Tell from which value of an assumption on one strategy beats another",
		Long: `breakeven tells for which values of one assumption which of two strategies is the
better one, all else being as assumed. Nothing is simulated: in the chance of a call,
of a commit or of a distortion the expected difference is a polynomial, and all its
roots are found, exactly. For other assumptions, which take a range, changes of its
sign are looked for; the answer says whether one may be missed.

With --cost the strategies are compared by what a resolved operation costs: the
expected cost of an operation, over the chance that it is resolved. Prices are in a
unit of your own.`,
		Example: `  errbench breakeven --vary repair_success.hint --between actionable-envelope,code-only
  errbench breakeven --vary repair_success.hint --between actionable-envelope,code-only --cost attempt=1,repair=0.5,escalation=0.1
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
	flags.Var(&b.cost, "cost", "compare what a resolved operation costs, by `PRICES`: attempt=1,repair=0.5,escalation=20, of every call, of a repair besides, and of handing an operation to a person")
	complete(cmd, "cost", cobra.ShellCompDirectiveNoFileComp)
	b.format.register(cmd, breakeven.Result{})
	return cmd
}

func (b *breakEven) run(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case !given("vary") || b.between.a == "":
		return errors.New("errbench breakeven takes --vary KEY[=LO:HI] and --between A,B; `errbench breakeven --help` has examples")
	case given("cost") && given("metric"):
		return errors.New("--cost: found --metric too; one of them says what is compared")
	}
	a, err := b.assumptions.resolve(cmd)
	if err != nil {
		return err
	}
	by, err := criterion(b.metric.value, b.cost.value, given("cost"))
	if err != nil {
		return err
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

// criterion returns what strategies are compared by: a metric, or a cost.
func criterion(metric string, cost breakeven.Cost, byCost bool) (breakeven.Criterion, error) {
	if byCost {
		return breakeven.ByCost(cost), nil
	}
	m, err := vary.FindMeasure(metric)
	return breakeven.ByMeasure(m), err
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

// costFlag is a flag that takes prices.
type costFlag struct{ value breakeven.Cost }

func (c *costFlag) String() string { return "" }
func (c *costFlag) Type() string   { return "PRICES" }
func (c *costFlag) Set(text string) (err error) {
	c.value, err = breakeven.ParseCost(text)
	return err
}
