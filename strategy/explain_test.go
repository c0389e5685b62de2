package strategy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/rng"
	"errbench/scenario"
)

// errorsByValue compares errors as Go does: cmp does not look into their fields.
var errorsByValue = cmp.Comparer(func(a, b contract.Error) bool { return a == b })

func TestAnExplanationShowsWhatIsSeenAndDone(t *testing.T) {
	sees := contract.ActionableEnvelope().Observe
	a := scenario.Published()
	got := Explain(compileBuiltins(t, a)[2])
	want := Explanation{
		Strategy: "actionable-envelope", Contract: "actionable-envelope", Router: "by-envelope",
		Cases: []Case{
			{scenario.Transient, sees(scenario.Transient), []Decision{{Action: Retry, Attempt: 2, Roll: scenario.RetryRoll, Threshold: 3006477108, Chance: 3006477108.0 / (1 << 32)}}},
			{scenario.Validation, sees(scenario.Validation), []Decision{{Action: Repair, Attempt: 2, Roll: scenario.RepairRoll, Threshold: 3865470567, Chance: 3865470567.0 / (1 << 32)}}},
			{scenario.Permission, sees(scenario.Permission), []Decision{{Action: Authorize, Attempt: 2}}},
			{scenario.NotFound, sees(scenario.NotFound), []Decision{{Action: Stop, Attempt: 2}}},
		},
	}
	if diff := cmp.Diff(want, got, errorsByValue); diff != "" {
		t.Errorf("explanation (-want +got):\n%s", diff)
	}
}

// Every step stands in the explanation, in order, with the waste that it is;
// where nothing is done the list is empty, not null.
func TestAnExplanationHoldsThePlan(t *testing.T) {
	for _, attempts := range []int64{0, 1, 3} {
		a := scenario.Published()
		a.RecoveryAttempts = attempts
		for _, p := range compileBuiltins(t, a) {
			for _, c := range Explain(p).Cases {
				want := []Decision{}
				for _, s := range chain(p, c.Class) {
					want = append(want, Decision{s.Action, s.Attempt, s.Roll, s.Threshold, scenario.Probability(s.Threshold), s.Permanent(), s.Futile()})
				}
				if diff := cmp.Diff(want, c.Steps); diff != "" {
					t.Errorf("%s after %v (-plan +explained):\n%s", p.Strategy.Name, c.Class, diff)
				}
			}
		}
	}
}

// An operation goes through its plan until it succeeds, is handed on or given
// up, or has no attempts left. Retries here succeed at every roll or at none.
func TestAnOperationIsFollowedToItsEnd(t *testing.T) {
	op := func(c scenario.Class) scenario.Operation {
		return scenario.Operation{Run: 1, Index: 7, Failed: true, Class: c}
	}
	for _, test := range []struct {
		name     string
		retry    float64
		op       scenario.Operation
		strategy int // of the built-in ones
		outcome  Outcome
		actions  []Action
	}{
		{"no failure", 0, scenario.Operation{Run: 1}, 0, FirstCall, nil},
		{"a retry that succeeds", 1, op(scenario.Transient), 1, Recovered, []Action{Retry}},
		{"retries that never succeed", 0, op(scenario.Transient), 1, Spent, []Action{Retry, Retry, Retry}},
		{"retries that cannot succeed", 1, op(scenario.NotFound), 0, Spent, []Action{Retry, Retry, Retry}},
		{"a stop", 1, op(scenario.Permission), 1, GivenUp, []Action{Stop}},
		{"a person", 1, op(scenario.Permission), 2, HandedOn, []Action{Authorize}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := scenario.Published()
			a.Stream, a.RecoveryAttempts, a.RetrySuccess = rng.CounterV1, 3, test.retry
			p, tape := compileBuiltins(t, a)[test.strategy], scenario.NewTape(a)
			path := Follow(p, tape, test.op)
			if path.Strategy != p.Strategy.Name || path.Outcome != test.outcome {
				t.Errorf("%s: %s, want %s", path.Strategy, path.Outcome, test.outcome)
			}
			var actions []Action
			for i, taken := range path.Steps {
				actions = append(actions, taken.Action)
				if last := i == len(path.Steps)-1; taken.Succeeded != (last && test.outcome == Recovered) {
					t.Errorf("step %d succeeded: %t", i, taken.Succeeded)
				}
				roll, decided := taken.Value.Get()
				if decided != (taken.Roll != scenario.NoRoll) || decided && roll != tape.Roll(test.op, taken.Roll, taken.Attempt) {
					t.Errorf("step %d is decided by %v, found roll %d (%t)", i, taken.Roll, roll, decided)
				}
			}
			if diff := cmp.Diff(test.actions, actions); diff != "" {
				t.Errorf("actions (-want +got):\n%s", diff)
			}
		})
	}
}

// Without attempts nothing is done: the attempts are spent from the start.
func TestWithoutAttemptsAFailureIsSpent(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 0
	for _, p := range compileBuiltins(t, a) {
		path := Follow(p, scenario.NewTape(a), scenario.Operation{Run: 1, Failed: true})
		if path.Outcome != Spent || path.Steps == nil || len(path.Steps) != 0 {
			t.Errorf("%s: %s after steps %v", p.Strategy.Name, path.Outcome, path.Steps)
		}
	}
}
