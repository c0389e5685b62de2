package main

import (
	"github.com/spf13/cobra"

	"errbench/internal/view"
	"errbench/report"
)

func newBrief() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "brief [SUMMARY.json|-]",
		Short: "Write the interpretation brief for a summary",
		Long: `brief writes, as Markdown, what a reader of a summary may conclude and the only
numbers to conclude it from. Without a file it takes the published benchmark.`,
		Example: `  errbench brief
  errbench run --format json | errbench brief -`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := summaryArgument(cmd, args)
			if err != nil {
				return err
			}
			return view.Write(cmd.OutOrStdout(), view.MarkdownFormat, report.Brief{Summary: s})
		},
	}
	return cmd
}

// summaryArgument reads the summary that the argument names, or simulates the
// published one where there is no argument.
func summaryArgument(cmd *cobra.Command, args []string) (report.Summary, error) {
	if len(args) == 0 {
		return simulatePublished(cmd, &assumptionFlags{scenario: "published"})
	}
	in, file, err := openArgument(cmd, args)
	if err != nil {
		return report.Summary{}, err
	}
	defer in.Close()
	return report.ReadSummary(in, file)
}
