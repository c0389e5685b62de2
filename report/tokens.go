package report

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// tokens reads valid JSON token by token, as a [json.Decoder] that keeps numbers as
// they are written, which takes several times as long.
type tokens struct {
	data []byte // valid JSON
	at   int    // where the token before ends
}

// more tells whether the list or object has another element.
func (t *tokens) more() bool {
	t.skip(" \t\r\n,:")
	return t.data[t.at] != ']' && t.data[t.at] != '}'
}

// next returns the next token. There is one.
func (t *tokens) next() json.Token {
	t.skip(" \t\r\n,:")
	start := t.at
	switch c := t.data[start]; c {
	case '{', '}', '[', ']':
		t.at++
		return json.Delim(c)
	case '"':
		return t.text()
	case 't':
		t.at += len("true")
		return true
	case 'f':
		t.at += len("false")
		return false
	case 'n':
		t.at += len("null")
		return nil
	default:
		t.skip("+-.0123456789eE")
		return json.Number(t.data[start:t.at])
	}
}

// skip goes on to what is none of the characters.
func (t *tokens) skip(characters string) {
	for t.at < len(t.data) && strings.IndexByte(characters, t.data[t.at]) >= 0 {
		t.at++
	}
}

func (t *tokens) text() string {
	start, plain := t.at, true
	for t.at++; t.data[t.at] != '"'; t.at++ {
		if t.data[t.at] == '\\' {
			t.at++
			plain = false
		}
	}
	t.at++
	quoted := t.data[start:t.at]
	if plain && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // valid JSON
	return s
}
