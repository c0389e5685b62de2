package strategy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

// byValue compares as Go does: cmp does not look into optional values.
var byValue = cmp.Options{
	cmp.Comparer(func(a, b contract.Error) bool { return a == b }),
	cmp.Comparer(func(a, b Decision) bool { return a == b }),
}

func TestAnExplanationShowsWhatIsSeenAndDone(t *testing.T) {
	sees := contract.ActionableEnvelope().Observe
	attempt := func(a Action, r scenario.Roll, threshold uint64) Decision {
		return Decision{Action: a, Attempt: optional.Of(2), Roll: optional.Of(r), Threshold: optional.Of(threshold)}
	}
	got := Explain(compilePublished(t, scenario.Published())[2])
	want := Explanation{
		Strategy: "actionable-envelope", Contract: "actionable-envelope", Router: "by-envelope",
		Cases: []Case{
			{scenario.Transient, sees(scenario.Transient), []Decision{attempt(Retry, scenario.RetryRoll, 3006477108)}},
			{scenario.Validation, sees(scenario.Validation), []Decision{attempt(Repair, scenario.RepairRoll, 3865470567)}},
			{scenario.Permission, sees(scenario.Permission), []Decision{{Action: Authorize}}},
			{scenario.NotFound, sees(scenario.NotFound), []Decision{{Action: Stop}}},
		},
	}
	if diff := cmp.Diff(want, got, byValue); diff != "" {
		t.Errorf("explanation (-want +got):\n%s", diff)
	}
}

// Every step stands in the explanation, in order, with the waste that it is;
// where nothing is done the list is empty, not null.
func TestAnExplanationHoldsThePlan(t *testing.T) {
	for _, attempts := range []int64{0, 1, 3} {
		a := scenario.Published()
		a.RecoveryAttempts = attempts
		for _, p := range compilePublished(t, a) {
			for _, c := range Explain(p).Cases {
				want := []Decision{}
				for _, s := range chain(p, c.Class) {
					d := Decision{Action: s.Action, Permanent: s.Permanent(), Futile: s.Futile()}
					if s.Action != Stop && s.Action != Authorize {
						d.Attempt, d.Roll, d.Threshold = optional.Of(s.Attempt), optional.Of(s.Roll), optional.Of(s.Threshold)
					}
					want = append(want, d)
				}
				if diff := cmp.Diff(want, c.Steps, byValue); diff != "" {
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
		return scenario.Operation{Run: 1, Index: 7, Failed: true, Class: optional.Of(c), Kind: optional.Of(scenario.HonestKind(c))}
	}
	for _, test := range []struct {
		name     string
		retry    float64
		op       scenario.Operation
		strategy int // of the published ones
		outcome  Outcome
		actions  []Action
	}{
		{"no failure", 0, scenario.Operation{Run: 1}, 0, OutcomeFirstCall, nil},
		{"a retry that succeeds", 1, op(scenario.Transient), 1, OutcomeRecovered, []Action{Retry}},
		{"retries that never succeed", 0, op(scenario.Transient), 1, OutcomeAttemptsSpent, []Action{Retry, Retry, Retry}},
		{"retries that cannot succeed", 1, op(scenario.NotFound), 0, OutcomeAttemptsSpent, []Action{Retry, Retry, Retry}},
		{"a stop", 1, op(scenario.Permission), 1, OutcomeStopped, []Action{Stop}},
		{"a person", 1, op(scenario.Permission), 2, OutcomeEscalated, []Action{Authorize}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := scenario.Published()
			a.Stream, a.RecoveryAttempts, a.RetrySuccess = rng.CounterV1, 3, test.retry
			p, tape := compilePublished(t, a)[test.strategy], scenario.NewTape(a)
			path := Follow(p, tape, test.op)
			if path.Strategy != p.Strategy.Name || path.Outcome != test.outcome {
				t.Errorf("%s: %s, want %s", path.Strategy, path.Outcome, test.outcome)
			}
			var actions []Action
			for i, taken := range path.Steps {
				actions = append(actions, taken.Action)
				succeeded, attempted := taken.Succeeded.Get()
				if last := i == len(path.Steps)-1; attempted != taken.Action.Attempt() || succeeded != (last && test.outcome == OutcomeRecovered) {
					t.Errorf("step %d succeeded: %v", i, taken.Succeeded)
				}
				value, decided := taken.Value.Get()
				roll, _ := taken.Roll.Get()
				attempt, _ := taken.Attempt.Get()
				if decided != (roll != scenario.NoRoll) || decided && value != tape.Roll(test.op, roll, attempt) {
					t.Errorf("step %d is decided by %v, found roll %d (%t)", i, roll, value, decided)
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
	for _, p := range compilePublished(t, a) {
		path := Follow(p, scenario.NewTape(a), scenario.Operation{Run: 1, Failed: true, Class: optional.Of(scenario.Transient), Kind: optional.Of(scenario.HonestKind(scenario.Transient))})
		if path.Outcome != OutcomeAttemptsSpent || path.Steps == nil || len(path.Steps) != 0 {
			t.Errorf("%s: %s after steps %v", p.Strategy.Name, path.Outcome, path.Steps)
		}
	}
}
