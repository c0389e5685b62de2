package view

import (
	"strings"

	"errbench/internal/stat"
)

// PageTable is a table of a page. A reader can sort it by any column.
type PageTable struct {
	ID, Caption string
	Header      []PageCell
	Rows        []PageRow
}

// PageRow is a row of a table. A page marks it if its value was changed.
type PageRow struct {
	Changed bool
	Cells   []PageCell
}

// PageCell is a cell: a word, perhaps the head of its row or a key, or a number with
// its interval.
type PageCell struct {
	Text, Interval    string
	Head, Key, Number bool
	Value             string // of a number; empty if it is undefined
}

// Parts cuts a key after each dot, where a narrow screen may break it.
func (c PageCell) Parts() []string {
	if !c.Key {
		return []string{c.Text}
	}
	return strings.SplitAfter(c.Text, ".")
}

// ForPage returns the table as one that can be sorted.
func (t Table) ForPage(id, caption string) *PageTable {
	p := &PageTable{ID: id, Caption: caption}
	for i, h := range t.Header {
		p.Header = append(p.Header, PageCell{Text: h, Number: i >= t.Left})
	}
	for i, row := range t.Rows {
		var cells []PageCell
		for k, text := range row {
			c := PageCell{Text: text, Head: k == 0}
			if k >= t.Left {
				c = numberCell(text, t.Values[i][k-t.Left])
			}
			cells = append(cells, c)
		}
		p.Rows = append(p.Rows, PageRow{Cells: cells})
	}
	return p
}

// numberCell returns the cell of a number, apart from its interval if it has one.
func numberCell(text string, value stat.Number) PageCell {
	c := PageCell{Text: text, Number: true}
	if number, interval, ok := strings.Cut(text, " ["); ok {
		c.Text, c.Interval = number, "["+interval
	}
	if value.Defined() {
		c.Value = value.Text()
	}
	return c
}
