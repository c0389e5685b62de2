package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Value is a value of a JSON document under its dotted key, such as
// "design.axes[0].key". Text is "" for null.
type Value struct{ Key, Text string }

// Flatten returns the values of the JSON form of a document or of a part of one, in
// order, with the prefix before each key. Rows of CSV, and requirements, are made of
// them.
func Flatten(prefix string, part any) []Value {
	data, err := json.Marshal(part)
	if err != nil {
		panic("report: " + err.Error()) // every document has a JSON form
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return flatten(nil, prefix, d)
}

// flatten appends the values of the next JSON value that d reads.
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
	next() // the closing bracket
	return values
}
