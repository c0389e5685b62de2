package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/shard"
	"errbench/internal/strict"
	"errbench/internal/view"
	"errbench/rng"
	"errbench/scenario"
)

// assumptionFlags choose the assumptions: a preset or a file, then changes.
type assumptionFlags struct {
	scenario string
	changes  []change // in the order of the command line
}

// change is one assumption as a flag set it.
type change struct {
	place     string // what an error about the key begins with
	key, text string
}

func (f *assumptionFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.scenario, "scenario", "published", "preset or file: a `NAME` that the list shows, or a YAML or JSON file (- is standard input)")
	completeBy(cmd, "scenario", cobra.ShellCompDirectiveDefault, scenario.PresetNames)
	f.registerChanges(cmd)
}

// registerChanges adds the flags that change single assumptions.
func (f *assumptionFlags) registerChanges(cmd *cobra.Command) {
	cmd.Flags().Var(&setting{f, "", "KEY=VALUE"}, "set", "change an assumption, as in repair_success.hint=0.8; 'errbench scenario published' shows the keys")
	f.registerKey(cmd, "seed", "N", "change the seed")
	f.registerKey(cmd, "stream", "NAME", "change the stream of rolls: "+strings.Join(rng.StreamNames(), ", "))
	f.registerKey(cmd, "runs", "N", "change the number of runs")
	f.registerKey(cmd, "operations", "N", "change the number of operations in each run")
	complete(cmd, "stream", cobra.ShellCompDirectiveNoFileComp, rng.StreamNames()...)
}

// registerKey adds a flag that changes the assumption of its name.
func (f *assumptionFlags) registerKey(cmd *cobra.Command, key, kind, usage string) {
	cmd.Flags().Var(&setting{f, key, kind}, key, usage)
}

// setting is a flag value that appends to the changes. With no key, the text
// names it.
type setting struct {
	flags     *assumptionFlags
	key, kind string
}

func (s *setting) String() string { return "" }
func (s *setting) Type() string   { return s.kind }
func (s *setting) Set(text string) error {
	c := change{"--", s.key, text}
	if s.key == "" {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("found %q; KEY=VALUE works, as in failure_rate=0.2", text)
		}
		c = change{"--set: ", strings.TrimSpace(key), value}
	}
	c.text = strings.TrimSpace(c.text)
	s.flags.changes = append(s.flags.changes, c)
	return nil
}

// resolve returns the valid assumptions that the flags stand for.
func (f *assumptionFlags) resolve(cmd *cobra.Command) (scenario.Assumptions, error) {
	a, err := loadScenario(cmd, f.scenario)
	if err != nil {
		return a, err
	}
	return f.change(a)
}

// change returns valid assumptions with the changes applied.
func (f *assumptionFlags) change(a scenario.Assumptions) (scenario.Assumptions, error) {
	for _, c := range f.changes {
		if err := a.Set(c.key, c.text); err != nil {
			return a, fmt.Errorf("%s%w", c.place, err)
		}
	}
	err := a.Validate()
	if err == nil {
		for _, fault := range a.Unchosen() {
			err = errors.Join(err, fault)
		}
	}
	return a.Relabel(), err
}

// loadScenario finds a preset, or else reads a file.
func loadScenario(cmd *cobra.Command, name string) (scenario.Assumptions, error) {
	preset, unknown := scenario.FindPreset(name)
	if unknown == nil {
		return preset.Assumptions, nil
	}
	if name == "-" {
		return scenario.Read(cmd.InOrStdin(), "stdin")
	}
	file, err := open(cmd.Context(), name)
	if errors.Is(err, fs.ErrNotExist) {
		return scenario.Assumptions{}, fmt.Errorf("--scenario: %w; and there is no such file", unknown)
	}
	if err != nil {
		return scenario.Assumptions{}, fmt.Errorf("--scenario: %w", err)
	}
	defer file.Close()
	return scenario.Read(file, name)
}

// formatFlag chooses the form of the output among those of a view.
type formatFlag struct {
	value view.Format
	view  view.View
}

