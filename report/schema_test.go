package report

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	made "github.com/google/jsonschema-go/jsonschema"
	jsonschema "github.com/santhosh-tekuri/jsonschema/v6"
)

// compiledSchema reads the schema with a validator that knows nothing of the
// types it was made from.
func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("summary.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("summary.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func TestSummariesOfEveryKindFitTheSchema(t *testing.T) {
	schema := compiledSchema(t)
	for name, s := range kinds(t) {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsonOf(t, s)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What the schema refuses, ReadSummary refuses, and the other way about for
// everything that a schema can say.
func TestTheSchemaAndTheReaderRefuseTheSame(t *testing.T) {
	schema := compiledSchema(t)
	whole := string(jsonOf(t, kinds(t)["one strategy"]))
	for _, test := range []struct{ name, old, new string }{
		{"another schema", `"errbench/summary/v3"`, `"errbench/summary/v4"`},
		{"an unknown key", `"complete": true,`, `"complete": true, "extra": 1,`},
		{"an unknown key deep inside", `"retry": `, `"extra": 1, "retry": `},
		{"a missing key", `"complete": true,`, ``},
		{"a missing key deep inside", `"n": 12000`, `"method": "wilson"`},
		{"a text for a number", `"seed": 9100`, `"seed": "9100"`},
		{"a fraction for a count", `"attempts": 14374`, `"attempts": 14374.5`},
		{"null for a count", `"attempts": 14374`, `"attempts": null`},
		{"null for a list", `"comparisons": []`, `"comparisons": null`},
		{"no expectation", whole[strings.Index(whole, `"expected": [`):strings.Index(whole, `"comparisons"`)], `"expected": [],` + "\n"},
		{"another engine", `"engine": "replay"`, `"engine": "reply"`},
		{"an object for a list", `"comparisons": []`, `"comparisons": {}`},
		{"a list for an object", `"assumptions": {`, `"assumptions": [], "x": {`},
		{"no sum", whole[strings.Index(whole, ",\n  \"sum\""):], "}"},
	} {
		if strings.Count(whole, test.old) == 0 {
			t.Fatalf("%s: nothing to replace", test.name)
		}
		text := strings.Replace(whole, test.old, test.new, 1)
		if document, err := jsonschema.UnmarshalJSON(strings.NewReader(text)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if schema.Validate(document) == nil {
			t.Errorf("%s: the schema takes it", test.name)
		}
		if _, err := ReadSummary(strings.NewReader(text), "s.json"); err == nil {
			t.Errorf("%s: the reader takes it", test.name)
		}
	}
}

// A reader of the schema is told what everything means.
func TestEveryPropertyOfTheSchemasIsDescribed(t *testing.T) {
	for name, text := range schemas(t) {
		if seen := describedIn(t, text); seen < 30 {
			t.Errorf("%s: only %d properties were seen", name, seen)
		}
	}
}

// schemas returns the schema of every document.
func schemas(t *testing.T) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	for _, of := range []func() (*made.Schema, error){summarySchema, partSchema} {
		s, err := of()
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		texts[s.Title] = text
	}
	return texts
}

// partSchema returns what a part has to fit.
func partSchema() (*made.Schema, error) {
	s, err := schemaOf[Part](tallySchema, "What errbench run --shard writes.")
	if err != nil {
		return nil, err
	}
	s.Properties["strategies"].MinItems = made.Ptr(1)
	return s, nil
}

// describedIn checks that every property has a description, and counts them.
func describedIn(t *testing.T, text []byte) (seen int) {
	t.Helper()
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, node map[string]any)
	walk = func(path string, node map[string]any) {
		if description, _ := node["description"].(string); path != "" && !strings.HasSuffix(path, "[]") {
			seen++
			if len(description) < 5 {
				t.Errorf("%s has no description", path)
			}
		}
		properties, _ := node["properties"].(map[string]any)
		for key, property := range properties {
			walk(strings.TrimPrefix(path+"."+key, "."), property.(map[string]any))
		}
		if items, ok := node["items"].(map[string]any); ok {
			walk(path+"[]", items)
		}
	}
	walk("", schema)
	return seen
}

// Programs may rely on every key, except the keys of envelopes: none is left out or
// added.
func TestTheSchemasAreClosed(t *testing.T) {
	for name, text := range schemas(t) {
		objects := regexp.MustCompile(`"type": "object"`).FindAll(text, -1)
		closed := regexp.MustCompile(`"additionalProperties": false`).FindAll(text, -1)
		required := regexp.MustCompile(`"required": \[`).FindAll(text, -1)
		envelopes := bytes.Count(text, []byte(`"retryAfterMs": {`))
		if len(objects) < 5 || len(objects) != len(closed) || len(objects) != len(required)+envelopes {
			t.Errorf("%s: %d objects, %d closed, %d with required keys", name, len(objects), len(closed), len(required))
		}
		if !bytes.Contains(text, []byte(`"$schema": "https://json-schema.org/draft/2020-12/schema"`)) {
			t.Errorf("%s does not say its draft", name)
		}
		if regexp.MustCompile(`"null",\s*"array"`).Match(text) {
			t.Errorf("%s takes null for a list", name)
		}
	}
}
