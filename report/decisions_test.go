package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Of four strategies two leave the next step to a model, and one to another.
func withReaders(t *testing.T) Summary {
	t.Helper()
	found, err := catalog.Find([]string{"langgraph-true", "code-only", "needle", "langgraph-false"})
	if err != nil {
		t.Fatal(err)
	}
	a := scenario.Published()
	a.Runs = 2
	plans, err := strategy.CompileAll(found, a)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Expect(a, plans)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is assumed of models stands in the summary by strategy, and for people by what
// is assumed.
func TestAssumedReadersAreListed(t *testing.T) {
	s := withReaders(t)
	var got []string
	for _, r := range s.AssumedModels {
		got = append(got, r.Strategy+" "+r.Router)
	}
	want := []string{"langgraph-true corrects-or-goes-on", "needle tries-again", "langgraph-false corrects-or-goes-on"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("readers (-want +got):\n%s", diff)
	}
	text := s.Sections()[0].Text
	if len(text) != 3 || !strings.HasPrefix(text[1], "A model that reads the errors of langgraph-true and langgraph-false is assumed to be corrects-or-goes-on: it corrects ") ||
		!strings.HasPrefix(text[2], "A model that reads the errors of needle is assumed to be tries-again: it ") {
		t.Errorf("assumed: %q", text)
	}
}

// Two readers of one name, which files in two folders may have, are told apart.
func TestReadersOfOneNameAreToldApart(t *testing.T) {
	s := Summary{AssumedModels: []AssumedModel{{"a", "reader.yaml", "stops"}, {"b", "reader.yaml", "goes on"}, {"c", "reader.yaml", "stops"}}}
	want := []string{
		"A model that reads the errors of a and c is assumed to be reader.yaml: it stops.",
		"A model that reads the errors of b is assumed to be reader.yaml: it goes on.",
	}
	if diff := cmp.Diff(want, s.modelsText()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
