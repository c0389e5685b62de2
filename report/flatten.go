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

// Flatten returns the values of the JSON form of a part of a summary, in order,
// each key after the prefix. The part holds objects and no lists.
func Flatten(prefix string, part any) []Value {
	data, err := json.Marshal(part)
	if err != nil {
		panic("report: " + err.Error()) // all of a summary has a JSON form
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var values []Value
	var path []string // the key at each depth, "" where one is to come
	for {
		token, err := d.Token()
		if err != nil {
			return values // the end
		}
		switch {
		case token == json.Delim('{'):
			path = append(path, "")
			continue
		case token == json.Delim('}'):
			path = path[:len(path)-1]
		case path[len(path)-1] == "":
			path[len(path)-1] = token.(string)
			continue
		default:
			if token == nil {
				token = ""
			}
			values = append(values, Value{prefix + strings.Join(path, "."), fmt.Sprint(token)})
		}
		if len(path) > 0 {
			path[len(path)-1] = ""
		}
	}
}
