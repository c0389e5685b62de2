package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/internal/view"
	"errbench/sensitivity"
	"errbench/strategy/catalog"
)

// sensitivityCommand is the command line of the sub-command.
type sensitivityCommand struct {
	assumptions cli.Assumptions
	ranges      ranges
	metric      cli.Choice
	of          string
	definitions cli.Definitions
	between     cli.Pair
	samples     cli.Whole
	format      cli.Format
	plot        cli.Plot
	tornado     cli.Plot
}

func newSensitivity() *cobra.Command {
	c := sensitivityCommand{
		metric:  cli.NewChoice(vary.MeasureKeys()...),
		samples: cli.Whole{Value: 4096, Lo: sensitivity.MinSamples, Hi: sensitivity.MaxSamples},
	}
	cmd := &cobra.Command{
		Use:   "sensitivity --range KEY=LO:HI...",
		Short: "Show which assumptions a result depends on, and how much",
		Long: `sensitivity varies assumptions over ranges, all at once, and shows how much of the
variance of a result each explains: alone (first-order index), and with all
interactions with the others (total index). The indices are those of Sobol, by
Saltelli's design on scrambled Halton points. Nothing is simulated: the result at each
point is its closed form.`,
		Example: `  errbench sensitivity --range failure_rate=0.2:0.6 --range retry_success=0.5:0.9 --range repair_success.hint=0.7:1
  errbench sensitivity --range repair_success.code=0:0.9 --range repair_success.hint=0:0.9 --between actionable-envelope,code-only
  errbench sensitivity --range recovery_attempts=0:5 --range retry_success=0:1 --metric wasted_retries.failed --of generic-message
  errbench sensitivity --range failure_rate=0.2:0.6 --range retry_success=0.5:0.9 --plot indices.svg --tornado tornado.svg
  errbench sensitivity --range deadline_ms=200:10000 --range outage_ms.max=1000:20000 --scenario outage --samples 512`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.Register(cmd)
	c.definitions.Register(cmd)
	c.format.Register(cmd, sensitivity.Result{})
	c.register(cmd)
	return cmd
}

// register adds the flags that no other sub-command has.
func (c *sensitivityCommand) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&c.ranges, "range", "let an assumption vary evenly from LO to HI, as in failure_rate=0.2:0.6; once for each `KEY=LO:HI`")
	cli.CompleteKeys(cmd, "range", vary.RangeKeys)
	flags.Var(&c.metric, "metric", "the result, for one operation; a key of summaries: "+strings.Join(strict.Groups(c.metric.Choices), ", "))
	cli.Complete(cmd, "metric", cobra.ShellCompDirectiveNoFileComp, c.metric.Choices...)
	flags.StringVar(&c.of, "of", "actionable-envelope", "the `NAME` of the strategy whose result it is")
	cli.CompleteBy(cmd, "of", cobra.ShellCompDirectiveNoFileComp, catalog.Names)
	flags.Var(&c.between, "between", "instead of --of: the result of the first strategy minus the result of the second, `A,B`")
	cli.Complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&c.samples, "samples", fmt.Sprintf("points of each of %d scramblings, `N` from %d to %d", sensitivity.Scramblings, c.samples.Lo, c.samples.Hi))
	flags.Var(&c.plot, "plot", "also draw the indices to a file whose ending chooses the format: .svg or .png")
	flags.Var(&c.tornado, "tornado", "also draw the effect of each assumption alone, to a file as for --plot")
}

func (c *sensitivityCommand) run(cmd *cobra.Command) error {
	if err := c.refuse(cmd); err != nil {
		return err
	}
	measure, err := vary.FindMeasure(c.metric.Value)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return err
	}
	flag, names := "--of", []string{c.of}
	if c.between.A != "" {
		flag, names = "--between", []string{c.between.A, c.between.B}
	}
	set, strategies, err := c.definitions.Find(cmd, flag, names...)
	if err != nil {
		return err
	}
	defer set.End()
	found, err := sensitivity.Analyze(cmd.Context(), a, sensitivity.Subject{Measure: measure, Strategies: strategies}, c.ranges, c.samples.Value)
	if cmd.Context().Err() != nil {
		return &cli.ExitError{Code: cli.ExitInterrupted, Err: errors.New("interrupted before the last scrambling was finished: there is nothing to write")}
	}
	if err != nil {
		err = fmt.Errorf("--range: %w", err)
	}
	if err := set.Settle(err); err != nil {
		return err
	}
	return errors.Join(c.plot.Write("plot", found.Bars()), c.tornado.Write("tornado", found.Tornado()), view.Write(cmd.OutOrStdout(), c.format.Value, found))
}

// refuse returns an error if flags are missing or exclude each other.
func (c *sensitivityCommand) refuse(cmd *cobra.Command) error {
	switch {
	case len(c.ranges) == 0:
		return errors.New("errbench sensitivity needs --range KEY=LO:HI; `errbench sensitivity --help` shows examples")
	case c.plot.File != "" && c.plot.File == c.tornado.File:
		return errors.New("--plot and --tornado name one file; name another one for --tornado")
	case c.between.A != "" && cmd.Flags().Changed("of"):
		return errors.New("--of and --between exclude each other; drop one of them")
	default:
		return nil
	}
}

// ranges is a flag that collects ranges, one each time.
type ranges []vary.Range

func (f *ranges) String() string { return "" }
func (f *ranges) Type() string   { return "KEY=LO:HI" }
func (f *ranges) Set(text string) error {
	r, err := vary.ParseRange(text)
	*f = append(*f, r)
	return err
}
