package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/strict"
	"errbench/rng"
	"errbench/scenario"
)

// Assumptions are the flags that choose the assumptions: a preset or a file, and changes.
type Assumptions struct {
	Scenario string // a preset, a file, or "-" for standard input

	changes []change // in the order of the command line
}

// change is one assumption as a flag set it.
type change struct {
	prefix    string // of an error about the key
	key, text string
}

// Register adds the flags to a command.
func (f *Assumptions) Register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Scenario, "scenario", scenario.Published().Name, "the assumptions: a preset's `NAME`, or a YAML or JSON file (- is standard input); `errbench list` shows the presets")
	CompleteBy(cmd, "scenario", cobra.ShellCompDirectiveDefault, scenario.PresetNames)
	f.RegisterChanges(cmd)
}

// RegisterChanges adds the flags that change single assumptions.
func (f *Assumptions) RegisterChanges(cmd *cobra.Command) {
	cmd.Flags().Var(&setting{f, "", "KEY=VALUE"}, "set", "change an assumption by `KEY=VALUE`, as in repair_success.hint=0.8; `errbench scenario published` shows the keys")
	f.RegisterKey(cmd, "seed", "N", "change the seed")
	f.RegisterKey(cmd, "stream", "NAME", "change the stream of rolls: "+strings.Join(rng.StreamNames(), ", "))
	f.RegisterKey(cmd, "runs", "N", "change the number of runs")
	f.RegisterKey(cmd, "operations", "N", "change the number of operations in each run")
	Complete(cmd, "stream", cobra.ShellCompDirectiveNoFileComp, rng.StreamNames()...)
}

// RegisterKey adds a flag that changes the assumption of its name.
func (f *Assumptions) RegisterKey(cmd *cobra.Command, key, kind, usage string) {
	cmd.Flags().Var(&setting{f, key, kind}, key, usage)
}

// Changed returns the text that a flag gave for a key, and whether one did.
func (f *Assumptions) Changed(key string) (text string, ok bool) {
	for _, c := range f.changes {
		if c.key == key {
			return c.text, true
		}
	}
	return "", false
}

// Resolve returns the valid assumptions that the flags stand for.
func (f *Assumptions) Resolve(cmd *cobra.Command) (scenario.Assumptions, error) {
	a, err := f.Load(cmd)
	if err != nil {
		return a, err
	}
	return f.Change(a)
}

// Load returns the preset or the file, without the changes.
func (f *Assumptions) Load(cmd *cobra.Command) (scenario.Assumptions, error) {
	preset, unknown := scenario.FindPreset(f.Scenario)
	if unknown == nil {
		return preset.Assumptions, nil
	}
	in, name, err := OpenInput(cmd, f.Scenario)
	if errors.Is(err, fs.ErrNotExist) && filepath.Ext(f.Scenario) == "" {
		err = unknown // a word without an ending was meant as a preset
	}
	if err != nil {
		return scenario.Assumptions{}, fmt.Errorf("--scenario: %w", err)
	}
	defer in.Close()
	return scenario.Read(in, name)
}

// Change returns valid assumptions with the changes applied.
func (f *Assumptions) Change(a scenario.Assumptions) (scenario.Assumptions, error) {
	for _, c := range f.changes {
		if err := a.Set(c.key, c.text); err != nil {
			return a, fmt.Errorf("%s%w", c.prefix, err)
		}
	}
	if err := a.Validate(); err != nil {
		return a, err
	}
	var faults strict.Faults
	for _, fault := range a.Unchosen() {
		faults.Add(fault)
	}
	return a.Relabel(), faults.Err()
}

// setting is a flag value that appends a change. With no key, the text names it.
type setting struct {
	flags     *Assumptions
	key, kind string
}

func (s *setting) String() string { return "" }
func (s *setting) Type() string   { return s.kind }
func (s *setting) Set(text string) error {
	c := change{"--", s.key, text}
	if s.key == "" {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("got %q, want KEY=VALUE, as in failure_rate=0.2", text)
		}
		c = change{"--set: ", strings.TrimSpace(key), value}
	}
	c.text = strings.TrimSpace(c.text)
	s.flags.changes = append(s.flags.changes, c)
	return nil
}
