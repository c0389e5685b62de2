package strategy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

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
			a.Stream, a.RecoveryAttempts, a.RetrySuccess = rng.CounterV2, 3, test.retry
			p, tape := compilePublished(t, a)[test.strategy], scenario.NewTape(a)
			path := Follow(p, a, tape, test.op)
			if path.Strategy != p.Strategy.Name || path.Outcome != test.outcome {
				t.Errorf("%s: %s, want %s", path.Strategy, path.Outcome, test.outcome)
			}
			var actions []Action
			for i, taken := range path.Steps {
				action, _ := taken.Action.Get()
				actions = append(actions, action)
				succeeded, attempted := taken.Succeeded.Get()
				if last := i == len(path.Steps)-1; attempted != action.Attempt() || succeeded != (last && test.outcome == OutcomeRecovered) {
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
		path := Follow(p, a, scenario.NewTape(a), scenario.Operation{Run: 1, Failed: true, Class: optional.Of(scenario.Transient), Kind: optional.Of(scenario.HonestKind(scenario.Transient))})
		if path.Outcome != OutcomeAttemptsSpent || path.Steps == nil || len(path.Steps) != 0 {
			t.Errorf("%s: %s after steps %v", p.Strategy.Name, path.Outcome, path.Steps)
		}
	}
}

// Whatever is assumed, and whatever a strategy is like, its plan takes an operation
// through the decisions and events that [operate] does, at the same times and to the
// same end.
func TestPathsAgreeWithANaiveController(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawAssumptions(t), drawStrategy(t)
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		tape := scenario.NewTape(a)
		for index := range a.Operations {
			op := tape.Operation(1, index)
			path, naive := Follow(p, a, tape, op), operate(s, a, tape, op)
			if diff := cmp.Diff(naive, courseOf(path)); diff != "" {
				t.Fatalf("operation %d of kind %+v (-naive +told):\n%s", index, op.Kind, diff)
			}
			checkCounts(t, p, path, op, naive)
			checkOutcome(t, path)
			checkSteps(t, path, a, tape, op)
		}
	})
}

// checkCounts holds what the steps of a path add to the metrics to what the naive
// controller did: an attempt that succeeded is no waste, and what was carried out is true.
func checkCounts(t *rapid.T, p *Plan, path Path, op scenario.Operation, naive course) {
	var permanent, terminal int64
	for _, m := range naive.Moments {
		if (m.What == Retry.String() || m.What == Repair.String()) && m.Class.Permanent() && !m.Succeeded && !op.Class.IsZero() {
			permanent, terminal = permanent+1, 1
		}
	}
	tally := tallyOf(p, path, op)
	for m, want := range map[Metric]int64{
		PermanentRecoveries: permanent, TerminalNotStopped: terminal,
		Resolved:        one(naive.State == StateResolved && naive.Succeeded),
		FalseSuccesses:  one(naive.State == StateResolved && !naive.Succeeded),
		MissedSuccesses: one(naive.State != StateResolved && naive.Succeeded),

		InState(naive.State, naive.Succeeded): 1,
	} {
		if got := Total(m, p, tally); got != want {
			t.Fatalf("%v of %+v: %d, want %d", m, path, got, want)
		}
	}
	times, _ := Resolutions(p, tally)
	if recovered := naive.State == StateResolved && naive.Succeeded && !op.Kind.IsZero(); !p.WaitsAtRandom() && recovered != (len(times) == 1 && times[0].MS == naive.EndMS) {
		t.Fatalf("%+v is resolved at %+v", path, times)
	}
}

// tallyOf returns the tally of one operation.
func tallyOf(p *Plan, path Path, op scenario.Operation) Tally[int64] {
	t := Tally[int64]{Operations: 1, Kinds: make([]int64, len(p.Kinds)), Visits: make([]int64, len(p.Steps)), Successes: make([]int64, len(p.Steps))}
	kind, some := op.Kind.Get()
	if !some {
		return t
	}
	t.Kinds[slices.Index(p.Kinds, kind)]++
	next := p.entry(kind)
	for _, taken := range path.Steps {
		i, _ := next.Step()
		s := &p.Steps[i]
		t.Visits[i]++
		if next = s.Else; taken.Succeeded == optional.Of(true) && (s.Roll != scenario.NoRoll || s.Guard != NoGuard) {
			t.Successes[i]++
			next = s.Then
		}
	}
	return t
}

