package main

import (
	"github.com/spf13/cobra"

	"errbench/report"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of a summary",
		Example: `  errbench schema`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			schema, err := report.Schema()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(schema)
			return err
		},
	}
}
