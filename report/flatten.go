package report

import (
	"bytes"
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
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return flatten(nil, prefix, d)
}

// flatten appends the values of what is read next.
func flatten(values []Value, key string, d *json.Decoder) []Value {
	next := func() json.Token {
		token, _ := d.Token() // of JSON that was written a moment ago
		return token
	}
	switch token := next(); token {
	case json.Delim('{'):
		for d.More() {
			at := fmt.Sprint(next())
			if key != "" && !strings.HasSuffix(key, ".") {
				at = "." + at
			}
			values = flatten(values, key+at, d)
		}
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			values = flatten(values, fmt.Sprintf("%s[%d]", key, i), d)
		}
	case nil:
		return append(values, Value{key, ""})
	default:
		return append(values, Value{key, fmt.Sprint(token)})
	}
	next() // the end
	return values
}
