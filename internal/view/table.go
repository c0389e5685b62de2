package view

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"errbench/internal/stat"
)

// Table is rows of text below a header.
type Table struct {
	Header []string
	Rows   [][]string
	Left   int // how many columns, from the first, are words; the rest are numbers

	// Names is how many columns, from the first, name a row, where each other column
	// can be read by itself beside them: if a terminal is too narrow for all, more
	// tables follow with the same names. A table of 0 stays whole.
	Names int

	// Values holds for each row what its numbers were before they were rounded
	// to be shown: a page sorts by them. A table may do without.
	Values [][]stat.Number
}

// Cell is a number in a table: the text that is shown, and its value.
type Cell struct {
	Text  string
	Value stat.Number
}

// Counted shows a whole number.
func Counted(n int64) Cell { return Cell{stat.Count(n), stat.Number(n)} }

// Add appends a row of words, then numbers.
func (t *Table) Add(words []string, numbers ...Cell) {
	row, values := slices.Clone(words), []stat.Number{}
	for _, n := range numbers {
		row, values = append(row, n.Text), append(values, n.Value)
	}
	t.Rows, t.Values = append(t.Rows, row), append(t.Values, values)
}

// Without returns the table without one of its columns of words.
func (t Table) Without(column int) Table {
	drop := func(row []string) []string { return slices.Delete(slices.Clone(row), column, column+1) }
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = drop(row)
	}
	t.Header, t.Rows, t.Left = drop(t.Header), rows, t.Left-1
	return t
}

// Column returns the index of the column with the header, -1 if there is none.
func (t Table) Column(header string) int { return slices.Index(t.Header, header) }

// tableWidth is how wide a table on a terminal may be, in characters, before its
// header is broken between words, and then its columns are shared out.
const tableWidth = 100

// render writes aligned columns, or a Markdown table, of printable text.
func (t Table) render(markdown bool) string {
	if markdown {
		t = t.escaped(markdownLine)
		return t.writer(t.Header).RenderMarkdown() + "\n"
	}
	t = t.escaped(Line)
	if t.width() > tableWidth {
		t.Header = t.narrowHeader()
	}
	var b strings.Builder
	for i, part := range t.parts() {
		if i > 0 {
			b.WriteString("\n")
		}
		// Padding to the last column would only trail.
		for line := range strings.Lines(part.writer(part.Header).Render() + "\n") {
			b.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
	}
	return b.String()
}

// width is how wide the table is on a terminal.
func (t Table) width() int {
	line, _, _ := strings.Cut(t.writer(t.Header).Render(), "\n")
	return utf8.RuneCountInString(line)
}

// parts shares the columns out to as many tables as it takes for each to fit, all
// with the names.
func (t Table) parts() []Table {
	if t.Names == 0 || t.width() <= tableWidth {
		return []Table{t}
	}
	var parts []Table
	for from := t.Names; from < len(t.Header); {
		to := from + 1
		part := t.columns(from, to)
		for to < len(t.Header) {
			wider := t.columns(from, to+1)
			if wider.width() > tableWidth {
				break
			}
			part, to = wider, to+1
		}
		parts, from = append(parts, part), to
	}
	return parts
}

// columns returns the table with no more columns beside the names than those from
// one up to another.
func (t Table) columns(from, to int) Table {
	part := Table{Left: t.Left, Header: slices.Concat(t.Header[:t.Names], t.Header[from:to])}
	for _, r := range t.Rows {
		part.Rows = append(part.Rows, slices.Concat(r[:t.Names], r[from:to]))
	}
	return part
}

// narrowHeader breaks the header where it is wider than what stands below it.
func (t Table) narrowHeader() []string {
	var narrow []string
	for i, h := range t.Header {
		width := 0
		for _, r := range t.Rows {
			width = max(width, utf8.RuneCountInString(r[i]))
		}
		narrow = append(narrow, wrap(h, width))
	}
	return narrow
}

func (t Table) writer(header []string) table.Writer {
	w := table.NewWriter()
	w.SetStyle(plainStyle())
	w.AppendHeader(row(header))
	for _, r := range t.Rows {
		w.AppendRow(row(r))
	}
	var columns []table.ColumnConfig
	for i := range t.Header {
		align := text.AlignRight
		if i < t.Left {
			align = text.AlignLeft
		}
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, VAlignHeader: text.VAlignBottom})
	}
	w.SetColumnConfigs(columns)
	return w
}

// row returns cells as go-pretty takes them.
func row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, c := range cells {
		r[i] = c
	}
	return r
}

// escaped returns the table with every text escaped, those of the header too.
func (t Table) escaped(escape func(string) string) Table {
	all := func(cells []string) []string {
		escaped := make([]string, len(cells))
		for i, c := range cells {
			escaped[i] = escape(c)
		}
		return escaped
	}
	t.Header = all(t.Header)
	rows := make([][]string, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = all(r)
	}
	t.Rows = rows
	return t
}

// plainStyle has no border and no lines but one under the header.
func plainStyle() table.Style {
	s := table.StyleDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Box.MiddleHorizontal, s.Box.MiddleVertical, s.Box.MiddleSeparator = "-", "", "-"
	s.Format.Header = text.FormatDefault
	s.Options = table.Options{SeparateHeader: true}
	return s
}
