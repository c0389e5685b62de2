package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"errbench/internal/strict"
)

// NoArgs returns an error if there are arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s: got argument %q, want none; `%[1]s --help` shows the flags", cmd.CommandPath(), args[0])
	}
	return nil
}

// AtMostOne returns an error if there are two arguments or more.
func AtMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s: got %d arguments, want at most one; `%[1]s --help` shows an example", cmd.CommandPath(), len(args))
	}
	return nil
}

// OneOf returns a check that there is one argument, and that it is one of the words.
func OneOf(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && slices.Contains(words, args[0]) {
			return nil
		}
		if len(args) == 1 {
			return fmt.Errorf("%s: got %q%s", cmd.CommandPath(), args[0], strict.HintOr(args[0], words, ", want "+strings.Join(words, ", ")))
		}
		return fmt.Errorf("%s: got %d arguments, want one of %s", cmd.CommandPath(), len(args), strings.Join(words, ", "))
	}
}

// UnknownCommand returns the error for a word that is neither a command nor a flag of
// the root.
func UnknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	kind, name := "command", strings.TrimLeft(word, "-")
	if name != word {
		// Dashes before the name of a command are a slip; no command is a guess for a flag.
		kind = "flag"
		names = slices.DeleteFunc(names, func(known string) bool { return known != name })
	}
	return fmt.Errorf("no %s is named %q%s", kind, word, strict.HintOr(name, names, "; `errbench --help` lists the commands"))
}

// FlagError returns an error of pflag in the words of this program.
func FlagError(cmd *cobra.Command, err error) error {
	path := cmd.CommandPath()
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name, dashes := unknown.GetSpecifiedName(), "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return fmt.Errorf("%s has no flag %s%s%s", path, dashes, name, strict.HintOr(name, names, fmt.Sprintf("; `%s --help` lists the flags", path)))
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value; `%s --help` shows the flags", missing.GetSpecifiedName(), path)
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "bool":
		return fmt.Errorf("--%s: got %q, want true or false", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	default:
		return fmt.Errorf("%s: %w; `%[1]s --help` shows the flags", path, err)
	}
}