// courseOf returns the course that a path tells of.
func courseOf(path Path) course {
	c := course{State: path.Believed, Succeeded: path.Succeeded, EndMS: path.EndMS}
	calls := 1
	for _, taken := range path.Steps {
		succeeded, _ := taken.Succeeded.Get()
		attempt, numbered := taken.Attempt.Get()
		class, _ := taken.Class.Get()
		action, decided := taken.Action.Get()
		switch {
		case decided && numbered:
			calls = attempt
			wait, _ := taken.WaitedMS.Get()
			start, _ := taken.StartedMS.Get()
			c.Moments = append(c.Moments, moment{What: action.String(), Attempt: attempt, WaitMS: wait, StartMS: start, Class: class,
				Succeeded: succeeded, Outage: !succeeded && taken.Roll == optional.Of(scenario.OutageRoll)})
		case decided:
			c.Moments = append(c.Moments, moment{What: action.String(), Attempt: calls + 1, Class: class})
		case succeeded:
			event, _ := taken.Event.Get()
			c.Moments = append(c.Moments, moment{What: event, Attempt: attempt})
		}
	}
	return c
}

// checkSteps holds what each step promises to what happened before it: its start is
// known unless a random wait came before, and its roll has reached the floor, which is
// the threshold of the step that looked at the roll before.
func checkSteps(t *rapid.T, path Path, a scenario.Assumptions, tape *scenario.Tape, op scenario.Operation) {
	type roll struct {
		roll    scenario.Roll
		attempt int
	}
	reached := map[roll]uint64{}
	end, random := a.LatencyMS.Call, false
	for i, taken := range path.Steps {
		if wait, attempts := taken.WaitMS.Get(); attempts {
			random = random || wait.Least < wait.Most
			waited, _ := taken.WaitedMS.Get()
			started, _ := taken.StartedMS.Get()
			known, ok := taken.StartMS.Get()
			if started != end+waited || ok == random || ok && known != started {
				t.Fatalf("step %d starts at %d ms after %d and %d, and is said to start at %d, %t", i, started, end, waited, known, ok)
			}
			end, _ = taken.EndedMS.Get()
		}
		threshold, decides := taken.Threshold.Get()
		by, rolled := taken.Roll.Get()
		if !decides || !rolled || by == scenario.NoRoll {
			continue
		}
		at := roll{by, 1}
		if by != scenario.OutageRoll {
			at.attempt, _ = taken.Attempt.Get()
		}
		value, _ := taken.Value.Get()
		if value != tape.Roll(op, by, at.attempt) || uint64(value) < taken.Floor || taken.Floor != reached[at] || taken.Floor > threshold {
			t.Fatalf("step %d with the threshold %d has the floor %d and the roll %d, which is known to have reached %d", i, threshold, taken.Floor, value, reached[at])
		}
		reached[at] = threshold
	}
}

// checkOutcome holds the outcome of a path to its end and its last step.
func checkOutcome(t *rapid.T, path Path) {
	var last Taken
	attempted := false
	for _, last = range path.Steps {
		attempted = attempted || !last.StartedMS.IsZero()
	}
	late := last.Event == optional.Of("too_late") && last.Succeeded == optional.Of(true)
	long := last.Event == optional.Of("too_long")
	want := map[Outcome]bool{
		OutcomeFirstCall:     path.Believed == StateResolved && !attempted,
		OutcomeRecovered:     path.Believed == StateResolved && attempted,
		OutcomeEscalated:     path.Believed == StateNeedsReview,
		OutcomeStopped:       path.Believed == StateBlocked,
		OutcomeProceeded:     path.Believed == StatePartial,
		OutcomeCrashed:       path.Believed == StateCrashed,
		OutcomeTooLate:       late,
		OutcomeTooLong:       long,
		OutcomeAttemptsSpent: path.Believed == StateRetryable && !late && !long,
	}
	for outcome, is := range want {
		if is != (path.Outcome == outcome) {
			t.Fatalf("the outcome of %+v is %s", path, path.Outcome)
		}
	}
}
