package strategy

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/strict"
	"errbench/scenario"
)

// AllKinds names all kinds of operations.
const AllKinds = "all"

// FindKinds returns the kinds of the assumptions that a name stands for: the names
// of a class, a distortion or a risk, or of several, joined by slashes. A kind has to
// have them all. Without a name they are those that are reported honestly, of the
// first risk that occurs.
func FindKinds(a scenario.Assumptions, name string) ([]scenario.Kind, error) {
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
		return nil, fmt.Errorf("no operation is %s; the names of one class, one distortion and one risk, or of less, work", name)
	}
	return found, nil
}

// KindWords returns every word that [FindKinds] may know.
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

// wordsOf returns the names of all that a kind is.
func wordsOf(k scenario.Kind) []string {
	words := []string{k.Distortion.String(), k.Risk.String()}
	if c, failed := k.Class.Get(); failed {
		words = append(words, c.String())
	}
	return words
}
