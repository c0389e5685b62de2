package strict_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/strict"
)

// Any text is read back from its quoted form: alone, in a flow mapping and in a list.
func TestQuotedTextsAreReadBack(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, text string) {
		quoted := strict.QuoteYAML(text)
		for _, file := range []string{"k: " + quoted + "\n", "m: {k: " + quoted + ", l: 1}", "k:\n  - " + quoted} {
			var got string
			read := func(v strict.Value) { got, _ = v.Text("a text") }
			field := strict.Field{Key: "k", Read: read}
			if strings.Contains(file, "- ") && strings.HasPrefix(file, "k:\n") {
				field.Read = func(v strict.Value) { v.Each(1, read) }
			}
			err := strict.Read(strings.NewReader(file), "f.yaml", strict.Form{Holds: "a file"}, func(root strict.Value) {
				l := strict.Field{Key: "l", Read: func(strict.Value) {}}
				root.Fields(field, strict.Field{Key: "m", Read: func(v strict.Value) { v.Fields(field, l) }})
			})
			if err != nil || got != text {
				t.Fatalf("%q is read from %q as %q: %v", text, file, got, err)
			}
		}
	}
	for _, text := range []string{"plain", "null", "Yes", "1", "1.5", "-", "a: b", "a #b", "'", `"`, `\`, "{", "\t", "a\nb", "\u2028", "é", "😀", "<&>", "\x1b"} {
		check(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		if text := rapid.String().Draw(t, "text"); text != "" {
			check(t, text)
		}
	})
}

// Other readers of YAML take some words for truth values.
func TestWordsOfOlderYAMLAreQuoted(t *testing.T) {
	for text, want := range map[string]string{"yes": `"yes"`, "NO": `"NO"`, "On": `"On"`, "off": `"off"`, "y": `"y"`, "N": `"N"`, "yess": "yess"} {
		if got := strict.QuoteYAML(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

// Nothing that a file holds makes reading it slow or fail otherwise than with an error.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"k: {a: [1, true, null, x]}", "k: &a [*a]", "? [", strings.Repeat("[", 2000), "k: |\n  a\n  b", "k: !!str 1", "k: 0x10", "\ufeffk: 1_0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all := func(v strict.Value) {
			v.Text("a text")
			v.Truth()
			v.Whole(0, 9)
			v.Word([]string{"x"})
			v.Each(3, func(v strict.Value) { _ = v.String() })
			v.Fields(strict.Field{Key: "a", Read: func(v strict.Value) { _ = v.String() }})
		}
		err := strict.Read(strings.NewReader(text), "f.yaml", strict.Form{Holds: "a file"}, func(root strict.Value) {
			root.Fields(strict.Field{Key: "k", Required: true, Read: all})
		})
		if err == nil {
			t.Errorf("%q is a text, a truth, a number, a list and a mapping at once", text)
		}
		if strings.ContainsAny(err.Error(), "\x1b\r\u202e") {
			t.Errorf("%q: the error can steer a terminal: %q", text, err)
		}
	})
}
