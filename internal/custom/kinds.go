package custom

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/strict"
	"errbench/scenario"
)

// AllKinds is the name of all kinds of operations.
const AllKinds = "all"

// Kinds returns the kinds of the assumptions that match a name: [AllKinds], or the names
// of a class, a distortion and a risk, or of some of these, joined by slashes. A kind
// matches if it has all of them. The name "" matches the honest reports of the first
// risk that occurs.
func Kinds(a scenario.Assumptions, name string) ([]scenario.Kind, error) {
	kinds := scenario.Kinds(a)
	switch name {
	case AllKinds:
		return kinds, nil
	case "":
		name = scenario.Honest.String() + "/" + kinds[0].Risk.String()
	}
	words := kindWords(kinds)
	wanted := strings.Split(name, "/")
	for _, word := range wanted {
		if !slices.Contains(words, word) {
			return nil, fmt.Errorf("no operation has %q%s, %s", word, strict.Choices(word, words), AllKinds)
		}
	}
	var found []scenario.Kind
	for _, k := range kinds {
		if !slices.ContainsFunc(wanted, func(word string) bool { return !slices.Contains(wordsOf(k), word) }) {
			found = append(found, k)
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no operation is %s; join at most one class, one distortion and one risk", name)
	}
	return found, nil
}

// KindWords returns every word that can stand in a name for [Kinds], whatever the
// assumptions.
func KindWords() []string {
	words := []string{AllKinds}
	for _, c := range scenario.AllClasses() {
		words = append(words, c.String())
	}
	for d := range scenario.NumDistortions {
		words = append(words, scenario.Distortion(d).String())
	}
	for _, r := range scenario.AllRisks() {
		words = append(words, r.String())
	}
	return words
}

// kindWords returns the words that kinds have, each once.
func kindWords(kinds []scenario.Kind) []string {
	var words []string
	for _, k := range kinds {
		for _, word := range wordsOf(k) {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// wordsOf returns the names of the distortion, the risk and the class of a kind.
func wordsOf(k scenario.Kind) []string {
	words := []string{k.Distortion.String(), k.Risk.String()}
	if c, failed := k.Class.Get(); failed {
		words = append(words, c.String())
	}
	return words
}
