package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/strict"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

func newExplain() *cobra.Command {
	var (
		assumptions assumptionFlags
		strategies  strategyFlag
		format      formatFlag
		kind        string
		operation   string
	)
	cmd := &cobra.Command{
		Use:   "explain",
		Short: "Tell what each strategy sees and does, or what it did with one operation",
		Long: `explain shows for each class of failure the error that a strategy sees, what it
does, with what chance, and whether that is wasted; and when, where anything takes
time. In parentheses stands what happens besides, such as that a failed call was
carried out all the same. Where assumptions have operations of other kinds, those
are shown that are reported honestly, and --kind NAME chooses others by a class, a
distortion or a risk, or several of them, joined by slashes.

With --operation it shows the rolls of one operation, every step that each strategy
took, and how the operation ended, as the strategy believes and in truth.

A strategy of your own that is a file is shown as it was read, with what its rows
leave unsaid.`,
		Example: `  errbench explain
  errbench explain --strategy actionable-envelope --format json
  errbench explain --scenario adversarial --kind validation/misleading_suggestion
  errbench explain --strategy mine=mine.yaml
  errbench explain --operation 1:5`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a, err := assumptions.resolve(cmd)
			if err != nil {
				return err
			}
			if kind != "" && operation != "" {
				return errors.New("--kind is of no use with --operation, which is of one kind")
			}
			set, err := strategies.read(cmd)
			if err != nil {
				return err
			}
			plans, err := compile(cmd, set, set.Strategies(), a)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("operation") {
				kinds, err := strategy.FindKinds(a, kind)
				if err != nil {
					return fmt.Errorf("--kind: %w", err)
				}
				return view.Write(cmd.OutOrStdout(), format.value, report.Explain(plans, a, kinds))
			}
			run, index, err := parseOperation(operation, a)
			if err != nil {
				return err
			}
			return view.Write(cmd.OutOrStdout(), format.value, report.Tell(a, plans, run, index))
		},
	}
	assumptions.register(cmd)
	strategies.register(cmd)
	format.register(cmd, report.Explanations{})
	cmd.Flags().StringVar(&kind, "kind", "", "show the operations of the `NAME`: a class, a distortion, a risk, several joined by slashes, or "+strategy.AllKinds)
	completeBy(cmd, "kind", cobra.ShellCompDirectiveNoFileComp, strategy.KindWords)
	cmd.Flags().StringVar(&operation, "operation", "", "tell of one operation, `RUN:INDEX`; runs count from 1, operations from 0")
	return cmd
}

// parseOperation reads RUN:INDEX within the bounds of the assumptions.
func parseOperation(text string, a scenario.Assumptions) (run, index int64, err error) {
	left, right, _ := strings.Cut(text, ":")
	run, isRun := strict.Whole(left)
	index, isIndex := strict.Whole(right)
	if !isRun || !isIndex || run < 1 || run > a.Runs || index < 0 || index >= a.Operations {
		return 0, 0, fmt.Errorf("--operation: found %q; RUN:INDEX works, with a run from 1 to %d and an index from 0 to %d", text, a.Runs, a.Operations-1)
	}
	return run, index, nil
}
