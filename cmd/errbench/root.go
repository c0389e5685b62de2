package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"errbench/internal/strict"
	"errbench/internal/view"
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
	out := &checkedWriter{Writer: stdout}
	root.SetArgs(args)
	root.SetIn(interruptible{ctx, stdin})
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.err
	}
	if err == nil {
		return exitDone
	}
	fmt.Fprintln(stderr, errorText(err, args))
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.code
	}
	return exitUsage
}

// errorText returns an error as printable lines. Newlines separate faults, so those in
// arguments and names of files are escaped first: they could forge a fault.
func errorText(err error, args []string) string {
	text := err.Error()
	outside := slices.Clone(args)
	var at *fs.PathError
	if errors.As(err, &at) {
		outside = append(outside, at.Path)
	}
	for _, word := range outside {
		if word != "" {
			text = strings.ReplaceAll(text, word, view.Line(word))
		}
	}
	return "errbench: " + strings.ReplaceAll(view.Lines(text), "\n", "\nerrbench: ")
}

// checkedWriter remembers its first error: cobra drops those of help texts.
type checkedWriter struct {
	io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "errbench",
		Short: "Measure what a tool-error contract is worth to an agent's controller",
		Long: `errbench replays the same synthetic failures through controllers that see a bare
message, a code, or an actionable envelope, and counts what each resolves and
wastes. No language model is called: every probability is a declared assumption.

The article that it reproduces knows no time, no errors that mislead, no writes done
twice and no prices; presets switch these on, and 'errbench list' names them.`,
		Example: `  errbench reproduce
  errbench run --scenario published-counter --set failure_rate=0.2
  errbench run --scenario outage --strategy published,policies
  errbench explain --strategy actionable-envelope`,
		SilenceUsage:  true,
		SilenceErrors: true,
		// An unknown command arrives as an argument, whatever flags stand around it.
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || slices.Contains([]string{"-h", "--help"}, args[0]) {
				return cmd.Help()
			}
			return unknown(cmd, args[0])
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 100 "))
	root.AddCommand(newRun(), newMerge(), newReproduce(), newCheck(), newSweep(), newSensitivity(), newBreakEven(), newPower(),
		newAudit(), newExplain(), newRoute(), newBrief(), newReport(),
		newList(), newScenario(), newSchema(), newCompletion(), newVersion())
	return root
}

// unknown refuses a word that is neither a command nor a flag of the root.
func unknown(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	kind, name := "command", strings.TrimLeft(word, "-")
	if name != word {
		kind = "flag" // perhaps a command with dashes, but not one that is spelt nearly so
		names = slices.DeleteFunc(names, func(known string) bool { return known != name })
	}
	return fmt.Errorf("no %s %q%s; `errbench --help` lists what there is", kind, word, strict.Hint(name, names))
}

// flagError says what is wrong with a flag: one that does not exist, or its
// value.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name, dashes := missing.GetSpecifiedName(), "--"
		if missing.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return fmt.Errorf("%s has no flag %s%s%s; `%[1]s --help` lists them", cmd.CommandPath(), dashes, name, strict.Hint(name, names))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	default:
		return fmt.Errorf("%s: %w; `%[1]s --help` tells more", cmd.CommandPath(), err)
	}
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
