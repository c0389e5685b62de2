package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
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
		Args:      cli.AtMostOne,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			schema, err := findSchema(append(args, names[0])[0], names)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(schema)
			return err
		},
	}
}

func findSchema(name string, names []string) ([]byte, error) {
	switch name {
	case "summary":
		return report.Schema()
	case "router":
		return router.Schema()
	default:
		return nil, fmt.Errorf("no schema is named %q%s", name, strict.Choices(name, names))
	}
}
