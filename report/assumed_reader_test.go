package report

import (
	"bytes"
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
	for _, r := range s.AssumedReaders {
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
	s := Summary{AssumedReaders: []AssumedReader{{"a", "reader.yaml", "stops"}, {"b", "reader.yaml", "goes on"}, {"c", "reader.yaml", "stops"}}}
	want := []string{
		"A model that reads the errors of a and c is assumed to be reader.yaml: it stops.",
		"A model that reads the errors of b is assumed to be reader.yaml: it goes on.",
	}
	if diff := cmp.Diff(want, s.readersText()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A summary is read back with its readers, which are routers of its strategies.
func TestReadersOfNobodyAreRefused(t *testing.T) {
	s := withReaders(t)
	if back, err := ReadSummary(bytes.NewReader(jsonOf(t, s)), "s.json"); err != nil || len(back.AssumedReaders) != 3 {
		t.Errorf("%d readers, error %v", len(back.AssumedReaders), err)
	}
	for name, change := range map[string]func([]AssumedReader) []AssumedReader{
		"of no strategy":   func(r []AssumedReader) []AssumedReader { r[0].Strategy = "other"; return r },
		"another router":   func(r []AssumedReader) []AssumedReader { r[1].Router = "other"; return r },
		"doubled":          func(r []AssumedReader) []AssumedReader { return append(r, r[2]) },
		"in another order": func(r []AssumedReader) []AssumedReader { r[0], r[1] = r[1], r[0]; return r },
	} {
		wrong := withReaders(t)
		wrong.AssumedReaders = change(wrong.AssumedReaders)
		_, err := ReadSummary(bytes.NewReader(jsonOf(t, wrong)), "s.json")
		if err == nil || !strings.Contains(err.Error(), "s.json: assumed_readers[") || !strings.Contains(err.Error(), "; a strategy with its router works, each once") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
