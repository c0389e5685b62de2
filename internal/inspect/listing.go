package inspect

import (
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// Listing is what the program has built in.
type Listing struct {
	Families   []Named    `json:"families"`
	Strategies []Relative `json:"strategies"` // family by family
	Presets    []Named    `json:"presets"`
}

// Named is a built-in preset, family or strategy.
type Named struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// Relative is a strategy and its family.
type Relative struct {
	Family string `json:"family"`
	Named
}

// List returns what the program has built in.
func List() Listing {
	var l Listing
	for _, f := range catalog.Families() {
		l.Families = append(l.Families, Named{f.Name, f.About})
		for _, s := range f.Strategies {
			l.Strategies = append(l.Strategies, Relative{f.Name, Named{s.Name, s.About}})
		}
	}
	for _, p := range scenario.Presets() {
		l.Presets = append(l.Presets, Named{p.Name, p.Sentence()})
	}
	return l
}

// Sections implements View: the strategies in a section for each family.
func (l Listing) Sections() []view.Section {
	sections := []view.Section{{Title: "Strategies", Text: []string{
		"Commands take them with --strategy, --of or --between; --strategy takes the names of families too.",
	}}}
	for _, f := range l.Families {
		var members []Named
		for _, s := range l.Strategies {
			if s.Family == f.Name {
				members = append(members, s.Named)
			}
		}
		sections = append(sections, view.Section{Title: "Family: " + f.Name, Text: []string{f.About}, Table: nameTable(members)})
	}
	return append(sections, view.Section{Title: "Presets", Text: []string{"Commands take them with --scenario."}, Table: nameTable(l.Presets)})
}

func nameTable(list []Named) view.Table {
	t := view.Table{Columns: view.Columns(2, "name", "about")}
	for _, n := range list {
		t.AddTexts(n.Name, n.About)
	}
	return t
}
