package main

import (
	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/inspect"
	"errbench/internal/view"
)

func newList() *cobra.Command {
	var format cli.Format
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the built-in strategies and presets",
		Example: `  errbench list`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return view.Write(cmd.OutOrStdout(), format.Value, inspect.List())
		},
	}
	format.Register(cmd, inspect.Listing{})
	return cmd
}
