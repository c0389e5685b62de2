package main

import (
	"github.com/spf13/cobra"

	"errbench/internal/view"
	"errbench/report"
)

func newList() *cobra.Command {
	var format formatFlag
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the built-in strategies and presets",
		Example: `  errbench list`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return view.Write(cmd.OutOrStdout(), format.value, report.List())
		},
	}
	format.register(cmd, report.Listing{})
	return cmd
}
