package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// assumptionFlags choose the assumptions: a preset or a file, then changes.
type assumptionFlags struct {
	scenario string
	changes  []change // in the order of the command line
}

// change is one assumption as a flag set it.
type change struct{ flag, key, text string }

func (f *assumptionFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.scenario, "scenario", "published", "preset or file: a `NAME` that the list shows, or a YAML or JSON file (- is standard input)")
	complete(cmd, "scenario", scenario.PresetNames()...)
	f.registerSetting(cmd, "set", "", "KEY=VALUE", "change an assumption, as in repair_success.hint=0.8; 'errbench scenario published' shows the keys")
	f.registerSetting(cmd, "seed", "seed", "N", "change the seed")
	f.registerSetting(cmd, "stream", "stream", "NAME", "change the stream of rolls: "+joinStreams())
	f.registerSetting(cmd, "runs", "runs", "N", "change the number of runs")
	f.registerSetting(cmd, "operations", "operations", "N", "change the number of operations in each run")
	complete(cmd, "stream", strings.Split(joinStreams(), ", ")...)
}

// registerSetting adds a flag that changes the assumption of a key, or with no
// key the one that its value names.
func (f *assumptionFlags) registerSetting(cmd *cobra.Command, flag, key, kind, usage string) {
	cmd.Flags().Var(&setting{f, flag, key, kind}, flag, usage)
}

// setting is a flag value that appends to the changes.
type setting struct {
	flags     *assumptionFlags
	flag, key string
	kind      string
}

func (s *setting) String() string { return "" }
func (s *setting) Type() string   { return s.kind }
func (s *setting) Set(text string) error {
	key := s.key
	if key == "" {
		var ok bool
		if key, text, ok = strings.Cut(text, "="); !ok {
			return fmt.Errorf("found %q; KEY=VALUE works, as in failure_rate=0.2", key)
		}
	}
	s.flags.changes = append(s.flags.changes, change{"--" + s.flag, strings.TrimSpace(key), strings.TrimSpace(text)})
	return nil
}

// resolve returns the valid assumptions that the flags stand for.
func (f *assumptionFlags) resolve(stdin io.Reader) (scenario.Assumptions, error) {
	a, err := loadScenario(f.scenario, stdin)
	if err != nil {
		return a, err
	}
	for _, c := range f.changes {
		if err := a.Set(c.key, c.text); err != nil {
			return a, fmt.Errorf("%s: %w", c.flag, err)
		}
	}
	return a.Honest(), a.Validate()
}

// loadScenario finds a preset, or else reads a file.
func loadScenario(name string, stdin io.Reader) (scenario.Assumptions, error) {
	preset, unknown := scenario.FindPreset(name)
	if unknown == nil {
		return preset.Assumptions, nil
	}
	if name == "-" {
		return scenario.Read(stdin, "stdin")
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return scenario.Assumptions{}, fmt.Errorf("--scenario: %w; and there is no such file", unknown)
	}
	if err != nil {
		return scenario.Assumptions{}, fmt.Errorf("--scenario: %w", err)
	}
	defer file.Close()
	return scenario.Read(file, name)
}

func joinStreams() string {
	var names []string
	for _, s := range rng.Streams() {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

// strategyFlag chooses the strategies, all by default.
type strategyFlag struct{ names []string }

func (f *strategyFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.names, "strategy", nil, "comma-separated `NAMES` of the strategies, all by default; 'errbench list' shows them")
	complete(cmd, "strategy", strategy.Names()...)
}

func (f *strategyFlag) resolve() ([]strategy.Strategy, error) {
	if f.names == nil {
		return strategy.Builtin(), nil
	}
	found, err := strategy.Find(f.names)
	if err != nil {
		return nil, fmt.Errorf("--strategy: %w", err)
	}
	return found, nil
}

// formatFlag chooses the form of the output among those of a view.
type formatFlag struct {
	name string
	view report.View
}

func (f *formatFlag) register(cmd *cobra.Command, v report.View) {
	f.view = v
	var names []string
	for _, format := range report.Formats(v) {
		names = append(names, string(format))
	}
	cmd.Flags().StringVar(&f.name, "format", string(report.TableFormat), "form of the output, a `FORMAT` of "+strings.Join(names, ", "))
	complete(cmd, "format", names...)
}

func (f *formatFlag) resolve() (report.Format, error) {
	format, err := report.ParseFormat(f.name, f.view)
	if err != nil {
		return "", fmt.Errorf("--format: %w", err)
	}
	return format, nil
}

// complete offers words for the value of a flag to the shell.
func complete(cmd *cobra.Command, flag string, words ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveDefault))
	if err != nil {
		panic(err) // the flag does not exist
	}
}
