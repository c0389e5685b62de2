package strict_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"errbench/internal/strict"
)

func TestExcerpts(t *testing.T) {
	long := strings.Repeat("ä", 61)
	for _, test := range []struct{ text, of, quoted string }{
		{"", "", `""`},
		{"1.5", "1.5", `"1.5"`},
		{`["a",` + "\n\t" + ` "b"]`, `["a", "b"]`, `"[\"a\",\n\t \"b\"]"`},
		{"\x1b[31m\u202e", `\x1b[31m\u202e`, `"\x1b[31m\u202e"`},
		{long[2:], long[2:], `"` + long[2:] + `"`},
		{long, long[2:] + "...", `"` + long[2:] + `..."`},
	} {
		if got := strict.Excerpt(test.text); got != test.of {
			t.Errorf("%q is shown as %s, want %s", test.text, got, test.of)
		}
		if got := strict.Quote(test.text); got != test.quoted {
			t.Errorf("%q is quoted as %s, want %s", test.text, got, test.quoted)
		}
	}
}

func TestExcerptsHaveAnyLength(t *testing.T) {
	for _, test := range []struct {
		characters int
		text, want string
	}{{2, "ääa", "ää..."}, {3, "ä\n\t a", "ä a"}, {1, "\x1b", `\x1b`}} {
		if got := strict.ExcerptUpTo(test.characters, test.text); got != test.want {
			t.Errorf("%q is shown as %s, want %s", test.text, got, test.want)
		}
	}
}

// The excerpt of any text is printable, on one line and short.
func TestExcerptsArePrintable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		for _, shown := range []string{strict.Excerpt(text), strict.Quote(text)} {
			if strings.ContainsFunc(shown, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Fatalf("%q is shown as %q", text, shown)
			}
			if n := utf8.RuneCountInString(shown); n > 60*10+5 { // each escaped at most as \U00012345
				t.Fatalf("%q is shown in %d characters", text, n)
			}
		}
	})
}
