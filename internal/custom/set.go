package custom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"errbench/contract"
	"errbench/internal/router"
	"errbench/internal/strict"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Set holds the strategies that the words of a command line name and define. [Set.End]
// ends the programs of its routers.
type Set struct {
	chosen   []strategy.Strategy // in the order of the words, each once
	custom   []strategy.Strategy // the chosen strategies that the words define
	commands []*router.Command
	notes    []string
	open     func(file string) (io.ReadCloser, error)
	contract contract.Contract // of a definition that names no contract
}

// Read returns the set of the words. A word is the name of a built-in strategy or of a
// family, or defines a strategy. A definition that names no contract gets the contract
// of the given name, a built-in one or FILE.yaml, and the actionable envelope if the
// name is "". A program is started when its router is first asked, and runs until the
// context is done.
func Read(ctx context.Context, words []string, contractName string, open func(file string) (io.ReadCloser, error)) (*Set, error) {
	s := &Set{open: open, contract: contract.ActionableEnvelope()}
	if contractName != "" {
		if !slices.ContainsFunc(words, Defines) {
			return nil, errors.New("--contract: no custom strategy sees it; define one by --strategy NAME=FILE.yaml or --strategy NAME=exec:COMMAND")
		}
		var err error
		if s.contract, err = s.findContract(contractName, ""); err != nil {
			return nil, fmt.Errorf("--contract: %w", err)
		}
	}
	for i, word := range words {
		if err := s.add(ctx, word, words[:i]); err != nil {
			return nil, fmt.Errorf("--strategy: %w", err)
		}
	}
	return s, nil
}

// add adds the strategies of a word that stands after others. A strategy stays at its
// first place.
func (s *Set) add(ctx context.Context, word string, before []string) error {
	if Defines(word) {
		made, err := s.define(ctx, word)
		if err != nil {
			return err
		}
		s.custom, s.chosen = append(s.custom, made), append(s.chosen, made)
		for _, gap := range strategy.Gaps(made) {
			s.notes = append(s.notes, fmt.Sprintf("%s: %s", made.Name, gap))
		}
		return nil
	}
	if isFile(word) || strings.HasPrefix(word, router.Prefix) {
		return fmt.Errorf("%s has no name; write NAME=%s", strict.Quote(word), word)
	}
	named, err := catalog.Choose(word)
	if err != nil {
		return err
	}
	if slices.Contains(before, word) {
		return fmt.Errorf("strategy or family %q is named twice; name it once", word)
	}
	for _, n := range named {
		if find(s.chosen, n.Name) < 0 {
			s.chosen = append(s.chosen, n)
		}
	}
	return nil
}

// define returns the strategy that NAME=exec:COMMAND or NAME=FILE.yaml defines.
func (s *Set) define(ctx context.Context, word string) (strategy.Strategy, error) {
	name, source, _ := strings.Cut(word, "=")
	if err := s.checkName(name); err != nil {
		return strategy.Strategy{}, err
	}
	if command, ok := strings.CutPrefix(source, router.Prefix); ok {
		if strings.TrimSpace(command) == "" {
			return strategy.Strategy{}, fmt.Errorf("%s: the command is empty; write %s=exec:COMMAND, such as %[1]s=exec:python3 router.py", name, name)
		}
		c := router.NewCommand(ctx, name, command)
		s.commands = append(s.commands, c)
		return strategy.Strategy{Name: name, About: "a router that is another process", Contract: s.contract, Router: c}, nil
	}
	if !isFile(source) {
		return strategy.Strategy{}, fmt.Errorf("%s: got %s, want FILE.yaml or exec:COMMAND", name, strict.Quote(source))
	}
	in, err := s.open(source)
	if err != nil {
		return strategy.Strategy{}, fmt.Errorf("%s: %w", name, err)
	}
	defer in.Close()
	return strategy.Read(in, name, source, func(word string) (contract.Contract, error) {
		if word == "" {
			return s.contract, nil
		}
		return s.findContract(word, filepath.Dir(source))
	}, catalog.Named)
}

// checkName returns an error unless a custom strategy can have the name.
func (s *Set) checkName(name string) error {
	switch {
	case !validName().MatchString(name):
		return fmt.Errorf("name: got %s, want 1 to 64 letters, digits, - and _", strict.Quote(name))
	case slices.Contains(catalog.Names(), name) || slices.Contains(catalog.FamilyNames(), name):
		return fmt.Errorf("name: %q belongs to a built-in strategy or family; choose another", name)
	case find(s.custom, name) >= 0:
		return fmt.Errorf("two strategies are named %q; give each its own name", name)
	default:
		return nil
	}
}

// find returns the index of the strategy of a name, or -1.
func find(strategies []strategy.Strategy, name string) int {
	return slices.IndexFunc(strategies, func(s strategy.Strategy) bool { return s.Name == name })
}

// Strategies returns the strategies of the words in order, the published ones if there
// is no word.
func (s *Set) Strategies() []strategy.Strategy {
	if s.chosen == nil {
		return catalog.Published()
	}
	return s.chosen
}

// Find returns the strategies of the names, custom and built-in ones. It returns an error
// if a custom strategy is not among the names.
func (s *Set) Find(names []string) ([]strategy.Strategy, error) {
	for _, c := range s.custom {
		if !slices.Contains(names, c.Name) {
			return nil, fmt.Errorf("--strategy %s=... is not among %s; define one of these", c.Name, strings.Join(names, ", "))
		}
	}
	var found []strategy.Strategy
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("strategy %q is named twice; name it once", name)
		}
		if at := find(s.custom, name); at >= 0 {
			found = append(found, s.custom[at])
			continue
		}
		builtin, err := catalog.Named(name)
		if err != nil {
			return nil, fmt.Errorf("%w; define a custom one by --strategy NAME=FILE.yaml or --strategy NAME=exec:COMMAND", err)
		}
		found = append(found, builtin)
	}
	return found, nil
}

// Notes returns the gaps of the custom strategies, as [strategy.Gaps] does.
func (s *Set) Notes() []string { return s.notes }

// Asks reports whether a router is a program.
func (s *Set) Asks() bool { return len(s.commands) > 0 }

// Compile compiles strategies as [strategy.CompileAll] does, and settles.
func (s *Set) Compile(strategies []strategy.Strategy, a scenario.Assumptions) ([]*strategy.Plan, error) {
	plans, err := strategy.CompileAll(strategies, a)
	return plans, s.Settle(err)
}

// Settle ends the programs once everything is compiled, and asks new ones everything
// again. It returns the error of a router, or else the error of compiling.
func (s *Set) Settle(compiled error) error {
	for _, c := range s.commands {
		if err := c.Err(); err != nil {
			return err // compiling wrapped it
		}
	}
	if compiled != nil {
		return compiled
	}
	for _, c := range s.commands {
		if err := c.Settle(); err != nil {
			return err
		}
	}
	return nil
}

// End ends the programs that still run.
func (s *Set) End() {
	for _, c := range s.commands {
		c.End()
	}
}
