package strategy

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/scenario"
)

// An answer that is no action is refused wherever it comes, with the strategy,
// the router, the attempt and what would work.
func TestAnAnswerThatIsNoActionIsAnError(t *testing.T) {
	for attempt := 1; attempt <= 3; attempt++ {
		for _, answer := range []Action{Crash + 1, 255} {
			s := &spy{answer: func(q Question) Action {
				if q.Attempt == attempt {
					return answer
				}
				return Retry
			}}
			a := scenario.Published()
			a.RecoveryAttempts = 3
			p, err := Compile(Strategy{Name: "wild", Router: s}, a)
			if p != nil || err == nil {
				t.Fatalf("attempt %d, answer %v: plan %v, error %v", attempt, answer, p, err)
			}
			for _, part := range []string{"strategy wild", "router spy", answer.String(), "attempt " + string(rune('0'+attempt)), "[stop retry repair authorize replace proceed crash]"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not name %q", err, part)
				}
			}
		}
	}
}

func TestCompileAllKeepsTheOrderAndStopsAtAnError(t *testing.T) {
	var names []string
	for _, p := range compilePublished(t, scenario.Published()) {
		names = append(names, p.Strategy.Name)
	}
	if diff := cmp.Diff([]string{"generic-message", "code-only", "actionable-envelope"}, names); diff != "" {
		t.Errorf("plans (-want +got):\n%s", diff)
	}
	wild := Strategy{Name: "wild", Router: &spy{answer: func(Question) Action { return 255 }}}
	if plans, err := CompileAll(append(publishedStrategies(), wild), scenario.Published()); plans != nil || err == nil {
		t.Errorf("%d plans and error %v of a wild strategy", len(plans), err)
	}
}

func TestCompileAllRefusesWhatCannotBeReported(t *testing.T) {
	zero, doubled := scenario.Assumptions{}, append(publishedStrategies(), publishedStrategies()[0])
	if plans, err := CompileAll(publishedStrategies(), zero); plans != nil || err == nil || err.Error() != zero.Validate().Error() {
		t.Errorf("%d plans under no assumptions, error %v", len(plans), err)
	}
	want := `two strategies are named "generic-message"; give each its own name`
	if plans, err := CompileAll(doubled, scenario.Published()); plans != nil || err == nil || err.Error() != want {
		t.Errorf("%d plans, error %v; want %s", len(plans), err, want)
	}
}

// The invariants beside the fields of Plan and Step.
func TestPlansKeepTheirInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answers := rapid.SliceOfN(rapid.SampledFrom(actions), 5, 5).Draw(t, "answers")
		a := scenario.Published()
		a.RecoveryAttempts = rapid.Int64Range(0, 5).Draw(t, "attempts")
		a.RetrySuccess = rapid.Float64Range(0, 1).Draw(t, "retry")
		a.ReplaceSuccess = rapid.Float64Range(0, 1).Draw(t, "replace")
		c := contract.Contract{Reveals: contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))}
		p, err := Compile(Strategy{Contract: c, Router: &spy{answer: func(q Question) Action { return answers[q.Attempt-1] }}}, a)
		if err != nil {
			t.Fatal(err)
		}
		reached := 0
		for _, class := range scenario.AllClasses() {
			for i, s := range chain(p, class) {
				reached++
				checkStep(t, s)
				if s.Class != class || s.Attempt != i+2 || s.Seen != c.Observe(class) || s.Action != answers[i] {
					t.Fatalf("step %d of %v is %+v", i, class, s)
				}
			}
		}
		if reached != len(p.Steps) {
			t.Fatalf("%d of %d steps are reached", reached, len(p.Steps))
		}
		led := make([]bool, len(p.Steps))
		lead := func(n Next) {
			if i, ok := n.Step(); ok {
				led[i] = true
			}
		}
		for _, class := range scenario.AllClasses() {
			lead(p.Entry[class])
		}
		for i, s := range p.Steps {
			for _, n := range []Next{s.Then, s.Else} {
				if k, ok := n.Step(); ok && (k <= i || k >= len(p.Steps)) {
					t.Fatalf("step %d of %d leads to %d", i, len(p.Steps), k)
				}
				lead(n)
			}
		}
		if i := slices.Index(led, false); i >= 0 {
			t.Fatalf("nothing leads to step %d of %d", i, len(p.Steps))
		}
	})
}

