package main

import (
	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/view"
	"errbench/report"
)

func newBrief() *cobra.Command {
	return &cobra.Command{
		Use:   "brief [SUMMARY.json|-]",
		Short: "Print the interpretation brief for a summary",
		Long: `brief prints, as Markdown, what a reader may conclude from a summary, and the only
numbers to base it on. Without a file it takes the published benchmark.`,
		Example: `  errbench brief
  errbench run --format json | errbench brief -`,
		Args: cli.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := cli.ReadSummary(cmd, args)
			if err != nil {
				return err
			}
			return view.Write(cmd.OutOrStdout(), view.MarkdownFormat, report.Brief{Summary: s})
		},
	}
}
