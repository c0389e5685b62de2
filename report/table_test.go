package report

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
)

// escaped is a character that stands for itself in Markdown.
var escaped = regexp.MustCompile(`\\.`)

// cells counts the cells in a line of a table as GitHub does: an escaped bar is
// part of a cell.
func cells(line string) int { return strings.Count(escaped.ReplaceAllString(line, ""), "|") - 1 }

// checkTables refuses a table of Markdown whose lines differ in their cells.
func checkTables(t *testing.T, markdown string) (tables int) {
	t.Helper()
	for _, block := range strings.Split(markdown, "\n\n") {
		if !strings.HasPrefix(block, "|") {
			continue
		}
		tables++
		lines := strings.Split(strings.TrimSpace(block), "\n")
		for _, line := range lines {
			if !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|") || cells(line) != cells(lines[0]) {
				t.Errorf("%s\nhas %d cells, its table %d", line, cells(line), cells(lines[0]))
			}
		}
	}
	return tables
}

func markdownOf(t *testing.T, v view.View) string {
	t.Helper()
	var b strings.Builder
	if err := view.Write(&b, view.MarkdownFormat, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Nothing that comes from outside breaks a table: names of assumptions may hold
// bars, envelopes anything.
func TestAMarkdownTableTakesAnything(t *testing.T) {
	a := scenario.Published()
	a.Name = "a | b || c \\| d"
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	s := simulated(t, a)
	if n := checkTables(t, markdownOf(t, s)); n != 4 {
		t.Errorf("a summary has %d tables", n)
	}
	s.Results[0].Strategy = "a | b\nc"
	checkTables(t, markdownOf(t, s))
}

// A page sorts a table by values that a reader does not see: they are the values of
// the numbers that he does.
func TestValuesAreThoseOfTheNumbersShown(t *testing.T) {
	seen := 0
	for name, s := range kinds(t) {
		for _, section := range s.Sections() {
			table := section.Table
			for _, row := range table.Rows {
				if len(row.Cells) != len(table.Columns) {
					t.Fatalf("%s, %s: %d cells, want %d", name, section.Title, len(row.Cells), len(table.Columns))
				}
				for i, column := range table.Columns {
					cell := row.Cells[i]
					if column.Holds != view.Numbers {
						if cell.Value.Defined() {
							t.Errorf("%s, %s: %q has the value %v", name, section.Title, cell.Text, cell.Value)
						}
						continue
					}
					seen++
					if !showsValue(cell.Text, cell.Value, strings.HasSuffix(column.Header, "points")) {
						t.Errorf("%s, %s: %q shows %v", name, section.Title, cell.Text, cell.Value)
					}
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("%d numbers were shown", seen)
	}
}

// showsValue reports whether a cell shows a value, rounded, whose unit is one or,
// for points and with a percent sign, a hundredth.
func showsValue(cell string, value stat.Number, points bool) bool {
	shown, _, _ := strings.Cut(cell, " ")
	if !value.Defined() {
		return shown == stat.None
	}
	decimals := 0
	if _, fraction, ok := strings.Cut(shown, "."); ok {
		decimals = len(fraction)
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(shown, ",", ""), 64)
	unit := 1.0
	if points || strings.Contains(cell, "%") {
		unit = 100
	}
	return err == nil && math.Abs(float64(value)*unit-n) <= 0.5001*math.Pow10(-decimals)
}
