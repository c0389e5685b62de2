package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/router"
	"errbench/internal/strict"
	"errbench/report"
)

func newSchema() *cobra.Command {
	names := []string{"summary", "router"}
	return &cobra.Command{
		Use:   "schema [summary|router]",
		Short: "Print the JSON Schema of a summary, or of the protocol of routers",
		Example: `  errbench schema
  errbench schema router`,
		Args:              atMostOne,
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := append(args, "summary")[0]
			var schema []byte
			var err error
			switch name {
			case "summary":
				schema, err = report.Schema()
			case "router":
				schema, err = router.Schema()
			default:
				return fmt.Errorf("no schema is named %q%s", name, strict.Choices(name, names))
			}
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(schema)
			return err
		},
	}
}
