package view

import (
	"slices"

	"errbench/internal/stat"
)

// Table is rows of cells below a header. Every format that has tables writes the same
// Table.
type Table struct {
	Columns []Column
	Rows    []Row

	// Names is the number of leading columns that name a row. If a terminal is too
	// narrow for all columns, the rest go to further tables that repeat the names. A
	// table whose Names is 0 is never split.
	Names int
}

// Column is a header and what stands below it.
type Column struct {
	Header string
	Holds  Content
}

// Content is what the cells of a column hold.
type Content int

// The contents of columns.
const (
	Words   Content = iota // aligned to the left
	Keys                   // words with dots, after each of which a narrow screen may break them
	Numbers                // aligned to the right
)

// Row is a row of a table: a cell for each column.
type Row struct {
	Cells []Cell
	// Changed marks a value that was changed. Only pages show the mark.
	Changed bool
}

// Cell is a word, or a number and perhaps its interval. A page sorts numbers by their
// values.
type Cell struct {
	Text     string
	Value    stat.Number // Undefined for words
	Interval string      // such as "[0.1, 0.2]"; empty if there is none
}

// whole returns all that the cell says.
func (c Cell) whole() string {
	if c.Interval == "" {
		return c.Text
	}
	return c.Text + " " + c.Interval
}

// Columns returns columns with the headers. The first ones hold words, the rest
// numbers.
func Columns(words int, headers ...string) []Column {
	columns := make([]Column, len(headers))
	for i, h := range headers {
		columns[i].Header = h
		if i >= words {
			columns[i].Holds = Numbers
		}
	}
	return columns
}

// Word returns the cell of a word, or of a number that no page sorts by.
func Word(text string) Cell { return Cell{Text: text, Value: stat.Undefined} }

// Counted returns the cell of a whole number.
func Counted(n int64) Cell { return Cell{Text: stat.Count(n), Value: stat.Number(n)} }

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, Row{Cells: cells}) }

// AddTexts appends a row whose numbers no page sorts by.
func (t *Table) AddTexts(texts ...string) {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i] = Word(text)
	}
	t.Add(cells...)
}

// Headers returns the header.
func (t Table) Headers() []string {
	headers := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		headers[i] = c.Header
	}
	return headers
}

// Texts returns the texts of each row.
func (t Table) Texts() [][]string {
	rows := make([][]string, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = make([]string, len(r.Cells))
		for k, c := range r.Cells {
			rows[i][k] = c.whole()
		}
	}
	return rows
}

// Without returns the table without a column that no other is named by.
func (t Table) Without(column int) Table {
	return t.pick(func(i int) bool { return i != column })
}

// pick returns the table with the columns that are kept.
func (t Table) pick(keep func(column int) bool) Table {
	picked := Table{Names: t.Names}
	for i, c := range t.Columns {
		if keep(i) {
			picked.Columns = append(picked.Columns, c)
		}
	}
	for _, r := range t.Rows {
		var cells []Cell
		for i, c := range r.Cells {
			if keep(i) {
				cells = append(cells, c)
			}
		}
		picked.Rows = append(picked.Rows, Row{cells, r.Changed})
	}
	return picked
}

// escaped returns the table with every text escaped, headers too.
func (t Table) escaped(escape func(string) string) Table {
	columns, rows := slices.Clone(t.Columns), make([]Row, len(t.Rows))
	for i := range columns {
		columns[i].Header = escape(columns[i].Header)
	}
	for i, r := range t.Rows {
		rows[i] = Row{slices.Clone(r.Cells), r.Changed}
		for k := range r.Cells {
			c := &rows[i].Cells[k]
			c.Text, c.Interval = escape(c.Text), escape(c.Interval)
		}
	}
	t.Columns, t.Rows = columns, rows
	return t
}
