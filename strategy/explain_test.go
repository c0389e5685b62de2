package strategy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/internal/stat"
	"errbench/optional"
	"errbench/scenario"
)

func TestAnExplanationShowsWhatIsSeenAndDone(t *testing.T) {
	a := scenario.Published()
	a.RetryAfterMS, a.LatencyMS.Call = optional.Of[int64](30), 5
	envelope := contract.ActionableEnvelope()
	sees := func(c scenario.Class) optional.Value[contract.Error] {
		e, _ := envelope.Report(scenario.HonestKind(c), &a)
		return optional.Of(e)
	}
	ends := func(s State, succeeded bool) optional.Value[Lead] {
		return optional.Of(Lead{End: optional.Of(s), Succeeded: optional.Of(succeeded)})
	}
	attempt := func(c scenario.Class, action Action, r scenario.Roll, threshold uint64, wait int64) []Branch {
		return []Branch{{Decision{
			Class: optional.Of(c), Action: optional.Of(action), Attempt: optional.Of(2), Roll: optional.Of(r), Threshold: optional.Of(threshold),
			WaitMS: optional.Of(WaitMS{wait, wait, false}), StartMS: optional.Of(5 + wait),
		}, ends(StateResolved, true), ends(StateRetryable, false), optional.Of(stat.Number(float64(threshold) / (1 << 32)))}}
	}
	end := func(c scenario.Class, action Action, s State) []Branch {
		return []Branch{{Decision: Decision{Class: optional.Of(c), Action: optional.Of(action)}, Else: ends(s, false)}}
	}
	got := Explain(compilePublished(t, a)[2], a, scenario.Kinds(a))
	want := Explanation{
		Strategy: "actionable-envelope", Contract: "actionable-envelope", Router: "by-envelope", Layers: []string{}, Kinds: 4,
		Cases: []Case{
			{scenario.HonestKind(scenario.Transient), sees(scenario.Transient), attempt(scenario.Transient, Retry, scenario.RetryRoll, 3006477108, 30)},
			{scenario.HonestKind(scenario.Validation), sees(scenario.Validation), attempt(scenario.Validation, Repair, scenario.RepairRoll, 3865470567, 0)},
			{scenario.HonestKind(scenario.Permission), sees(scenario.Permission), end(scenario.Permission, Authorize, StateNeedsReview)},
			{scenario.HonestKind(scenario.NotFound), sees(scenario.NotFound), end(scenario.NotFound, Stop, StateBlocked)},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("explanation (-want +got):\n%s", diff)
	}
}

// Where nothing is done the list is empty, not null.
func TestAnExplanationWithoutAttemptsHasNoSteps(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 0
	for _, p := range compilePublished(t, a) {
		for _, c := range Explain(p, a, p.Kinds).Cases {
			if c.Steps == nil || len(c.Steps) != 0 {
				t.Errorf("%s after %v: %v", p.Strategy.Name, c.Class, c.Steps)
			}
		}
	}
}

// Whatever happens to an operation stands in the case of its kind: each step that
// it takes leads to the next one, and the last to its end. No case has a step twice,
// or one that no way leads to.
func TestOperationsGoThroughTheExplanation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawAssumptions(t), drawStrategy(t)
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		tape := scenario.NewTape(a)
		cases := Explain(p, a, p.Kinds).Cases
		for _, c := range cases {
			checkLeads(t, c)
		}
		for index := range a.Operations {
			op := tape.Operation(1, index)
			kind, troubled := op.Kind.Get()
			if !troubled {
				continue
			}
			path := Follow(p, a, tape, op)
			c := cases[slices.Index(p.Kinds, kind)]
			if c.Kind != kind || c.Sees != path.Sees {
				t.Fatalf("%+v sees %+v; the case is %+v", kind, path.Sees, c)
			}
			checkExplained(t, c, path)
		}
	})
}

