package report

import (
	"encoding/json"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"errbench/internal/stat"
	"errbench/optional"
	"errbench/scenario"
)

// Schema returns the JSON Schema (draft 2020-12) of a [Summary], made from its
// types.
func Schema() ([]byte, error) {
	s, err := summarySchema()
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(s, "", "  ")
	return append(data, '\n'), err
}

func summarySchema() (*jsonschema.Schema, error) {
	s, err := schemaOf[Summary](SummarySchema, "What errbench run writes.")
	if err != nil {
		return nil, err
	}
	s.Properties["engine"].Enum = []any{ReplayEngine, ExactEngine}
	s.Properties["expected"].MinItems = jsonschema.Ptr(1)
	return s, nil
}

// schemaOf returns the schema of a document, which holds its own name and the
// assumptions.
func schemaOf[Document any](name, description string) (*jsonschema.Schema, error) {
	types := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[stat.Number]():            {Types: []string{"number", "null"}},
		reflect.TypeFor[optional.Value[int64]]():  {Types: []string{"integer", "null"}},
		reflect.TypeFor[optional.Value[string]](): {Type: "string"},
		reflect.TypeFor[optional.Value[bool]]():   {Type: "boolean"},
	}
	s, err := jsonschema.For[Document](&jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		return nil, err
	}
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = name
	s.Description = description
	s.Properties["schema"].Const = jsonschema.Ptr[any](name)
	s.Properties["sum"] = &jsonschema.Schema{Type: "string", Description: "digest of all that stands before it, without white space between tokens"}
	s.Required = append(s.Required, "sum")
	s.PropertyOrder = append(s.PropertyOrder, "sum")
	noNullLists(s)
	describe(s.Properties["assumptions"])
	return s, nil
}

// noNullLists refuses null for a list anywhere in a schema: a nil slice would
// be null, and no list is.
func noNullLists(s *jsonschema.Schema) {
	for _, property := range s.Properties {
		noNullLists(property)
	}
	if s.Items != nil {
		s.Type, s.Types = "array", nil
		noNullLists(s.Items)
	}
}

// describe writes the documentation of every assumption into its schema; groups
// have theirs from their tags.
func describe(assumptions *jsonschema.Schema) {
	for _, f := range scenario.Fields() {
		at := assumptions
		for _, key := range f.Path() {
			at = at.Properties[key]
		}
		at.Description = f.About + "; " + f.Range
	}
}
