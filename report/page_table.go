package report

import (
	"strconv"

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
	t := view.Table{Left: 4, Header: []string{"strategy", "contract", "router", "what it does"}}
	for _, e := range s.Expected {
		t.Add([]string{e.Strategy, e.Contract, e.Router, about[e.Identity]})
	}
	return t
}

// assumptionTables tell everything about every assumption: those of the article and
// what was changed, then the others.
func assumptionTables(a scenario.Assumptions) (shown, others *view.PageTable) {
	shown = &view.PageTable{ID: "assumptions", Caption: "Assumptions, beside the published benchmark's"}
	others = &view.PageTable{ID: "others", Caption: "Assumptions that are as in the published benchmark"}
	for i, name := range []string{"assumption", "value", "published value", "origin", "meaning"} {
		shown.Header = append(shown.Header, view.PageCell{Text: name, Number: i == 1 || i == 2})
	}
	others.Header = shown.Header
	for _, f := range scenario.Fields() {
		value, published := f.Get(&a), f.Default()
		t := shown
		if f.Section != "" && value == published {
			t = others
		}
		t.Rows = append(t.Rows, view.PageRow{Changed: value != published, Cells: []view.PageCell{
			{Text: f.Key, Head: true, Key: true},
			{Text: value, Number: true, Value: sortable(f, value)},
			{Text: published, Number: true, Value: sortable(f, published)},
			{Text: string(f.Origin)},
			{Text: f.About},
		}})
	}
	return shown, others
}

// sortable returns the number that the value of an assumption is, or "". A name
// may look like one.
func sortable(f scenario.Field, value string) string {
	if f.Key == "name" {
		return ""
	}
	return decimalIn(value)
}

// decimalIn returns the number that a text is, or "".
func decimalIn(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return ""
	}
	return text
}
