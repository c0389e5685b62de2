package strategy

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
)

func TestTheFirstRowThatMatchesDecides(t *testing.T) {
	code := optional.Of[string]
	for _, test := range []struct {
		name string
		rows []Row
		seen contract.Error
		want Action
	}{
		{"no rows", nil, contract.Error{}, Stop},
		{"a row without conditions", []Row{{Action: Retry}}, contract.Error{}, Retry},
		{"the earlier of two", []Row{{Action: Repair}, {Action: Retry}}, contract.Error{}, Repair},
		{"no row that matches", []Row{{Code: code("A"), Action: Retry}}, contract.Error{Code: code("B")}, Stop},
		{"an absent code is no code", []Row{{Code: code("A"), Action: Retry}}, contract.Error{}, Stop},
		{"an empty code is present", []Row{{Code: code(""), Action: Retry}}, contract.Error{}, Stop},
		{"codes keep their case", []Row{{Code: code("A"), Action: Retry}}, contract.Error{Code: code("a")}, Stop},
		{"an absent verdict is not false", []Row{{Retryable: optional.Of(false), Action: Replace}}, contract.Error{}, Stop},
		{"a verdict of false", []Row{{Retryable: optional.Of(false), Action: Replace}}, contract.Error{Retryable: optional.Of(false)}, Replace},
		{"a field that is there", []Row{{HasField: optional.Of(true), Action: Repair}}, contract.Error{Field: code("x")}, Repair},
		{"a field that is empty", []Row{{HasField: optional.Of(true), Action: Repair}}, contract.Error{Field: code("")}, Stop},
		{"a field that is absent", []Row{{HasField: optional.Of(false), Action: Stop}, {Action: Retry}}, contract.Error{}, Stop},
		{"a suggestion that is there", []Row{{HasSuggestion: optional.Of(true), Action: Repair}}, contract.Error{Suggestion: code("x")}, Repair},
		{"a suggestion that is absent", []Row{{HasSuggestion: optional.Of(true), Action: Repair}}, contract.Error{Field: code("x")}, Stop},
		{"a suggestion that is empty", []Row{{HasSuggestion: optional.Of(false), Action: Replace}}, contract.Error{Suggestion: code("")}, Replace},
		{"all conditions at once", []Row{{Code: code("A"), HasField: optional.Of(true), Action: Repair}, {Action: Authorize}}, contract.Error{Code: code("A")}, Authorize},
	} {
		if got := (Table{Rows: test.rows}).Route(Question{Error: test.seen}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A table answers from the error alone: the same at every attempt.
func TestATableLooksAtTheErrorOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := contract.Error{Code: optional.Of(rapid.SampledFrom([]string{"", contract.CodeTransient, contract.CodePermission}).Draw(t, "code"))}
		table := Table{Rows: []Row{
			{Code: optional.Of(contract.CodeTransient), Action: rapid.SampledFrom(actions).Draw(t, "first")},
			{Action: rapid.SampledFrom(actions).Draw(t, "second")},
		}}
		attempt := rapid.IntRange(1, 100).Draw(t, "attempt")
		if first, later := table.Route(Question{Error: e, Attempt: 1}), table.Route(Question{Error: e, Attempt: attempt, History: make([]contract.Error, attempt-1)}); first != later {
			t.Fatalf("%v at first, %v at attempt %d", first, later, attempt)
		}
	})
}
