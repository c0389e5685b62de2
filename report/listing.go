package report

import (
	"errbench/scenario"
	"errbench/strategy"
)

// Listing is what the program has built in.
type Listing struct {
	Strategies []Named `json:"strategies"`
	Presets    []Named `json:"presets"`
}

// Named is a built-in thing.
type Named struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// List returns what the program has built in.
func List() Listing {
	var l Listing
	for _, s := range strategy.Builtin() {
		l.Strategies = append(l.Strategies, Named{s.Name, s.About})
	}
	for _, p := range scenario.Presets() {
		l.Presets = append(l.Presets, Named{p.Name, p.Sentence()})
	}
	return l
}

// Sections implements View.
func (l Listing) Sections() []Section {
	table := func(list []Named) Table {
		t := Table{Left: 2, Header: []string{"name", "about"}}
		for _, n := range list {
			t.Rows = append(t.Rows, []string{n.Name, n.About})
		}
		return t
	}
	return []Section{
		{Title: "Strategies", Text: []string{"Commands take them with --strategy, --of or --between."}, Table: table(l.Strategies)},
		{Title: "Presets", Text: []string{"Commands take them with --scenario."}, Table: table(l.Presets)},
	}
}
