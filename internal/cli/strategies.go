package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"errbench/internal/custom"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Definitions are the flags that define custom strategies, for a command whose other
// flags name the strategies to use.
type Definitions struct {
	Words []string // each defines a strategy

	contract string // "" for the default
}

// Register adds the flags to a command.
func (f *Definitions) Register(cmd *cobra.Command) {
	f.registerAs(cmd, f, "define a custom strategy by its router, NAME=exec:COMMAND, or by a file, NAME=FILE.yaml; may be repeated")
	Complete(cmd, "strategy", cobra.ShellCompDirectiveDefault)
}

// registerAs adds the flags, with value as the value of --strategy.
func (f *Definitions) registerAs(cmd *cobra.Command, value pflag.Value, usage string) {
	cmd.Flags().Var(value, "strategy", usage)
	cmd.Flags().StringVar(&f.contract, "contract", "", "what custom strategies see, unless their file says so: a contract's `NAME` or a YAML file (default actionable-envelope)")
	CompleteBy(cmd, "contract", cobra.ShellCompDirectiveDefault, contractNames)
}

func contractNames() []string {
	var names []string
	for _, c := range custom.Contracts() {
		names = append(names, c.Name)
	}
	return names
}

func (f *Definitions) String() string { return "" }
func (f *Definitions) Type() string   { return "NAME=..." }
func (f *Definitions) Set(text string) error {
	for _, word := range custom.Words(text) {
		if !custom.Defines(word) {
			return fmt.Errorf("got %q, want NAME=exec:COMMAND or NAME=FILE.yaml; built-in strategies need no definition", word)
		}
		f.Words = append(f.Words, word)
	}
	return nil
}

// Read returns the strategies of the words. Their routers run until the set is ended.
func (f *Definitions) Read(cmd *cobra.Command) (*custom.Set, error) {
	ctx := cmd.Context()
	set, err := custom.Read(ctx, f.Words, f.contract, func(file string) (io.ReadCloser, error) { return Open(ctx, file) })
	return set, Interrupted(cmd, err)
}

// Find returns the strategies, built-in or custom, of the names that a flag or a file
// gave. Errors begin with the name of that source.
func (f *Definitions) Find(cmd *cobra.Command, source string, names ...string) (*custom.Set, []strategy.Strategy, error) {
	set, err := f.Read(cmd)
	if err != nil {
		return nil, nil, err
	}
	found, err := set.Find(names)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", source, err)
	}
	Note(cmd, set)
	return set, found, nil
}

// Strategies are the flags that choose strategies by name and by family, and define
// custom ones.
type Strategies struct{ Definitions }

// Register adds the flags to a command.
func (f *Strategies) Register(cmd *cobra.Command) {
	f.registerAs(cmd, f, "comma-separated `NAMES` of strategies and families, which `errbench list` shows, and custom strategies: NAME=exec:COMMAND or NAME=FILE.yaml; may be repeated (default published)")
	CompleteList(cmd, "strategy", func() []string { return append(catalog.FamilyNames(), catalog.Names()...) })
}

func (f *Strategies) Type() string { return "NAMES" }
func (f *Strategies) Set(text string) error {
	f.Words = append(f.Words, custom.Words(text)...)
	return nil
}

// Plans compiles the chosen strategies.
func (f *Strategies) Plans(cmd *cobra.Command, a scenario.Assumptions) ([]*strategy.Plan, error) {
	set, err := f.Read(cmd)
	if err != nil {
		return nil, err
	}
	Note(cmd, set)
	return Compile(cmd, set, set.Strategies(), a)
}

// Compile compiles strategies, and ends the processes of their routers.
func Compile(cmd *cobra.Command, set *custom.Set, strategies []strategy.Strategy, a scenario.Assumptions) ([]*strategy.Plan, error) {
	defer set.End()
	plans, err := set.Compile(strategies, a)
	return plans, Interrupted(cmd, err)
}

// Note writes to stderr what the files of custom strategies leave open.
func Note(cmd *cobra.Command, set *custom.Set) {
	for _, n := range set.Notes() {
		fmt.Fprintln(cmd.ErrOrStderr(), "errbench: note: "+view.Line(n))
	}
}
