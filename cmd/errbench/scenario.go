package main

import (
	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/scenario"
)

func newScenario() *cobra.Command {
	return &cobra.Command{
		Use:   "scenario NAME",
		Short: "Print a preset as a YAML file to edit",
		Long: `scenario prints the assumptions of a preset as YAML, each with its meaning, range and
origin, after a comment on what the preset stands for and which of its numbers are
guesses. Edit the file and pass it to run --scenario.`,
		Example: `  errbench scenario published
  errbench scenario published-counter >mine.yaml`,
		ValidArgs: scenario.PresetNames(),
		Args:      cli.OneOf(scenario.PresetNames()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			preset, err := scenario.FindPreset(args[0])
			if err != nil {
				return err
			}
			return preset.WriteYAML(cmd.OutOrStdout())
		},
	}
}
