package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"errbench/contract"
	"errbench/internal/cli"
	"errbench/internal/custom"
	"errbench/internal/inspect"
	"errbench/internal/view"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// route is the command line of the sub-command.
type route struct {
	strategy string // a name, or the definition of a custom strategy
	format   cli.Format
}

func newRoute() *cobra.Command {
	var c route
	cmd := &cobra.Command{
		Use:   "route [FILE|-]",
		Short: "Print the action of a strategy's router for each error envelope",
		Long: `route reads error envelopes (JSON objects, JSON Lines, or arrays) from a file or
from standard input and answers each with an action. The keys are those of the
published envelope: code, message, retryable, field, suggestion, retryAfterMs,
traceId.`,
		Example: `  echo '{"code":"TRANSIENT","retryable":true}' | errbench route
  echo '{"code":"VALIDATION"}' | errbench route --strategy code-only --format json -`,
		Args: cli.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	cmd.Flags().StringVar(&c.strategy, "strategy", "actionable-envelope", "`NAME` of the strategy whose router answers, or a custom one: NAME=exec:COMMAND or NAME=FILE.yaml")
	cli.CompleteBy(cmd, "strategy", cobra.ShellCompDirectiveNoFileComp, catalog.Names)
	c.format.Register(cmd, inspect.Routing{})
	return cmd
}

func (c *route) run(cmd *cobra.Command, args []string) error {
	set, router, err := c.router(cmd)
	if err != nil {
		return err
	}
	defer set.End()
	in, file, err := cli.OpenInput(cmd, append(args, "-")[0])
	if err != nil {
		return err
	}
	defer in.Close()
	envelopes, wrong := contract.ReadAll(in, file)
	if len(envelopes) == 0 {
		return wrong
	}
	// The envelopes before a mistake are answered.
	routing, err := inspect.Route(router, envelopes)
	err = set.Settle(err)
	if cmd.Context().Err() != nil {
		return cli.ErrInterrupted
	}
	return errors.Join(view.Write(cmd.OutOrStdout(), c.format.Value, routing), err, wrong)
}

// router returns the router of the strategy, and the set that ends its process.
func (c *route) router(cmd *cobra.Command) (*custom.Set, strategy.Router, error) {
	var definitions cli.Definitions
	name := c.strategy
	if custom.Defines(name) {
		definitions.Words = []string{name}
		name, _, _ = strings.Cut(name, "=")
	}
	set, found, err := definitions.Find(cmd, "--strategy", name)
	if err != nil {
		return nil, nil, err
	}
	return set, found[0].Router, nil
}
