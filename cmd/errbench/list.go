package main

import (
	"github.com/spf13/cobra"

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
			return report.Write(cmd.OutOrStdout(), format.value, report.List())
		},
	}
	format.register(cmd, report.Listing{})
	return cmd
}
