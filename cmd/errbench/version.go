package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/report"
	"errbench/rng"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version and what results depend on",
		Example: `  errbench version`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "errbench %s (%s, %s/%s)\nsummary: %s\nstreams: %s\n",
				report.Release, runtime.Version(), runtime.GOOS, runtime.GOARCH, report.SummarySchema, strings.Join(rng.StreamNames(), ", "))
			return err
		},
	}
}
