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
	describe(s.Properties["assumptions"])
	data, err := json.MarshalIndent(s, "", "  ")
	return append(data, '\n'), err
}

// describe writes the documentation of every assumption into its schema.
func describe(assumptions *jsonschema.Schema) {
	for _, f := range scenario.Fields() {
		at := assumptions
		for _, key := range f.Path() {
			at = at.Properties[key]
		}
		at.Description = f.About + "; " + f.Range
	}
}
