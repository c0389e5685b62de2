package report

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// View is a finding that people can read. Programs read its JSON encoding.
type View interface{ Sections() []Section }

// Section is a part of a view: a title, sentences, then a table. Each may be
// missing.
type Section struct {
	Title string
	Text  []string
	Table Table
}

// Table is rows of text below a header.
type Table struct {
	Header []string
	Rows   [][]string
	Left   int // how many columns, from the first, are words; the rest are numbers
}

// renderTable writes aligned columns, or a Markdown table.
func (t Table) render(markdown bool) string {
	w := table.NewWriter()
	w.SetStyle(plainStyle())
	w.AppendHeader(row(t.Header))
	for _, r := range t.Rows {
		w.AppendRow(row(r))
	}
	var columns []table.ColumnConfig
	for i := range t.Header {
		align := text.AlignRight
		if i < t.Left {
			align = text.AlignLeft
		}
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align})
	}
	w.SetColumnConfigs(columns)
	if markdown {
		return w.RenderMarkdown() + "\n"
	}
	// Padding to the last column would only trail.
	lines := strings.Split(w.Render(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, c := range cells {
		r[i] = c
	}
	return r
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
