package report

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"errbench/internal/stat"
	"errbench/optional"
)

// outlineOf returns what a reader needs of the schema of a document that
// [schemaOf] makes, which takes longer than all else that a reader does: the types
// and keys of values, the document's own name, and the list that is not empty.
func outlineOf[Document any](name, filled string) *jsonschema.Schema {
	s := outline(reflect.TypeFor[Document](), map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[stat.Number]():           numberSchema(),
		reflect.TypeFor[optional.Value[int64]](): optionalSchema(),
	})
	s.Properties["schema"] = &jsonschema.Schema{Type: "string", Const: jsonschema.Ptr[any](name)}
	s.Properties[filled] = &jsonschema.Schema{Type: "array", Items: s.Properties[filled].Items, MinItems: jsonschema.Ptr(1)}
	return s
}

// outline returns the schema of a type, one for all places where the type stands.
func outline(t reflect.Type, known map[reflect.Type]*jsonschema.Schema) *jsonschema.Schema {
	if s, ok := known[t]; ok {
		return s
	}
	s := &jsonschema.Schema{}
	known[t] = s
	switch t.Kind() {
	case reflect.Bool:
		s.Type = "boolean"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		s.Type = "integer"
	case reflect.Float64:
		s.Type = "number"
	case reflect.String:
		s.Type = "string"
	case reflect.Slice:
		s.Type, s.Items = "array", outline(t.Elem(), known)
	case reflect.Struct:
		s.Type, s.Properties = "object", map[string]*jsonschema.Schema{}
		for _, f := range reflect.VisibleFields(t) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if key == "" {
				continue // what it embeds is among the fields
			}
			s.Properties[key] = outline(f.Type, known)
			if options == "" {
				s.Required = append(s.Required, key)
			}
		}
	default:
		panic(fmt.Sprintf("report: no document has a %v", t))
	}
	return s
}

func numberSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"number", "null"}}
}

func optionalSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Types: []string{"integer", "null"}}
}
