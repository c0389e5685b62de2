package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestColumnsAreAligned(t *testing.T) {
	table := Table{Columns: Columns(1, "name", "n")}
	for _, texts := range [][]string{{"a", "1"}, {"a longer one", "1,000"}, {"ümlaut", ""}} {
		table.AddTexts(texts...)
	}
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

// Whatever a table with names holds, it fits on a terminal if one column beside them
// does, and no column is lost or moved.
func TestAWideTableIsSharedOut(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		table := Table{Names: rapid.IntRange(1, 2).Draw(rt, "names")}
		n := table.Names + rapid.IntRange(1, 20).Draw(rt, "columns")
		word := rapid.StringMatching(`[a-z]{1,20}`)
		table.Columns = Columns(rapid.IntRange(0, 2).Draw(rt, "words"), rapid.SliceOfN(word, n, n).Draw(rt, "headers")...)
		for range rapid.IntRange(1, 3).Draw(rt, "rows") {
			table.AddTexts(rapid.SliceOfN(word, n, n).Draw(rt, "row")...)
		}
		rows := make([][]string, len(table.Rows)+1)
		for i, part := range strings.Split(strings.TrimSuffix(table.render(false), "\n"), "\n\n") {
			lines := slices.DeleteFunc(strings.Split(part, "\n"), func(l string) bool { return strings.HasPrefix(l, "-") })
			for j, line := range lines {
				if len(line) > tableWidth {
					rt.Fatalf("a line of %d characters:\n%s", len(line), line)
				}
				words := strings.Fields(line)
				if i > 0 {
					words = words[table.Names:]
				}
				rows[j] = append(rows[j], words...)
			}
		}
		if diff := cmp.Diff(append([][]string{table.Headers()}, table.Texts()...), rows); diff != "" {
			rt.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A column is taken out of a table, and the table it was made of stays.
func TestATableWithoutAColumn(t *testing.T) {
	whole := Table{Columns: Columns(2, "a", "b", "c"), Rows: []Row{{Cells: []Cell{{"1", 1, ""}, {"2", 2, ""}, {"3", 3, ""}}, Changed: true}}}
	before := fmt.Sprint(whole)
	want := Table{Columns: Columns(1, "a", "c"), Rows: []Row{{Cells: []Cell{{"1", 1, ""}, {"3", 3, ""}}, Changed: true}}}
	if diff := cmp.Diff(want, whole.Without(1)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if after := fmt.Sprint(whole); after != before {
		t.Errorf("%s became %s", before, after)
	}
}

func TestSentencesAreBrokenBetweenWords(t *testing.T) {
	for _, test := range []struct{ sentence, want string }{
		{"", ""},
		{"one", "one"},
		{"aaa bbb cc", "aaa bbb\ncc"},
		{"aaaaaaaaaaaa b", "aaaaaaaaaaaa\nb"},
		{"äöü äöü ä", "äöü äöü\nä"},
		{"a b c d e", "a b c d\ne"},
	} {
		if got := wrap(test.sentence, 7); got != test.want {
			t.Errorf("%q is broken as %q, want %q", test.sentence, got, test.want)
		}
	}
}
