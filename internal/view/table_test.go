package view

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
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

// Whatever a table with names holds, it fits on a terminal if one column beside them
// does, and no column is lost or moved.
func TestAWideTableIsSharedOut(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		table := Table{Left: rapid.IntRange(0, 2).Draw(rt, "left"), Names: rapid.IntRange(1, 2).Draw(rt, "names")}
		n := table.Names + rapid.IntRange(1, 20).Draw(rt, "columns")
		word := rapid.StringMatching(`[a-z]{1,20}`)
		for range n {
			table.Header = append(table.Header, word.Draw(rt, "header"))
		}
		for range rapid.IntRange(1, 3).Draw(rt, "rows") {
			table.Rows = append(table.Rows, rapid.SliceOfN(word, n, n).Draw(rt, "row"))
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
		if diff := cmp.Diff(append([][]string{table.Header}, table.Rows...), rows); diff != "" {
			rt.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A column of words is taken out of a table, and the table it was made of stays.
func TestATableWithoutAColumn(t *testing.T) {
	whole := Table{Left: 2, Header: []string{"a", "b", "c"}, Rows: [][]string{{"1", "2", "3"}, {"4", "5", "6"}}}
	got := whole.Without(1)
	want := Table{Left: 1, Header: []string{"a", "c"}, Rows: [][]string{{"1", "3"}, {"4", "6"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if whole.Header[1] != "b" || whole.Rows[1][1] != "5" || whole.Left != 2 {
		t.Errorf("it became %+v", whole)
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
