package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/custom"
	"errbench/internal/inspect"
	"errbench/internal/strict"
	"errbench/internal/view"
	"errbench/scenario"
)

// explain is the command line of the sub-command.
type explain struct {
	assumptions cli.Assumptions
	strategies  cli.Strategies
	kind        string // "" for honest reports of every class
	operation   string // RUN:INDEX, "" for none
	format      cli.Format
}

func newExplain() *cobra.Command {
	var c explain
	cmd := &cobra.Command{
		Use:   "explain",
		Short: "Show what each strategy sees and does, or what it did with one operation",
		Long: `explain shows for each class of failure the error that a strategy sees, what it
does, with what probability it succeeds, and whether the attempt is wasted; with times
where the assumptions have them. Parentheses hold what the strategy cannot see, such as
that a failed call was carried out. If operations differ in more than their class, only
honestly reported ones are shown; --kind NAME chooses others by a class, a distortion or
a risk, or by several of these joined by slashes.

With --operation it shows the rolls of one operation, every step that each strategy
took, and how the operation ended, as the strategy believes and in truth.

A custom strategy from a file is shown as it was read, with what its rows leave open.`,
		Example: `  errbench explain
  errbench explain --strategy actionable-envelope --format json
  errbench explain --scenario adversarial --kind validation/misleading_suggestion
  errbench explain --strategy mine=mine.yaml
  errbench explain --operation 1:5`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.Register(cmd)
	c.strategies.Register(cmd)
	c.format.Register(cmd, inspect.Explanations{})
	cmd.Flags().StringVar(&c.kind, "kind", "", "show the operations of the kind `NAME`: a class, a distortion, a risk, several joined by slashes, or "+custom.AllKinds)
	cli.CompleteBy(cmd, "kind", cobra.ShellCompDirectiveNoFileComp, custom.KindWords)
	cmd.Flags().StringVar(&c.operation, "operation", "", "show one operation, `RUN:INDEX`; runs count from 1, operations from 0")
	return cmd
}

func (c *explain) run(cmd *cobra.Command) error {
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return err
	}
	if c.kind != "" && c.operation != "" {
		return errors.New("--kind and --operation exclude each other: an operation has one kind; drop one of them")
	}
	set, err := c.strategies.Read(cmd)
	if err != nil {
		return err
	}
	plans, err := cli.Compile(cmd, set, set.Strategies(), a)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("operation") {
		run, index, err := parseOperation(c.operation, a)
		if err != nil {
			return fmt.Errorf("--operation: %w", err)
		}
		return view.Write(cmd.OutOrStdout(), c.format.Value, inspect.Tell(a, plans, run, index))
	}
	kinds, err := custom.Kinds(a, c.kind)
	if err != nil {
		return fmt.Errorf("--kind: %w", err)
	}
	return view.Write(cmd.OutOrStdout(), c.format.Value, inspect.Explain(plans, a, kinds))
}

// parseOperation reads RUN:INDEX within the bounds of the assumptions.
func parseOperation(text string, a scenario.Assumptions) (run, index int64, err error) {
	left, right, _ := strings.Cut(text, ":")
	run, isRun := strict.Whole(left)
	index, isIndex := strict.Whole(right)
	if !isRun || !isIndex || run < 1 || run > a.Runs || index < 0 || index >= a.Operations {
		return 0, 0, fmt.Errorf("got %q, want RUN:INDEX with a run from 1 to %d and an index from 0 to %d", text, a.Runs, a.Operations-1)
	}
	return run, index, nil
}
