package report

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// Tokens are those of a json.Decoder, and end where its tokens end.
func TestTokensAreThoseOfADecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := drawJSON(t, 3)
		if !json.Valid(data) {
			t.Fatalf("%s is not valid", data)
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		mine := &tokens{data: data}
		for depth := 0; ; {
			want, _ := d.Token()
			if found := mine.next(); found != want || int64(mine.at) != d.InputOffset() {
				t.Fatalf("%q: found %v, which ends at %d; %v at %d works", data, found, mine.at, want, d.InputOffset())
			}
			switch want {
			case json.Delim('{'), json.Delim('['):
				depth++
			case json.Delim('}'), json.Delim(']'):
				depth--
			}
			if depth == 0 {
				return
			}
			if mine.more() != d.More() {
				t.Fatalf("%q: more is %v at %d; %v works", data, mine.more(), mine.at, d.More())
			}
		}
	})
}

// drawJSON returns a valid document with space anywhere.
func drawJSON(t *rapid.T, depth int) []byte {
	space := func() string { return rapid.SampledFrom([]string{"", "", " ", "\n\t\r"}).Draw(t, "space") }
	text := func() string {
		return rapid.SampledFrom([]string{`""`, `"a"`, `"\""`, `"\\"`, `"\u00e9\n"`, `"\ud800"`, `"{,:]"`, "\"\xff\"", `"ä"`}).Draw(t, "text")
	}
	kinds := 4
	if depth == 0 {
		kinds = 2
	}
	out := space()
	switch n := rapid.IntRange(0, 2).Draw(t, "n"); rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		out += text()
	case 1:
		out += rapid.SampledFrom([]string{"null", "true", "false", "0", "-1.5e+3", "12E-2"}).Draw(t, "literal")
	case 2:
		out += "["
		for i := range n {
			if i > 0 {
				out += ","
			}
			out += string(drawJSON(t, depth-1))
		}
		out += space() + "]"
	default:
		out += "{"
		for i := range n {
			if i > 0 {
				out += ","
			}
			out += space() + text() + space() + ":" + string(drawJSON(t, depth-1))
		}
		out += space() + "}"
	}
	return []byte(out + space())
}
