package report

import (
	"slices"
	"strings"

	"errbench/contract"
	"errbench/internal/view"
	"errbench/strategy/catalog"
)

// Command returns the command line that makes the summary again, for a POSIX shell. It
// makes a complete summary even if this one was interrupted.
func (s Summary) Command() string {
	a := s.Assumptions
	from, changed := a.Changes()
	words := []string{"errbench", "run", "--scenario", from.Name}
	for _, f := range changed {
		switch f.Key {
		case "seed", "stream", "runs", "operations":
			words = append(words, "--"+f.Key, f.Get(&a))
		default:
			words = append(words, "--set", f.Key+"="+f.Get(&a))
		}
	}
	words = append(words, s.strategyWords()...)
	if s.Engine != ReplayEngine {
		words = append(words, "--engine", s.Engine)
	}
	words = append(words, "--format", string(view.JSONFormat))
	for i, w := range words {
		words[i] = shellWord(w)
	}
	return strings.Join(words, " ")
}

// strategyWords returns the flags that choose the strategies. Custom strategies are named
// by their routers and contracts, which are names of files and words of commands without
// folders.
func (s Summary) strategyWords() (words []string) {
	var contracts []string
	for _, e := range s.Expected {
		word := e.Strategy
		if !slices.Contains(catalog.Names(), word) {
			word += "=" + e.Router
			contracts = append(contracts, e.Contract)
		}
		words = append(words, "--strategy", word)
	}
	if len(contracts) == 0 {
		return []string{"--strategy", strings.Join(s.names(), ",")}
	}
	if first := contracts[0]; first != contract.ActionableEnvelope().Name && !slices.ContainsFunc(contracts, func(c string) bool { return c != first }) {
		words = append(words, "--contract", first)
	}
	return words
}

func (s Summary) names() []string {
	var names []string
	for _, e := range s.Expected {
		names = append(names, e.Strategy)
	}
	return names
}

// shellWord quotes a word that a shell would not leave unchanged.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.ContainsRune("-_./,=+:@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