func checkStep(t *rapid.T, s Step) {
	switch {
	case s.Threshold > 1<<32:
		t.Fatalf("threshold %d is above 2^32", s.Threshold)
	case s.Roll == scenario.NoRoll && s.Threshold != 0:
		t.Fatalf("threshold %d without a roll", s.Threshold)
	case !s.Action.Attempt() && (s.Roll != scenario.NoRoll || s.Then >= 0 || s.Else >= 0):
		t.Fatalf("%v makes no attempt, but has roll %v and leads to %d or %d", s.Action, s.Roll, s.Then, s.Else)
	}
}

// The chance of a repair follows from what the error revealed.
func TestARepairIsWorthWhatTheErrorReveals(t *testing.T) {
	a := scenario.Published()
	a.RepairSuccess = scenario.RepairSuccess{Message: 1.0 / 8, Code: 2.0 / 8, Field: 3.0 / 8, Hint: 4.0 / 8}
	for _, test := range []struct {
		reveals contract.FieldSet
		eighths uint64
	}{
		{0, 1},
		{contract.Message, 1},
		{contract.Retryable | contract.TraceID, 1},
		{contract.Code, 2},
		{contract.Field, 3},
		{contract.Code | contract.Suggestion, 3},
		{contract.Field | contract.Suggestion, 4},
		{contract.Code | contract.Field | contract.Suggestion, 4},
	} {
		p, err := Compile(Strategy{Contract: contract.Contract{Reveals: test.reveals}, Router: Table{Rows: []Row{{Action: Repair}}}}, a)
		if err != nil {
			t.Fatal(err)
		}
		if got := chain(p, scenario.Validation)[0].Threshold; got != test.eighths<<29 {
			t.Errorf("revealing %07b: threshold %d/8, want %d/8", test.reveals, got>>29, test.eighths)
		}
	}
}

// Each roll has a probability of its own.
func TestEachRollHasItsProbability(t *testing.T) {
	a := scenario.Published()
	a.RetrySuccess, a.ReplaceSuccess = 1.0/8, 2.0/8
	a.RepairSuccess.Code = 3.0 / 8
	for _, test := range []struct {
		action  Action
		eighths [scenario.NumClasses]uint64
	}{
		{Retry, [...]uint64{1, 0, 0, 0}},
		{Repair, [...]uint64{1, 3, 0, 0}},
		{Replace, [...]uint64{0, 0, 0, 2}},
		{Authorize, [...]uint64{0, 0, 0, 0}},
		{Stop, [...]uint64{0, 0, 0, 0}},
	} {
		p, err := Compile(Strategy{Contract: contract.CodeOnly(), Router: Table{Rows: []Row{{Action: test.action}}}}, a)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range scenario.AllClasses() {
			if got := chain(p, c)[0].Threshold; got != test.eighths[c]<<29 {
				t.Errorf("%v of %v: threshold %d/8, want %d/8", test.action, c, got>>29, test.eighths[c])
			}
		}
	}
}

// A plan with the thresholds of other assumptions is the one that they compile
// to, whatever the router.
func TestRethresholdedPlansAreThoseCompiledAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chance := rapid.Float64Range(0, 1)
		draw := func(attempts int64) scenario.Assumptions {
			a := scenario.Published()
			a.RecoveryAttempts = attempts
			a.RetrySuccess, a.ReplaceSuccess = chance.Draw(t, "retry"), chance.Draw(t, "replace")
			a.RepairSuccess = scenario.RepairSuccess{Message: chance.Draw(t, "message"), Code: chance.Draw(t, "code"), Field: chance.Draw(t, "field"), Hint: chance.Draw(t, "hint")}
			return a
		}
		attempts := rapid.Int64Range(0, 5).Draw(t, "attempts")
		answers := rapid.SliceOfN(rapid.SampledFrom(actions), 5, 5).Draw(t, "answers")
		s := Strategy{
			Contract: contract.Contract{Reveals: contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))},
			Router:   &spy{answer: func(q Question) Action { return answers[q.Attempt-1] }},
		}
		p, err := Compile(s, draw(attempts))
		if err != nil {
			t.Fatal(err)
		}
		other := draw(attempts)
		want, err := Compile(s, other)
		if err != nil {
			t.Fatal(err)
		}
		p.Rethreshold(other)
		if !slices.Equal(want.Steps, p.Steps) || !slices.Equal(p.Entry, want.Entry) {
			t.Fatalf("rethresholded steps %+v, compiled %+v", p.Steps, want.Steps)
		}
	})
}
