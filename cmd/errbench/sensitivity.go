package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/internal/view"
	"errbench/sensitivity"
	"errbench/strategy/catalog"
)

// sensitivityCommand is the command line of the sub-command.
type sensitivityCommand struct {
	assumptions assumptionFlags
	ranges      rangesFlag
	metric      choiceFlag
	of          string
	own         definitionFlag
	between     pairFlag
	samples     wholeFlag
	format      formatFlag
	plot        plot
	tornado     plot
}

func newSensitivity() *cobra.Command {
	s := sensitivityCommand{
		metric:  choiceFlag{vary.MeasureKeys()[0], vary.MeasureKeys()},
		samples: wholeFlag{4096, sensitivity.MinSamples, sensitivity.MaxSamples},
	}
	cmd := &cobra.Command{
		Use:   "sensitivity --range KEY=LO:HI...",
		Short: "Tell which assumptions a result depends on, and how much",
		Long: `sensitivity varies assumptions over ranges, all at once, and tells how much of the
variance of a result each explains: by itself (first-order index), and with all
interactions with the others (total index). The indices are those of Sobol, by
Saltelli's design on scrambled Halton points. Nothing is simulated: at each point
the result is its closed form.`,
		Example: `  errbench sensitivity --range failure_rate=0.2:0.6 --range retry_success=0.5:0.9 --range repair_success.hint=0.7:1
  errbench sensitivity --range repair_success.code=0:0.9 --range repair_success.hint=0:0.9 --between actionable-envelope,code-only
  errbench sensitivity --range recovery_attempts=0:5 --range retry_success=0:1 --metric wasted_retries.failed --of generic-message
  errbench sensitivity --range failure_rate=0.2:0.6 --range retry_success=0.5:0.9 --plot indices.svg --tornado tornado.svg
  errbench sensitivity --range deadline_ms=200:10000 --range outage_ms.max=1000:20000 --scenario outage --samples 512`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.assumptions.register(cmd)
	flags := cmd.Flags()
	flags.Var(&s.ranges, "range", "let an assumption vary evenly from LO to HI, as in failure_rate=0.2:0.6; once for each `KEY=LO:HI`")
	completeBy(cmd, "range", cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, followed(vary.RangeKeys, "="))
	flags.Var(&s.metric, "metric", "what is looked at, for one operation; a key of summaries: "+strings.Join(strict.Groups(s.metric.choices), ", "))
	complete(cmd, "metric", cobra.ShellCompDirectiveNoFileComp, s.metric.choices...)
	s.own.register(cmd)
	flags.StringVar(&s.of, "of", "actionable-envelope", "the `NAME` of the strategy that is looked at")
	completeBy(cmd, "of", cobra.ShellCompDirectiveNoFileComp, catalog.Names)
	flags.Var(&s.between, "between", "look at what one strategy has more than another instead, `A,B`")
	complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&s.samples, "samples", fmt.Sprintf("points of each of %d scramblings, `N` from %d to %d", sensitivity.Scramblings, s.samples.lo, s.samples.hi))
	s.format.register(cmd, sensitivity.Result{})
	flags.Var(&s.plot, "plot", "also draw the indices to a file whose ending tells the format: .svg or .png")
	flags.Var(&s.tornado, "tornado", "also draw what one assumption at a time does, to a file as --plot takes it")
	return cmd
}

func (s *sensitivityCommand) run(cmd *cobra.Command) error {
	if len(s.ranges) == 0 {
		return errors.New("errbench sensitivity takes --range KEY=LO:HI; `errbench sensitivity --help` has examples")
	}
	if s.plot.file != "" && s.plot.file == s.tornado.file {
		return errors.New("--tornado: found the file of --plot; a file of its own works")
	}
	flag, names := "of", []string{s.of}
	if cmd.Flags().Changed("between") {
		flag, names = "between", []string{s.between.a, s.between.b}
		if cmd.Flags().Changed("of") {
			return errors.New("--between: found --of too; one of them chooses what is looked at")
		}
	}
	measure, err := vary.FindMeasure(s.metric.value)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	a, err := s.assumptions.resolve(cmd)
	if err != nil {
		return err
	}
	set, strategies, err := s.own.find(cmd, "--"+flag, names...)
	if err != nil {
		return err
	}
	defer set.End()
	found, err := sensitivity.Analyze(cmd.Context(), a, sensitivity.Subject{Measure: measure, Strategies: strategies}, s.ranges, s.samples.value)
	if cmd.Context().Err() != nil {
		return &exitError{exitInterrupted, errors.New("interrupted before the last scrambling was finished: there is nothing to write")}
	}
	if err != nil {
		err = fmt.Errorf("--range: %w", err)
	}
	if err := set.Settle(err); err != nil {
		return interrupted(cmd, err)
	}
	return errors.Join(s.plot.write("plot", found.Bars()), s.tornado.write("tornado", found.Tornado()), view.Write(cmd.OutOrStdout(), s.format.value, found))
}

// rangesFlag collects ranges, one each time.
type rangesFlag []vary.Range

func (f *rangesFlag) String() string { return "" }
func (f *rangesFlag) Type() string   { return "KEY=LO:HI" }
func (f *rangesFlag) Set(text string) error {
	r, err := vary.ParseRange(text)
	*f = append(*f, r)
	return err
}
