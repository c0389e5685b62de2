package report

import (
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// An outline says of types and keys what the schema says that is made with all else.
func TestOutlinesAreThoseOfTheSchemas(t *testing.T) {
	summary, err := summarySchema()
	if err != nil {
		t.Fatal(err)
	}
	part, err := partSchema()
	if err != nil {
		t.Fatal(err)
	}
	if n := compareOutlines(t, "summary", outlineOf[Summary](SummarySchema, "expected"), summary); n < 300 {
		t.Errorf("only %d places were seen", n)
	}
	if n := compareOutlines(t, "part", outlineOf[Part](TallySchema, "strategies"), part); n < 80 {
		t.Errorf("only %d places were seen", n)
	}
}

// compareOutlines returns how many places it compared.
func compareOutlines(t *testing.T, path string, found, want *jsonschema.Schema) int {
	t.Helper()
	if !slices.Equal(typesOf(found), typesOf(want)) || !slices.Equal(found.Required, want.Required) || len(found.Properties) != len(want.Properties) ||
		(found.Const == nil) != (want.Const == nil) || found.Const != nil && *found.Const != *want.Const ||
		(found.MinItems == nil) != (want.MinItems == nil) || found.MinItems != nil && *found.MinItems != *want.MinItems ||
		(found.Items == nil) != (want.Items == nil) {
		t.Errorf("%s: found %v; %v works", path, found, want)
		return 1
	}
	seen := 1
	for key, property := range want.Properties {
		if found.Properties[key] == nil {
			t.Errorf("%s: found no key %q", path, key)
			continue
		}
		seen += compareOutlines(t, path+"."+key, found.Properties[key], property)
	}
	if want.Items != nil {
		seen += compareOutlines(t, path+"[]", found.Items, want.Items)
	}
	return seen
}
