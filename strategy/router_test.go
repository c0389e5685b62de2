package strategy

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
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
		if got := act(t, Table{Rows: test.rows}, Question{Error: test.seen}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A table without attempts among its conditions answers from the error alone.
func TestATableLooksAtTheErrorOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := contract.Error{Code: optional.Of(rapid.SampledFrom([]string{"", contract.CodeTransient, contract.CodePermission}).Draw(t, "code"))}
		table := Table{Rows: []Row{
			{Code: optional.Of(contract.CodeTransient), Action: rapid.SampledFrom(actions).Draw(t, "first")},
			{Action: rapid.SampledFrom(actions).Draw(t, "second")},
		}}
		attempt := rapid.IntRange(1, 100).Draw(t, "attempt")
		if first, later := act(t, table, Question{Error: e, Attempt: 1}), act(t, table, Question{Error: e, Attempt: attempt, History: make([]contract.Error, attempt-1)}); first != later {
			t.Fatalf("%v at first, %v at attempt %d", first, later, attempt)
		}
	})
}

// What a table asks about in addition to the error: how many calls were made, and what the
// operation may do. A row's delay is the answer's.
func TestATableLooksAtAttemptAndRisk(t *testing.T) {
	table := Table{Rows: []Row{
		{Risk: optional.Of(scenario.Destructive), Action: Authorize},
		{Attempt: optional.Of(2), Action: Repair, DelayMS: 7},
		{Action: Retry},
	}}
	for _, test := range []struct {
		attempt int
		risk    scenario.Risk
		want    Answer
	}{
		{1, scenario.ReadOnly, Answer{Action: Retry}},
		{2, scenario.IdempotentWrite, Answer{Repair, 7}},
		{3, scenario.ReadOnly, Answer{Action: Retry}},
		{2, scenario.Destructive, Answer{Action: Authorize}},
	} {
		got, err := table.Route(Question{Attempt: test.attempt, Operation: Operation{test.risk}})
		if err != nil || got != test.want {
			t.Errorf("attempt %d of a %v operation: %v, %v, want %v", test.attempt, test.risk, got, err, test.want)
		}
	}
}

// act returns what a router does about a question, without delay.
func act(t rapid.TB, r Router, q Question) Action {
	t.Helper()
	answer, err := r.Route(q)
	if err != nil || answer.DelayMS != 0 {
		t.Fatalf("%+v: found %v, %v", q, answer, err)
	}
	return answer.Action
}
