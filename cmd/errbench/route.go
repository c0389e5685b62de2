package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"errbench/contract"
	"errbench/internal/custom"
	"errbench/internal/view"
	"errbench/report"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

func newRoute() *cobra.Command {
	var (
		name   string
		format formatFlag
	)
	cmd := &cobra.Command{
		Use:   "route [FILE|-]",
		Short: "Tell what a strategy's router does with error envelopes",
		Long: `route reads error envelopes (JSON objects, JSON Lines, or arrays) from a file or
from standard input and answers each with an action. Keys are those of the
published envelope: code, message, retryable, field, suggestion, retryAfterMs,
traceId.`,
		Example: `  echo '{"code":"TRANSIENT","retryable":true}' | errbench route
  echo '{"code":"VALIDATION"}' | errbench route --strategy code-only --format json -`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			set, router, err := routerOf(cmd, name)
			if err != nil {
				return err
			}
			defer set.End()
			in, file, err := openArgument(cmd, args)
			if err != nil {
				return err
			}
			defer in.Close()
			envelopes, wrong := contract.ReadAll(in, file)
			if len(envelopes) == 0 {
				return wrong
			}
			// What stands before a mistake is answered all the same.
			routing, err := report.Route(router, envelopes)
			err = set.Settle(err)
			if cmd.Context().Err() != nil {
				return errInterrupted()
			}
			return errors.Join(view.Write(cmd.OutOrStdout(), format.value, routing), err, wrong)
		},
	}
	cmd.Flags().StringVar(&name, "strategy", "actionable-envelope", "`NAME` of the strategy whose router answers, or your own: NAME=exec:COMMAND or NAME=FILE.yaml")
	completeBy(cmd, "strategy", cobra.ShellCompDirectiveNoFileComp, catalog.Names)
	format.register(cmd, report.Routing{})
	return cmd
}

// routerOf returns the router of a strategy, a built-in one or one's own.
func routerOf(cmd *cobra.Command, word string) (*custom.Set, strategy.Router, error) {
	var f definitionFlag
	if custom.Defines(word) {
		f.words, word = []string{word}, word[:strings.IndexByte(word, '=')]
	}
	set, found, err := f.find(cmd, "--strategy", word)
	if err != nil {
		return nil, nil, err
	}
	return set, found[0].Router, nil
}

// openArgument opens the file that the first argument names, or standard input
// where it is "-" or missing.
func openArgument(cmd *cobra.Command, args []string) (io.ReadCloser, string, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(cmd.InOrStdin()), "stdin", nil
	}
	file, err := open(cmd.Context(), args[0])
	return file, args[0], err
}