func (f *formatFlag) register(cmd *cobra.Command, v view.View) {
	f.value, f.view = view.TableFormat, v
	var names []string
	for _, format := range view.Formats(v) {
		names = append(names, string(format))
	}
	cmd.Flags().Var(f, "format", "form of the output: "+strings.Join(names, ", "))
	complete(cmd, "format", cobra.ShellCompDirectiveNoFileComp, names...)
}

func (f *formatFlag) String() string { return string(f.value) }
func (f *formatFlag) Type() string   { return "FORMAT" }
func (f *formatFlag) Set(name string) (err error) {
	f.value, err = view.ParseFormat(name, f.view)
	return err
}

// wholeFlag is a flag that takes a whole number from lo to hi.
type wholeFlag struct{ value, lo, hi int }

func (w *wholeFlag) String() string { return strconv.Itoa(w.value) }
func (w *wholeFlag) Type() string   { return "N" }
func (w *wholeFlag) Set(text string) error {
	n, ok := strict.Whole(text)
	if !ok || n < int64(w.lo) || n > int64(w.hi) {
		return fmt.Errorf("found %q; a whole number from %d to %d works", text, w.lo, w.hi)
	}
	w.value = int(n)
	return nil
}

// realFlag is a flag that takes a number from lo to hi, both exclusive where
// open.
type realFlag struct {
	value, lo, hi float64
	open          bool
}

func (r *realFlag) String() string { return strconv.FormatFloat(r.value, 'g', -1, 64) }
func (r *realFlag) Type() string   { return "X" }
func (r *realFlag) Set(text string) error {
	x, ok := strict.Decimal(text)
	in := r.lo <= x && x <= r.hi
	if r.open {
		in = r.lo < x && x < r.hi
	}
	if !ok || !in {
		between := "from %v to %v"
		if r.open {
			between = "between %v and %v"
		}
		return fmt.Errorf("found %q; a number "+between+" works", text, r.lo, r.hi)
	}
	r.value = x
	return nil
}

// choiceFlag is a flag that takes one of some words.
type choiceFlag struct {
	value   string
	choices []string
}

func (c *choiceFlag) String() string { return c.value }
func (c *choiceFlag) Type() string   { return "NAME" }
func (c *choiceFlag) Set(text string) error {
	if !slices.Contains(c.choices, text) {
		return fmt.Errorf("found %q%s", text, strict.Choices(text, c.choices))
	}
	c.value = text
	return nil
}

// pairFlag is a flag that takes the names of two strategies.
type pairFlag struct{ a, b string }

func (p *pairFlag) String() string { return "" }
func (p *pairFlag) Type() string   { return "A,B" }
func (p *pairFlag) Set(text string) error {
	names := strings.Split(text, ",")
	if len(names) != 2 || names[0] == names[1] {
		return fmt.Errorf("found %q; the names of two strategies work, as in actionable-envelope,code-only", text)
	}
	p.a, p.b = names[0], names[1]
	return nil
}

// shardFlag is a flag that takes a part of the work.
type shardFlag struct{ shard.Shard }

func (s *shardFlag) Type() string { return "I/N" }
func (s *shardFlag) Set(text string) (err error) {
	s.Shard, err = shard.ParseShard(text)
	return err
}

// followed offers the words, each with something behind it.
func followed(words func() []string, by string) func() []string {
	return func() []string {
		var all []string
		for _, word := range words() {
			all = append(all, word+by)
		}
		return all
	}
}

// complete offers words for the value of a flag to the shell, and says whether
// files work too.
func complete(cmd *cobra.Command, flag string, files cobra.ShellCompDirective, words ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, files)); err != nil {
		panic(err) // the flag does not exist
	}
}

// completeBy offers words that are found once the shell asks for them.
func completeBy(cmd *cobra.Command, flag string, files cobra.ShellCompDirective, words func() []string) {
	offer := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return words(), files }
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag does not exist
	}
}

// completeList offers words for each place of a comma-separated list, found once the
// shell asks for them.
func completeList(cmd *cobra.Command, flag string, words func() []string) {
	offer := func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		before := text[:strings.LastIndexByte(text, ',')+1]
		var lists []string
		for _, word := range words() {
			lists = append(lists, before+word)
		}
		return lists, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag does not exist
	}
}
