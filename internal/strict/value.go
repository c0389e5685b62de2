package strict

import (
	"fmt"
	"slices"
	"strings"
)

// Value is a value of a document, with its place. Its methods report whether it has the
// wanted type and range, and note a fault if not.
type Value struct {
	document *document
	key      string // its path, as in rows[2].code; "" for the root
	place    place  // of its key, or of the value in a list
	node     node
}

// Fault notes a fault of the value: KEY: and the formatted text.
func (v Value) Fault(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	if v.key != "" {
		err = fmt.Errorf("%s: %w", v.key, err)
	}
	v.Report(err)
}

// Report notes an error that contains the key already.
func (v Value) Report(err error) {
	if v.document.name != "" {
		err = placed(v.document.name, fmt.Errorf("%d:%d: %w", v.place.line, v.place.column, err))
	}
	v.document.faults.Add(err)
}

// Wrong notes the fault `KEY: got X, want Y`.
func (v Value) Wrong(want string) { v.Fault("got %s, want %s", v, want) }

// Kind returns the kind of the value.
func (v Value) Kind() Kind { return v.node.kind }

// Scalar returns the text of a value: a number as it is written, a text without quotes,
// true or false; "" for all others.
func (v Value) Scalar() string {
	switch v.node.kind {
	case Truth, Number, Text:
		return v.node.text
	default:
		return ""
	}
}

// Key returns the path of the value from the root, as in rows[2].code.
func (v Value) Key() string { return v.key }

// Line returns the line of the value's place, from 1.
func (v Value) Line() int { return v.place.line }

// String returns the value for an error, cut if it is long.
func (v Value) String() string { return v.node.String() }

func (n node) String() string {
	switch n.kind {
	case Null:
		return "null"
	case Text:
		return Quote(n.text)
	case List:
		return fmt.Sprintf("a list of %d", len(n.inside))
	case Mapping:
		if len(n.inside) == 0 {
			return "an empty mapping"
		}
		return "a mapping"
	default:
		return Excerpt(n.text)
	}
}

// Each reads the values of a list of at most most, and reports whether no fault was noted
// inside it.
func (v Value) Each(most int, read func(Value)) (sound bool) {
	before := v.document.faults.Len()
	if v.node.kind != List || len(v.node.inside) > most {
		v.Wrong(fmt.Sprintf("a list of at most %d", most))
		return false
	}
	for i, n := range v.node.inside {
		read(Value{v.document, fmt.Sprintf("%s[%d]", v.key, i), n.place, n})
	}
	return v.document.faults.Len() == before
}

// Text reads a text that is not empty.
func (v Value) Text(want string) (string, bool) {
	if v.node.kind != Text || v.node.text == "" {
		v.Wrong(want)
		return "", false
	}
	return v.node.text, true
}

// Truth reads true or false.
func (v Value) Truth() (value, ok bool) {
	if v.node.kind != Truth {
		v.Wrong("true or false")
		return false, false
	}
	return v.node.text == "true", true
}

// Whole reads a whole number with lo <= n <= hi, in plain digits.
func (v Value) Whole(lo, hi int64) (int64, bool) {
	n, ok := Whole(v.node.text)
	if v.node.kind == Number && ok && lo <= n && n <= hi {
		return n, true
	}
	want := fmt.Sprintf("a whole number from %d to %d", lo, hi)
	if v.node.kind == Number && Misspelt(v.node.text) {
		want += ", in plain digits"
	}
	v.Wrong(want)
	return 0, false
}

// Word reads one of the words and returns its index.
func (v Value) Word(words []string) (int, bool) {
	if v.node.kind == Text {
		if at := slices.Index(words, v.node.text); at >= 0 {
			return at, true
		}
		if guess := Guess(v.node.text, words); guess != "" {
			v.Fault("got %s; %s", v, guess)
			return -1, false
		}
	}
	v.Wrong("one of " + strings.Join(words, ", "))
	return -1, false
}