// checkExplained goes through a case as a path does.
func checkExplained(t *rapid.T, c Case, path Path) {
	at := Lead{Step: optional.Of(1)}
	for i, taken := range path.Steps {
		n, more := at.Step.Get()
		if !more || c.Steps[n-1].Decision != taken.Decision {
			t.Fatalf("step %d of the path is %+v, and the case %+v leads to %+v", i, taken, c, at)
		}
		b := c.Steps[n-1]
		way := b.Else
		if succeeded, _ := taken.Succeeded.Get(); succeeded && !b.Then.IsZero() {
			way = b.Then
		}
		var ok bool
		if at, ok = way.Get(); !ok {
			t.Fatalf("step %d of the path, %+v, goes where %+v does not", i, taken, b)
		}
	}
	if want := (Lead{End: optional.Of(path.Believed), Succeeded: optional.Of(path.Succeeded)}); len(path.Steps) > 0 && at != want {
		t.Fatalf("the path ends with %+v, the case with %+v", want, at)
	}
}

// checkLeads holds the steps of a case to the numbers that lead to them.
func checkLeads(t *rapid.T, c Case) {
	led := make([]bool, len(c.Steps))
	for i, b := range c.Steps {
		for _, way := range []optional.Value[Lead]{b.Then, b.Else} {
			l, _ := way.Get()
			if n, more := l.Step.Get(); more && n <= i+1 {
				t.Fatalf("step %d leads back to %d", i+1, n)
			} else if more {
				led[n-1] = true
			}
		}
		// A way is there unless the threshold forbids it.
		if below, ok := b.Threshold.Get(); ok && (b.Then.IsZero() != (below <= b.Floor) || b.Else.IsZero() != (below == 1<<32)) {
			t.Fatalf("step %d leads to %+v, else %+v; its threshold is %d and its floor %d", i+1, b.Then, b.Else, below, b.Floor)
		}
		if b.Then.IsZero() && b.Else.IsZero() {
			t.Fatalf("step %d leads nowhere", i+1)
		}
	}
	if len(led) > 1 && slices.Contains(led[1:], false) {
		t.Fatalf("a step is not led to: %v of %+v", led, c)
	}
}

// A second try at the same time meets the same outage, and cannot succeed.
func TestAHopelessAttemptIsExplained(t *testing.T) {
	a := scenario.Published()
	a.TransientModel, a.OutageMS.Max, a.LatencyMS.Call, a.RecoveryAttempts = scenario.Outage, 9, 4, 2
	p := compilePublished(t, a)[1]
	steps := Explain(p, a, p.Kinds[:1]).Cases[0].Steps
	if len(steps) != 2 || steps[0].Then.IsZero() || !steps[1].Then.IsZero() || !steps[1].Futile {
		t.Errorf("found %+v", steps)
	}
}

// A throttle is an event of which nothing is known but that it may happen.
func TestAThrottleIsExplained(t *testing.T) {
	a := scenario.Published()
	s := mustFind("grpc-throttled")[0]
	s.Backoff, s.Budget = Backoff{}, optional.Of(1)
	p, err := Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	refused := Explain(p, a, p.Kinds[:1]).Cases[0].Steps[0]
	want := Branch{
		Decision: Decision{Class: optional.Of(scenario.Transient), Event: optional.Of("refused"), Attempt: optional.Of(2)},
		Then:     optional.Of(Lead{End: optional.Of(StateRetryable), Succeeded: optional.Of(false)}),
		Else:     optional.Of(Lead{Step: optional.Of(2)}),
	}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}

// The chance of a step is the chance of a roll that has reached the floor. A step without
// a threshold has none.
func TestChancesAreThoseOnceAStepIsReached(t *testing.T) {
	for _, test := range []struct {
		threshold optional.Value[uint64]
		floor     uint64
		want      string
	}{
		{optional.Value[uint64]{}, 0, "null"},
		{optional.Of[uint64](0), 0, "0"},
		{optional.Of[uint64](1 << 31), 0, "0.5"},
		{optional.Of[uint64](3 << 30), 1 << 31, "0.5"},
		{optional.Of[uint64](1 << 31), 1 << 31, "0"},
		{optional.Of[uint64](1 << 32), 1 << 31, "1"},
		{optional.Of[uint64](1 << 32), 1 << 32, "0"},
	} {
		got, err := Decision{Threshold: test.threshold, Floor: test.floor}.chance().MarshalJSON()
		if err != nil || string(got) != test.want {
			t.Errorf("threshold %v, floor %d: %s, want %s", test.threshold, test.floor, got, test.want)
		}
	}
}
