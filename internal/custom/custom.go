// Package custom makes strategies of what a command line names: built-in ones and
// families by their names, and one's own, NAME=FILE.yaml for a table in a file and
// NAME=exec:COMMAND for a process.
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

// Set is the strategies of one's own. End ends the processes of its routers.
type Set struct {
	strategies []strategy.Strategy
	memos      []*router.Command
	notes      []string
	open       func(file string) (io.ReadCloser, error)
	contract   contract.Contract // of a strategy that names none
}

// Read makes the strategies that the words define; other words are left to Choose.
// Those that name no contract have the one of the name given, a built-in one or
// FILE.yaml, and the actionable envelope where it is "". A command is run once its
// router is asked, until the context is done.
func Read(ctx context.Context, words []string, contractName string, open func(file string) (io.ReadCloser, error)) (*Set, error) {
	s := &Set{open: open, contract: contract.ActionableEnvelope()}
	if contractName != "" {
		if !slices.ContainsFunc(words, Defines) {
			return nil, errors.New("--contract: found no strategy of your own, which it is for; --strategy NAME=FILE.yaml or NAME=exec:COMMAND works")
		}
		var err error
		if s.contract, err = s.findContract(contractName, ""); err != nil {
			return nil, fmt.Errorf("--contract: %w", err)
		}
	}
	for _, word := range words {
		name, _, ok := strings.Cut(word, "=")
		if isFile(word) && !ok || strings.HasPrefix(word, router.Prefix) {
			return nil, fmt.Errorf("--strategy: found %s, which has no name; one such as mine=%s works", strict.Quote(word), word)
		}
		if !ok {
			continue
		}
		if err := s.checkName(name); err != nil {
			return nil, fmt.Errorf("--strategy: %w", err)
		}
		made, err := s.read(ctx, name, word)
		if err != nil {
			return nil, fmt.Errorf("--strategy: %w", err)
		}
		s.strategies = append(s.strategies, made)
		for _, gap := range strategy.Gaps(made) {
			s.notes = append(s.notes, fmt.Sprintf("%s: %s", name, gap))
		}
	}
	return s, nil
}

func (s *Set) checkName(name string) error {
	switch {
	case !named().MatchString(name):
		return fmt.Errorf("found the name %s; one of 1 to 64 letters, digits, - and _ works, as in mine=exec:COMMAND", strict.Quote(name))
	case slices.Contains(catalog.Names(), name) || slices.Contains(catalog.FamilyNames(), name):
		return fmt.Errorf("found the name %q, which is that of a built-in strategy or family; another works", name)
	case s.find(name) >= 0:
		return fmt.Errorf("found two strategies named %q; a name of its own for each works", name)
	default:
		return nil
	}
}

func (s *Set) find(name string) int {
	return slices.IndexFunc(s.strategies, func(o strategy.Strategy) bool { return o.Name == name })
}

// read makes the strategy of NAME=exec:COMMAND or NAME=FILE.yaml.
func (s *Set) read(ctx context.Context, name, word string) (strategy.Strategy, error) {
	if command, ok := command(word); ok {
		if strings.TrimSpace(command) == "" {
			return strategy.Strategy{}, fmt.Errorf("%s: found an empty command; one such as exec:python3 router.py works", name)
		}
		m := router.NewCommand(ctx, name, command)
		s.memos = append(s.memos, m)
		return strategy.Strategy{Name: name, About: "a router that is a process of its own", Contract: s.contract, Router: m}, nil
	}
	_, file, _ := strings.Cut(word, "=")
	if !isFile(file) {
		return strategy.Strategy{}, fmt.Errorf("%s: found %s; exec:COMMAND works, and FILE.yaml", name, strict.Quote(file))
	}
	in, err := s.open(file)
	if err != nil {
		return strategy.Strategy{}, fmt.Errorf("%s: %w", name, err)
	}
	defer in.Close()
	return strategy.Read(in, name, file, func(word string) (contract.Contract, error) {
		if word == "" {
			return s.contract, nil
		}
		return s.findContract(word, filepath.Dir(file))
	}, catalog.Named)
}

// Notes says what tables leave unsaid: see [strategy.Gaps].
func (s *Set) Notes() []string { return s.notes }

// Choose returns the strategies of the words, in their order, as [catalog.Choose]
// does, with those that the words define.
func (s *Set) Choose(words []string) ([]strategy.Strategy, error) {
	if _, err := catalog.Choose(slices.DeleteFunc(slices.Clone(words), Defines)); err != nil {
		return nil, err
	}
	var chosen []strategy.Strategy
	for _, word := range words {
		var meant []strategy.Strategy
		if name, _, ok := strings.Cut(word, "="); ok {
			meant = s.strategies[s.find(name):][:1]
		} else {
			meant, _ = catalog.Choose([]string{word})
		}
		for _, m := range meant {
			if !slices.ContainsFunc(chosen, func(c strategy.Strategy) bool { return c.Name == m.Name }) {
				chosen = append(chosen, m)
			}
		}
	}
	return chosen, nil
}

// Find returns the strategies of the names, built-in ones and one's own, as
// [catalog.Find] does. It refuses one's own where no name is its.
func (s *Set) Find(names []string) ([]strategy.Strategy, error) {
	for _, o := range s.strategies {
		if !slices.Contains(names, o.Name) {
			return nil, fmt.Errorf("found --strategy %s=..., which is not among %s; one of these names works", o.Name, strings.Join(names, ", "))
		}
	}
	found := make([]strategy.Strategy, len(names))
	var builtin []string
	for i, name := range names {
		if at := s.find(name); at >= 0 {
			found[i] = s.strategies[at]
		} else {
			builtin = append(builtin, name)
		}
	}
	rest, err := catalog.Find(builtin)
	if err != nil {
		return nil, fmt.Errorf("%w; --strategy NAME=FILE.yaml or NAME=exec:COMMAND defines one's own", err)
	}
	for i := range found {
		if found[i].Name == "" {
			found[i], rest = rest[0], rest[1:]
		}
	}
	return found, nil
}

// Asks tells whether a process is asked.
func (s *Set) Asks() bool { return len(s.memos) > 0 }

// Compile compiles strategies as [strategy.CompileAll] does, and settles.
func (s *Set) Compile(strategies []strategy.Strategy, a scenario.Assumptions) ([]*strategy.Plan, error) {
	plans, err := strategy.CompileAll(strategies, a)
	return plans, s.Settle(err)
}

// Settle ends the processes and asks all again, once everything is compiled. It
// returns what a router did wrong, or else the error that compiling has given.
func (s *Set) Settle(compiled error) error {
	for _, m := range s.memos {
		if err := m.Err(); err != nil {
			return err // without what lies around it
		}
	}
	if compiled != nil {
		return compiled
	}
	for _, m := range s.memos {
		if err := m.Settle(); err != nil {
			return err
		}
	}
	return nil
}

// End ends the processes that still run.
func (s *Set) End() {
	for _, m := range s.memos {
		m.End()
	}
}
