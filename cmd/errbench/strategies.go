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

// definitionFlag defines custom strategies, for a command that other arguments tell
// which strategies it is about.
type definitionFlag struct {
	words    []string
	contract string
}

func (f *definitionFlag) register(cmd *cobra.Command) {
	f.registerAs(cmd, f, "define a strategy of your own by its router, NAME=exec:COMMAND, or by a file, NAME=FILE.yaml; may be repeated")
	complete(cmd, "strategy", cobra.ShellCompDirectiveDefault)
}

func (f *definitionFlag) registerAs(cmd *cobra.Command, value interface {
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

func (f *definitionFlag) String() string { return "" }
func (f *definitionFlag) Type() string   { return "NAME=..." }
func (f *definitionFlag) Set(text string) error {
	for _, word := range custom.Words(text) {
		if !custom.Defines(word) {
			return fmt.Errorf("found %q; NAME=exec:COMMAND works, and NAME=FILE.yaml: what is built in needs no definition", word)
		}
		f.words = append(f.words, word)
	}
	return nil
}

// read returns the strategies of the words. Their processes have to be ended.
func (f *definitionFlag) read(cmd *cobra.Command) (*custom.Set, error) {
	ctx := cmd.Context()
	set, err := custom.Read(ctx, f.words, f.contract, func(file string) (io.ReadCloser, error) { return open(ctx, file) })
	return set, interrupted(cmd, err)
}

// note writes to stderr what the tables of custom strategies leave open.
func note(cmd *cobra.Command, set *custom.Set) {
	for _, n := range set.Notes() {
		fmt.Fprintln(cmd.ErrOrStderr(), "errbench: note: "+view.Line(n))
	}
}

// interrupted returns the error, or the error of an interrupt if that caused it.
func interrupted(cmd *cobra.Command, err error) error {
	if err != nil && cmd.Context().Err() != nil {
		return errInterrupted()
	}
	return err
}

// find returns the strategies, built-in or custom, of the names that an argument gave;
// errors begin with the name of the argument.
func (f *definitionFlag) find(cmd *cobra.Command, argument string, names ...string) (*custom.Set, []strategy.Strategy, error) {
	set, err := f.read(cmd)
	if err != nil {
		return nil, nil, err
	}
	found, err := set.Find(names)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", argument, err)
	}
	note(cmd, set)
	return set, found, nil
}

// strategyFlag chooses strategies by name and by family, and defines custom ones.
type strategyFlag struct{ definitionFlag }

func (f *strategyFlag) register(cmd *cobra.Command) {
	f.registerAs(cmd, f, "comma-separated names of strategies and of families of them, which 'errbench list' shows, and your own: NAME=exec:COMMAND or NAME=FILE.yaml; may be repeated (default published)")
	completeList(cmd, "strategy", func() []string { return append(catalog.FamilyNames(), catalog.Names()...) })
}

func (f *strategyFlag) Type() string { return "NAMES" }
func (f *strategyFlag) Set(text string) error {
	f.words = append(f.words, custom.Words(text)...)
	return nil
}

// plans compiles the chosen strategies.
func (f *strategyFlag) plans(cmd *cobra.Command, a scenario.Assumptions) ([]*strategy.Plan, error) {
	set, err := f.read(cmd)
	if err != nil {
		return nil, err
	}
	note(cmd, set)
	return compile(cmd, set, set.Strategies(), a)
}

// compile compiles strategies, and ends the processes of their routers.
func compile(cmd *cobra.Command, set *custom.Set, strategies []strategy.Strategy, a scenario.Assumptions) ([]*strategy.Plan, error) {
	defer set.End()
	plans, err := set.Compile(strategies, a)
	return plans, interrupted(cmd, err)
}
