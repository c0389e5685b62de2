package report

import (
	"strconv"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// strategyTable tells of each strategy what the summary says, and what it does
// where it is a built-in one.
func (s Summary) strategyTable() view.Table {
	about := map[Identity]string{}
	for _, b := range catalog.Builtin() {
		about[Identity{b.Name, b.Contract.Name, b.Router.Name()}] = b.About
	}
	t := view.Table{Columns: view.Columns(4, "strategy", "contract", "router", "what it does")}
	for _, e := range s.Expected {
		t.AddTexts(e.Strategy, e.Contract, e.Router, about[e.Identity])
	}
	return t
}

// assumptionTables returns every assumption: first the article's assumptions and all
// that were changed, then the others.
func assumptionTables(a scenario.Assumptions) (shown, others view.Table) {
	shown.Columns = []view.Column{{Header: "assumption", Holds: view.Keys}, {Header: "value", Holds: view.Numbers},
		{Header: "published value", Holds: view.Numbers}, {Header: "origin"}, {Header: "meaning"}}
	others.Columns = shown.Columns
	for _, f := range scenario.Fields() {
		value, published := f.Get(&a), f.Default()
		t := &shown
		if f.Section != "" && value == published {
			t = &others
		}
		t.Add(view.Word(f.Key), assumed(f, value), assumed(f, published), view.Word(string(f.Origin)), view.Word(f.About))
		t.Rows[len(t.Rows)-1].Changed = value != published
	}
	return shown, others
}

// assumed returns the cell of an assumption, whose value is a number unless it is a
// name: a name may look like a number.
func assumed(f scenario.Field, value string) view.Cell {
	n, err := strconv.ParseFloat(value, 64)
	if f.Key == "name" || err != nil {
		return view.Word(value)
	}
	return view.Cell{Text: value, Value: stat.Number(n)}
}
