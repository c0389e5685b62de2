package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "errbench",
		Short: "Measure what a tool-error contract is worth to an agent's controller",
		Long: `errbench replays the same synthetic failures through controllers that see a bare
message, a code, or an actionable envelope, and counts what each resolves and
wastes. No language model is called: every probability is a declared assumption.

The article that it reproduces has no time, no misleading errors, no duplicate writes
and no prices. Presets add them; 'errbench list' shows the presets.`,
		Example: `  errbench reproduce
  errbench run --scenario published-counter --set failure_rate=0.2
  errbench run --scenario outage --strategy published,policies
  errbench explain --strategy actionable-envelope`,
		SilenceUsage:  true,
		SilenceErrors: true,
		// Without flag parsing an unknown command arrives as an argument, wherever flags
		// stand.
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || slices.Contains([]string{"-h", "--help"}, args[0]) {
				return cmd.Help()
			}
			return cli.UnknownCommand(cmd, args[0])
		},
	}
	root.SetFlagErrorFunc(cli.FlagError)
	root.SetHelpCommand(newHelp())
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 100 "))
	root.AddCommand(newRun(), newMerge(), newReproduce(), newCheck(), newSweep(), newSensitivity(), newBreakEven(), newPower(),
		newAudit(), newExplain(), newRoute(), newBrief(), newReport(),
		newList(), newScenario(), newSchema(), newCompletion(), newVersion())
	return root
}
