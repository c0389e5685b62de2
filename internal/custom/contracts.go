package custom

import (
	"fmt"
	"path/filepath"
	"slices"

	"errbench/contract"
	"errbench/internal/strict"
	"errbench/strategy/catalog"
)

// isFile tells whether a word is the name of a file rather than that of anything
// built in.
func isFile(word string) bool { return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(word)) }

// findContract returns a contract of a built-in strategy, or reads one from a file,
// which is beside the folder's others unless its name is absolute.
func (s *Set) findContract(word, folder string) (contract.Contract, error) {
	if !isFile(word) {
		builtin := Contracts()
		var names []string
		for _, c := range builtin {
			if names = append(names, c.Name); c.Name == word {
				return c, nil
			}
		}
		return contract.Contract{}, fmt.Errorf("found %s%s; a FILE.yaml works too", strict.Quote(word), strict.Choices(word, names))
	}
	if !filepath.IsAbs(word) {
		word = filepath.Join(folder, word)
	}
	in, err := s.open(word)
	if err != nil {
		return contract.Contract{}, err
	}
	defer in.Close()
	return contract.Read(in, word)
}

// Contracts returns the contracts of the built-in strategies, each once.
func Contracts() (all []contract.Contract) {
	for _, s := range catalog.Builtin() {
		if !slices.ContainsFunc(all, func(c contract.Contract) bool { return c.Name == s.Contract.Name }) {
			all = append(all, s.Contract)
		}
	}
	return all
}
