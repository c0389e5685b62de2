package strict_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"errbench/internal/strict"
)

func TestSyntaxErrorsSayWhereAndWhat(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{}", "<nil>"},
		{" [1, -0.5e3, \"\\u00e9\", null] \r\n", "<nil>"},
		{"\ufeff{}", "<nil>"},
		{"", "1:1: not JSON: the text is empty"},
		{"{\"a\":1,\n\"b\"", "2:4: not JSON: the text ends inside a value"},
		{"{\"a\":1,\n\"a\":2}", `2:1: the key "a" stands twice in an object`},
		{`{"a":1,"\u0061":2}`, `1:8: the key "a" stands twice in an object`},
		{"{}\n{}", "2:1: not JSON: got '{' after the end of the document"},
		{`{"é":1,}`, `1:8: not JSON: got '}', want '"'`},
		{"{\"a\":1\n \"b\":2}", `2:2: not JSON: got '"', want ',' or '}'`},
		{"{a:1}", `1:2: not JSON: got 'a', want '"'`},
		{`{"a":05}`, `1:7: not JSON: got '5', want ',' or '}'`},
		{"[tru\n]", `1:5: not JSON: got '\n', want 'e'`},
		{"[1}", `1:3: not JSON: got '}', want ',' or ']'`},
		{"hello", "1:1: not JSON: got 'h', want a value"},
		{"\"a\nb\"", `1:3: not JSON: got '\n' inside a text; write it as an escape sequence`},
		{`"\x"`, "1:2: not JSON: an unknown escape sequence in a text"},
		{`"\ud800"`, "1:2: not JSON: half a surrogate pair in a text"},
		{"\"caf\xe9\"", "1:5: the byte 0xe9 is not UTF-8"},
		{"\"\xed\xa0\x80\"", "1:2: the byte 0xed is not UTF-8"},
		{strings.Repeat("[", 20_000), "1:10001: lists and objects too deep"},
	} {
		if err := strict.SyntaxError([]byte(test.text)); fmt.Sprint(err) != test.want {
			t.Errorf("%.40q: %v, want %s", test.text, err, test.want)
		}
	}
}

// FuzzSyntaxError: a text that encoding/json refuses is refused here, with an error of one
// line that begins with a place in the text.
func FuzzSyntaxError(f *testing.F) {
	for _, text := range []string{"{}", `{"a":[1,2]}`, "[1}", "\xff", `"\ud800"`, "{\n\"a\":1,}", strings.Repeat("[", 100)} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := strict.SyntaxError(text)
		if err == nil {
			if !json.Valid([]byte(strings.TrimPrefix(string(text), "\ufeff"))) {
				t.Errorf("%q is not JSON", text)
			}
			return
		}
		var line, column int
		if _, wrong := fmt.Sscanf(err.Error(), "%d:%d: ", &line, &column); wrong != nil {
			t.Errorf("%q: no place in %q", text, err)
		}
		lines := strings.Split(string(text), "\n")
		if line < 1 || line > len(lines) || column < 1 || column > len([]rune(lines[line-1]))+1 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %q", text, err)
		}
	})
}
