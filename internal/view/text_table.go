package view

import (
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// tableWidth is the width, in characters, above which the header of a table on a
// terminal is broken between words, and then the table is split.
const tableWidth = 100

// render returns the table in Markdown, or with aligned columns, split if it is too wide
// for a terminal.
func (t Table) render(markdown bool) string {
	if markdown {
		return t.escaped(markdownLine).writer().RenderMarkdown() + "\n"
	}
	t = t.escaped(Line)
	if t.width() > tableWidth {
		t.breakHeader()
	}
	var b strings.Builder
	for i, part := range t.split() {
		if i > 0 {
			b.WriteString("\n")
		}
		// The padding of the last column would only trail.
		for line := range strings.Lines(part.writer().Render() + "\n") {
			b.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
	}
	return b.String()
}

// width returns the width of the table on a terminal.
func (t Table) width() int {
	line, _, _ := strings.Cut(t.writer().Render(), "\n")
	return utf8.RuneCountInString(line)
}

// split distributes the columns over as few tables as fit, all with the names.
func (t Table) split() []Table {
	if t.Names == 0 || t.width() <= tableWidth {
		return []Table{t}
	}
	columns := func(from, to int) Table {
		return t.pick(func(i int) bool { return i < t.Names || from <= i && i < to })
	}
	var parts []Table
	for from := t.Names; from < len(t.Columns); {
		to := from + 1
		for to < len(t.Columns) && columns(from, to+1).width() <= tableWidth {
			to++
		}
		parts, from = append(parts, columns(from, to)), to
	}
	return parts
}

// breakHeader breaks each header that is wider than the texts below it. The columns
// must be the table's own.
func (t Table) breakHeader() {
	for i, c := range t.Columns {
		width := 0
		for _, r := range t.Rows {
			width = max(width, utf8.RuneCountInString(r.Cells[i].whole()))
		}
		t.Columns[i].Header = wrap(c.Header, width)
	}
}

// writer returns the table as go-pretty takes it.
func (t Table) writer() table.Writer {
	w := table.NewWriter()
	w.SetStyle(plainStyle())
	w.AppendHeader(prettyRow(t.Headers()))
	for _, texts := range t.Texts() {
		w.AppendRow(prettyRow(texts))
	}
	var columns []table.ColumnConfig
	for i, c := range t.Columns {
		align := text.AlignLeft
		if c.Holds == Numbers {
			align = text.AlignRight
		}
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, VAlignHeader: text.VAlignBottom})
	}
	w.SetColumnConfigs(columns)
	return w
}

func prettyRow(texts []string) table.Row {
	r := make(table.Row, len(texts))
	for i, text := range texts {
		r[i] = text
	}
	return r
}

// plainStyle has no border, and no line except below the header.
func plainStyle() table.Style {
	s := table.StyleDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Box.MiddleHorizontal, s.Box.MiddleVertical, s.Box.MiddleSeparator = "-", "", "-"
	s.Format.Header = text.FormatDefault
	s.Options = table.Options{SeparateHeader: true}
	return s
}
