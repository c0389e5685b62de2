package report

import (
	"encoding/json"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

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
	types := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Number](): {Types: []string{"number", "null"}},
	}
	s, err := jsonschema.For[Summary](&jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		return nil, err
	}
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = SummarySchema
	s.Description = "What errbench run writes."
	s.Properties["schema"].Const = jsonschema.Ptr[any](SummarySchema)
	for _, property := range s.Properties {
		if property.Items != nil {
			property.Type, property.Types = "array", nil // a nil slice would be null: no list is
		}
	}
	s.Properties["engine"].Enum = []any{ReplayEngine, ExactEngine}
	s.Properties["expected"].MinItems = jsonschema.Ptr(1)
	describe(s.Properties["assumptions"])
	return s, nil
}

// describe writes the documentation of every assumption into its schema.
func describe(assumptions *jsonschema.Schema) {
	assumptions.Properties["failure_mix"].Description = "weights of the failure classes against each other; multiplying all by a power of two changes nothing"
	assumptions.Properties["repair_success"].Description = "chance that a repair of a validation failure succeeds, by how much the error revealed"
	for _, f := range scenario.Fields() {
		at := assumptions
		for _, key := range f.Path() {
			at = at.Properties[key]
		}
		at.Description = f.About + "; " + f.Range
	}
}
