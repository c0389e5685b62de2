package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"errbench/internal/strict"
)

// shape holds a JSON document against a schema, token by token, so that the
// first thing that does not fit has a line. It knows the keywords that the
// schema of a summary uses.
type shape struct{ *tokens }

// fits refuses valid JSON that the schema does not describe: a value of
// another type, and a key that is unknown, doubled or missing.
func fits(s *jsonschema.Schema, data []byte) error {
	return shape{&tokens{data: data}}.value(s, "")
}

// fault says what was found at a path, and what would work.
func (c shape) fault(path, found, works string) error {
	line := 1 + bytes.Count(c.data[:c.at], []byte("\n"))
	if path != "" {
		path += ": "
	}
	return fmt.Errorf("line %d: %sfound %s; %s", line, path, found, works)
}

func (c shape) value(s *jsonschema.Schema, path string) error {
	token := c.next()
	kind, found := kindOf(token)
	types := typesOf(s)
	switch {
	case !slices.Contains(types, kind) && !(kind == "integer" && slices.Contains(types, "number")):
		return c.fault(path, found, works(s))
	case s.Const != nil && *s.Const != any(token):
		return c.fault(path, found, works(s))
	case kind == "object":
		return c.object(s, path)
	case kind == "array":
		return c.array(s, path)
	default:
		return nil
	}
}

func (c shape) object(s *jsonschema.Schema, path string) error {
	seen := map[string]bool{}
	for c.more() {
		key := c.next().(string)
		at := strings.TrimPrefix(path+"."+key, ".")
		property, known := s.Properties[key]
		if !known {
			keys := slices.Sorted(maps.Keys(s.Properties))
			return c.fault(path, "the unknown key "+strict.Quote(key)+strict.Hint(key, keys), "there are "+strings.Join(keys, ", "))
		}
		if seen[key] {
			return c.fault(at, "it a second time", "once works")
		}
		seen[key] = true
		if err := c.value(property, at); err != nil {
			return err
		}
	}
	c.next()
	for _, key := range s.Required {
		if !seen[key] {
			return c.fault(path, "no key "+strict.Quote(key), works(s.Properties[key]))
		}
	}
	return nil
}

func (c shape) array(s *jsonschema.Schema, path string) error {
	n := 0
	for ; c.more(); n++ {
		if err := c.value(s.Items, fmt.Sprintf("%s[%d]", path, n)); err != nil {
			return err
		}
	}
	c.next()
	if s.MinItems != nil && n < *s.MinItems {
		return c.fault(path, "an empty list", fmt.Sprintf("at least %d works", *s.MinItems))
	}
	return nil
}

// kindOf returns the schema's word for the type of a token, and how messages
// show it.
func kindOf(token json.Token) (kind, found string) {
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return "object", "an object"
		}
		return "array", "a list"
	case string:
		return "string", strict.Quote(t)
	case bool:
		return "boolean", strconv.FormatBool(t)
	case json.Number:
		if _, err := strconv.ParseInt(t.String(), 10, 64); err == nil {
			return "integer", t.String()
		}
		if _, err := t.Float64(); err == nil {
			return "number", t.String()
		}
		return "a number beyond float64", t.String()
	default:
		return "null", "null"
	}
}

func typesOf(s *jsonschema.Schema) []string {
	if s.Type != "" {
		return []string{s.Type}
	}
	return s.Types
}

// works says what would fit a schema.
func works(s *jsonschema.Schema) string {
	words := map[string]string{
		"object": "an object", "array": "a list", "string": "a text", "boolean": "true or false",
		"integer": "a whole number", "number": "a number", "null": "null",
	}
	if s.Const != nil {
		return fmt.Sprintf("%q works", *s.Const)
	}
	var parts []string
	for _, t := range typesOf(s) {
		parts = append(parts, words[t])
	}
	return strings.Join(parts, " or ") + " works"
}
