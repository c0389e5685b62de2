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
			form, err := format.resolve()
			if err != nil {
				return err
			}
			return report.Write(cmd.OutOrStdout(), form, report.List())
		},
	}
	format.register(cmd, report.Listing{})
	return cmd
}
