package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

func TestColumnsAreAligned(t *testing.T) {
	table := Table{Left: 1, Header: []string{"name", "n"}, Rows: [][]string{{"a", "1"}, {"a longer one", "1,000"}, {"ümlaut", ""}}}
	const want = `name              n
---------------------
a                 1
a longer one  1,000
ümlaut
`
	if diff := cmp.Diff(want, table.render(false)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	const markdown = `| name | n |
|:--- | ---:|
| a | 1 |
| a longer one | 1,000 |
| ümlaut |  |
`
	if diff := cmp.Diff(markdown, table.render(true)); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
}

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

func markdownOf(t *testing.T, v View) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, MarkdownFormat, v); err != nil {
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

	text := optional.Of("a | b\n| c \\| d\r\n\x00\u2028\u0085")
	routing := Route(strategy.Published()[2].Router, []contract.Placed{{Line: 1, Error: contract.Error{Code: text, Message: text, TraceID: text}}})
	if n := checkTables(t, markdownOf(t, routing)); n != 1 {
		t.Errorf("a routing has %d tables", n)
	}
}
