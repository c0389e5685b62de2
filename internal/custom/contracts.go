package custom

import (
	"fmt"
	"path/filepath"
	"slices"

	"errbench/contract"
	"errbench/internal/strict"
	"errbench/strategy/catalog"
)

// isFile reports whether a word names a file.
func isFile(word string) bool { return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(word)) }

// findContract returns a built-in contract by name, or reads one from a file. A
// relative file name is relative to the folder.
func (s *Set) findContract(word, folder string) (contract.Contract, error) {
	if !isFile(word) {
		var names []string
		for _, c := range Contracts() {
			if names = append(names, c.Name); c.Name == word {
				return c, nil
			}
		}
		return contract.Contract{}, fmt.Errorf("no contract is named %s%s, or name a FILE.yaml", strict.Quote(word), strict.Choices(word, names))
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
