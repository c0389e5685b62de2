package report

import (
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// pageTable is a table that can be sorted.
type pageTable struct {
	ID, Caption string
	Header      []pageCell
	Rows        []pageRow
}

// pageRow is a row of a table, marked where its value was changed.
type pageRow struct {
	Changed bool
	Cells   []pageCell
}

// pageCell is a cell: a word, the head of its row or a key perhaps, or a number
// with its interval.
type pageCell struct {
	Text, Interval    string
	Head, Key, Number bool
	Value             string // of a number, undefined where empty
}

// Parts cuts the text where it may be broken for a narrow screen: a key after each
// dot.
func (c pageCell) Parts() []string {
	if !c.Key {
		return []string{c.Text}
	}
	return strings.SplitAfter(c.Text, ".")
}

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
func assumptionTables(a scenario.Assumptions) (shown, others *pageTable) {
	shown = &pageTable{ID: "assumptions", Caption: "Assumptions, beside the published benchmark's"}
	others = &pageTable{ID: "others", Caption: "Assumptions that are as in the published benchmark"}
	for i, name := range []string{"assumption", "value", "published value", "origin", "meaning"} {
		shown.Header = append(shown.Header, pageCell{Text: name, Number: i == 1 || i == 2})
	}
	others.Header = shown.Header
	for _, f := range scenario.Fields() {
		value, published := f.Get(&a), f.Default()
		t := shown
		if f.Section != "" && value == published {
			t = others
		}
		t.Rows = append(t.Rows, pageRow{value != published, []pageCell{
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

// newPageTable makes a table of a view sortable.
func newPageTable(id, caption string, t view.Table) *pageTable {
	p := &pageTable{ID: id, Caption: caption}
	for i, h := range t.Header {
		p.Header = append(p.Header, pageCell{Text: h, Number: i >= t.Left})
	}
	for i, row := range t.Rows {
		var cells []pageCell
		for k, text := range row {
			c := pageCell{Text: text, Head: k == 0}
			if k >= t.Left {
				c = numberCell(text, t.Values[i][k-t.Left])
			}
			cells = append(cells, c)
		}
		p.Rows = append(p.Rows, pageRow{Cells: cells})
	}
	return p
}

// numberCell is the cell of a number, apart from its interval if it has one.
func numberCell(text string, value stat.Number) pageCell {
	c := pageCell{Text: text, Number: true}
	if number, interval, ok := strings.Cut(text, " ["); ok {
		c.Text, c.Interval = number, "["+interval
	}
	if value.Defined() {
		c.Value = value.Text()
	}
	return c
}
