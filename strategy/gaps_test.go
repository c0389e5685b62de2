package strategy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// A class has a gap exactly if some question about it, within the budget, matches no row.
func TestGapsAreWhereNoRowMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Rows: drawRows(t)}
		for i := range table.Rows {
			if !table.Rows[i].Code.IsZero() {
				table.Rows[i].Code = optional.Of(rapid.SampledFrom([]string{contract.CodeTransient, contract.CodePermission}).Draw(t, "code"))
			}
		}
		s := Strategy{Contract: contract.ActionableEnvelope(), Router: table, Budget: drawMaybe(rapid.IntRange(0, 4)).Draw(t, "budget")}
		gaps := strings.Join(Gaps(s), "\n")
		asked := 9 // attempts, more than rows tell apart
		if n, ok := s.Budget.Get(); ok {
			asked = n
		}
		for _, class := range scenario.AllClasses() {
			unmatched := false
			for attempt := 1; attempt <= asked; attempt++ {
				for _, risk := range scenario.AllRisks() {
					q := Question{Error: s.Contract.Observe(class), Attempt: attempt, Operation: Operation{risk}}
					unmatched = unmatched || !slices.ContainsFunc(table.Rows, func(r Row) bool { return r.matches(q) })
				}
			}
			if reported := strings.Contains(gaps, fmt.Sprintf("a %v failure", class)); reported != unmatched {
				t.Fatalf("%+v, budget %v: that a %v failure matches no row is %v, and reported %v:\n%s", table.Rows, s.Budget, class, unmatched, reported, gaps)
			}
		}
		for i, row := range table.Rows {
			attempt, ok := row.Attempt.Get()
			if never := strings.Contains(gaps, fmt.Sprintf("rows[%d] is never reached", i)); never != (ok && attempt > asked) {
				t.Fatalf("rows[%d] of %+v, budget %v: that it is never reached is %v", i, table.Rows, s.Budget, never)
			}
		}
	})
}

func TestGapsOfATable(t *testing.T) {
	for _, test := range []struct {
		rows string
		want []string
	}{
		{"[{action: retry}]", nil},
		{"[{code: TRANSIENT, attempt: 1, action: retry}, {code: VALIDATION, risk: read_only, action: repair}, {code: PERMISSION, action: authorize}, {code: NOTFOUND, action: replace}]", []string{
			"a transient failure at attempt 2 of the risk read_only matches no row, so the answer is stop; add a row with the action stop if that is meant",
			"a validation failure at attempt 1 of the risk idempotent_write matches no row, so the answer is stop; add a row with the action stop if that is meant",
			"a not_found failure matches no row, so the answer is stop; add a row with the action stop if that is meant",
			"rows[3] matches no error that the contract actionable-envelope can show",
		}},
		{"[{risk: destructive, action: authorize}, {attempt: 3, action: stop}, {action: retry}]", nil},
		{"[{code: TRANSIENT, attempt: 1, action: retry}, {code: VALIDATION, attempt: 2, action: repair}, {attempt: 1, action: stop}]\nrecovery_attempts: 1", []string{
			"rows[1] is never reached: after attempt 2 no attempt is left, since recovery_attempts is 1",
		}},
		{"[{attempt: 1, action: retry}]\nrecovery_attempts: 0", []string{"rows[0] is never reached: after attempt 1 no attempt is left, since recovery_attempts is 0"}},
		{"[]\nrecovery_attempts: 0", nil},
		{"[{code: BUSY, action: retry}, {action: stop}]", []string{"rows[0] matches no error that the contract actionable-envelope can show"}},
	} {
		s, err := readText("rows: " + test.rows)
		if diff := cmp.Diff(test.want, Gaps(s)); err != nil || diff != "" {
			t.Errorf("%v; (-want +got):\n%s", err, diff)
		}
	}
	// Behind layers a class that becomes no message needs no row, and has none.
	s, err := readText("like: langgraph-default\nrows: [{code: TRANSIENT, action: retry}]")
	want := []string{
		"a validation failure matches no row, so the answer is stop; add a row with the action stop if that is meant",
		"rows[0] matches no error that reaches the router through the layers and the contract tool-message can show",
	}
	if diff := cmp.Diff(want, Gaps(s)); err != nil || diff != "" {
		t.Errorf("%v; (-want +got):\n%s", err, diff)
	}
	if gaps := Gaps(mustFind("cautious-envelope")[0]); gaps != nil {
		t.Errorf("a router that is no table has the gaps %q", gaps)
	}
}
