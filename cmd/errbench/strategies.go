package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"errbench/internal/custom"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// ownFlag defines strategies of one's own, for a command that is told elsewhere
// which strategies it is about.
type ownFlag struct {
	words    []string
	contract string
}

func (f *ownFlag) register(cmd *cobra.Command) {
	f.registerAs(cmd, f, "define a strategy of your own by its router, NAME=exec:COMMAND, or by a file, NAME=FILE.yaml; may be repeated")
	complete(cmd, "strategy", cobra.ShellCompDirectiveDefault)
}

func (f *ownFlag) registerAs(cmd *cobra.Command, value interface {
	String() string
	Set(text string) error
	Type() string
}, usage string) {
	cmd.Flags().Var(value, "strategy", usage)
	cmd.Flags().StringVar(&f.contract, "contract", "", "what your own strategies see, unless their file says so: a contract's `NAME` or a YAML file (default actionable-envelope)")
	completeBy(cmd, "contract", cobra.ShellCompDirectiveDefault, contractNames)
}

func contractNames() []string {
	var names []string
	for _, c := range custom.Contracts() {
		names = append(names, c.Name)
	}
	return names
}

func (f *ownFlag) String() string { return "" }
func (f *ownFlag) Type() string   { return "NAME=..." }
func (f *ownFlag) Set(text string) error {
	for _, word := range custom.Words(text) {
		if !custom.Defines(word) {
			return fmt.Errorf("found %q; NAME=exec:COMMAND works, and NAME=FILE.yaml: what is built in needs no definition", word)
		}
		f.words = append(f.words, word)
	}
	return nil
}

// read makes the strategies that the flag defines. Their processes have to be ended.
func (f *ownFlag) read(cmd *cobra.Command) (*custom.Set, error) {
	ctx := cmd.Context()
	return custom.Read(ctx, f.words, f.contract, func(file string) (io.ReadCloser, error) { return open(ctx, file) })
}

// note tells on stderr what tables leave unsaid.
func note(cmd *cobra.Command, set *custom.Set) {
	for _, n := range set.Notes() {
		fmt.Fprintln(cmd.ErrOrStderr(), "errbench: note: "+view.Line(n))
	}
}

// interrupted returns the error, or that of the interrupt by which it came about.
func interrupted(cmd *cobra.Command, err error) error {
	if err != nil && cmd.Context().Err() != nil {
		return errInterrupted()
	}
	return err
}

// find returns the strategies of the names that a place gave, built-in ones and one's
// own.
func (f *ownFlag) find(cmd *cobra.Command, place string, names ...string) (*custom.Set, []strategy.Strategy, error) {
	set, err := f.read(cmd)
	if err != nil {
		return nil, nil, interrupted(cmd, err)
	}
	found, err := set.Find(names)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", place, err)
	}
	note(cmd, set)
	return set, found, nil
}

// strategyFlag chooses strategies by name and by family, and defines those of one's
// own; the published ones where it has no word.
type strategyFlag struct{ ownFlag }

func (f *strategyFlag) register(cmd *cobra.Command) {
	f.registerAs(cmd, f, "comma-separated names of strategies and of families of them, which 'errbench list' shows, and your own: NAME=exec:COMMAND or NAME=FILE.yaml; may be repeated (default published)")
	completeList(cmd, "strategy", func() []string { return append(catalog.FamilyNames(), catalog.Names()...) })
}

func (f *strategyFlag) Type() string { return "NAMES" }
func (f *strategyFlag) Set(text string) error {
	f.words = append(f.words, custom.Words(text)...)
	return nil
}

// choose returns the chosen strategies, with those of one's own among them.
func (f *strategyFlag) choose(cmd *cobra.Command) (*custom.Set, []strategy.Strategy, error) {
	set, err := f.read(cmd)
	if err != nil {
		return nil, nil, interrupted(cmd, err)
	}
	if f.words == nil {
		return set, catalog.Published(), nil
	}
	chosen, err := set.Choose(f.words)
	if err != nil {
		return nil, nil, fmt.Errorf("--strategy: %w", err)
	}
	return set, chosen, nil
}

// plans compiles the chosen strategies.
func (f *strategyFlag) plans(cmd *cobra.Command, a scenario.Assumptions) ([]*strategy.Plan, error) {
	set, chosen, err := f.choose(cmd)
	if err != nil {
		return nil, err
	}
	note(cmd, set)
	return compile(cmd, set, chosen, a)
}

// compile compiles strategies, and ends the processes of their routers.
func compile(cmd *cobra.Command, set *custom.Set, strategies []strategy.Strategy, a scenario.Assumptions) ([]*strategy.Plan, error) {
	defer set.End()
	plans, err := set.Compile(strategies, a)
	return plans, interrupted(cmd, err)
}
