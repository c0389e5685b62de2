package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"errbench/scenario"
)

func newScenario() *cobra.Command {
	return &cobra.Command{
		Use:   "scenario NAME",
		Short: "Print a preset as a YAML file to edit",
		Long: `scenario prints the assumptions of a preset as YAML, below what it stands for and
which of its numbers are guesses, each with its meaning, range and origin. Edit the file and pass it to run --scenario.`,
		Example: `  errbench scenario published
  errbench scenario published-counter >mine.yaml`,
		ValidArgs: scenario.PresetNames(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("errbench scenario takes the name of a preset: %s", strings.Join(scenario.PresetNames(), ", "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			preset, err := scenario.FindPreset(args[0])
			if err != nil {
				return err
			}
			return preset.WriteYAML(cmd.OutOrStdout())
		},
	}
}
