package report

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Value is one value of a JSON document: its dotted key, and what stands there
// as text, "" for null.
type Value struct{ Key, Text string }

// Flatten returns the values of the JSON form of a document, or of a part of one,
// in order, each key after the prefix: "design.axes[0].key".
func Flatten(prefix string, part any) []Value {
	data, err := json.Marshal(part)
	if err != nil {
		panic("report: " + err.Error()) // all of a document has a JSON form
	}
	return flatten(nil, prefix, &tokens{data: data})
}

// flatten appends the values of what is read next.
func flatten(values []Value, key string, t *tokens) []Value {
	token := t.next()
	switch token {
	case json.Delim('{'):
		for t.more() {
			at := fmt.Sprint(t.next())
			if key != "" && !strings.HasSuffix(key, ".") {
				at = "." + at
			}
			values = flatten(values, key+at, t)
		}
	case json.Delim('['):
		for i := 0; t.more(); i++ {
			values = flatten(values, fmt.Sprintf("%s[%d]", key, i), t)
		}
	case nil:
		return append(values, Value{key, ""})
	default:
		return append(values, Value{key, fmt.Sprint(token)})
	}
	t.next() // the end
	return values
}
