package catalog

import (
	"fmt"
	"slices"

	"errbench/internal/strict"
	"errbench/strategy"
)

// Family is a group of built-in strategies.
type Family struct {
	Name       string // no strategy has this name
	About      string // a sentence
	Strategies []strategy.Strategy
}

// Families returns the built-in strategies by family. All names differ.
func Families() []Family {
	return []Family{
		{"published", "The strategies of the published benchmark. Commands use them if no strategy is named.", Published()},
		{"guarded", "Strategies that use the whole envelope with care.", []strategy.Strategy{cautious(), guarded()}},
		{"policies", "The retry policies of known libraries and articles, with default settings.", policies()},
		{"frameworks", "What agent frameworks do with a failed call: make a message for a model, try again, or crash. What the model does next is assumed.", frameworks()},
	}
}

// Builtin returns the built-in strategies, family by family.
func Builtin() []strategy.Strategy {
	var all []strategy.Strategy
	for _, f := range Families() {
		all = append(all, f.Strategies...)
	}
	return all
}

// Names returns the names of the built-in strategies in order.
func Names() []string { return namesOf(Builtin()) }

func namesOf(strategies []strategy.Strategy) []string {
	var names []string
	for _, s := range strategies {
		names = append(names, s.Name)
	}
	return names
}

// FamilyNames returns the names of the families in order.
func FamilyNames() []string {
	var names []string
	for _, f := range Families() {
		names = append(names, f.Name)
	}
	return names
}

// Find returns the built-in strategies of the names, in this order. It returns an error
// if a name is unknown or stands twice.
func Find(names []string) ([]strategy.Strategy, error) {
	var found []strategy.Strategy
	for i, name := range names {
		s, err := Named(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("strategy %q is named twice; name it once", name)
		}
		found = append(found, s)
	}
	return found, nil
}

// Named returns the built-in strategy of a name.
func Named(name string) (strategy.Strategy, error) {
	builtin := Builtin()
	at := slices.IndexFunc(builtin, named(name))
	if at < 0 {
		return strategy.Strategy{}, fmt.Errorf("no strategy is named %q%s", name, strict.HintOr(name, Names(), listed))
	}
	return builtin[at], nil
}

// Choose returns the strategies of a word, which is the name of a strategy or of a family.
func Choose(word string) ([]strategy.Strategy, error) {
	for _, f := range Families() {
		if f.Name == word {
			return f.Strategies, nil
		}
		if at := slices.IndexFunc(f.Strategies, named(word)); at >= 0 {
			return f.Strategies[at : at+1], nil
		}
	}
	return nil, fmt.Errorf("no strategy or family is named %q%s", word, strict.HintOr(word, append(FamilyNames(), Names()...), listed))
}

// listed ends an error about a name that no word resembles.
const listed = "; `errbench list` shows the names"

func named(name string) func(strategy.Strategy) bool {
	return func(s strategy.Strategy) bool { return s.Name == name }
}
