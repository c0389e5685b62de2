package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"errbench/didyoumean"
)

// The exit codes.
const (
	exitDone        = 0
	exitMismatch    = 1   // a regression, or figures that differ
	exitUsage       = 2   // bad usage or bad input, or output that cannot be written
	exitVacuous     = 3   // nothing was exercised
	exitInterrupted = 130 // by a signal
)

// exitError is an error with an exit code other than exitUsage.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// execute runs the command line and returns its exit code.
func execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintln(stderr, "errbench: "+strings.ReplaceAll(err.Error(), "\n", "\nerrbench: "))
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.code
	}
	return exitUsage
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "errbench",
		Short: "Measure what a tool-error contract is worth to an agent's controller",
		Long: `errbench replays the same synthetic failures through controllers that see a bare
message, a code, or an actionable envelope, and counts what each resolves and
wastes. No language model is called: every probability is a declared assumption.`,
		Example: `  errbench reproduce
  errbench run --scenario published-counter --set failure_rate=0.2
  errbench explain --strategy actionable-envelope`,
		SilenceUsage:  true,
		SilenceErrors: true,
		// An unknown command arrives as an argument, whatever flags follow it.
		Args:               cobra.ArbitraryArgs,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			var names []string
			for _, c := range cmd.Commands() {
				names = append(names, c.Name())
			}
			return fmt.Errorf("no command %q%s; `errbench --help` lists them", args[0], didyoumean.Hint(args[0], names))
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newRun(), newReproduce(), newAudit(), newExplain(), newRoute(), newBrief(),
		newList(), newScenario(), newSchema(), newVersion())
	return root
}

// flagError suggests a flag for an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%s: %w; `%[1]s --help` tells more", cmd.CommandPath(), err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return fmt.Errorf("%s has no flag --%s%s; `%[1]s --help` lists them", cmd.CommandPath(), unknown.GetSpecifiedName(), didyoumean.Hint(unknown.GetSpecifiedName(), names))
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no argument, found %q; `%[1]s --help` tells more", cmd.CommandPath(), args[0])
	}
	return nil
}

// atMostOne refuses a second argument.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one argument, found %d; `%[1]s --help` tells more", cmd.CommandPath(), len(args))
	}
	return nil
}
