package strategy

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

// Products with weights of -1, 0 and 1 are exact, whatever a compiler fuses.
func TestWeightsAreMinusOneZeroOrOne(t *testing.T) {
	small := func(weights ...int64) bool {
		return !slices.ContainsFunc(weights, func(w int64) bool { return w*w > 1 })
	}
	ends := []Next{0}
	for s := range State(NumStates) {
		ends = append(ends, Ends(s, false), Ends(s, true))
	}
	p := &Plan{Kinds: append(kinds(), scenario.Kind{Distortion: scenario.SuccessAsFailure, Risk: scenario.Destructive}), Entry: make([]Next, 5), Misrouted: []int{4}}
	for _, m := range Metrics() {
		for _, end := range ends {
			for k := range p.Kinds {
				p.Entry[k] = end
				if !small(m.PerKind(p, k), m.PerOperation()+m.PerKind(p, k)) {
					t.Errorf("%v weighs an operation of kind %v that ends in %v with %d", m, p.Kinds[k], end, m.PerKind(p, k))
				}
				for _, s := range drawnSteps(k, end) {
					if visit, success := m.PerStep(p, &s); !small(visit, success, visit+success) {
						t.Errorf("%v weighs a visit of %+v with %d, a success with %d", m, s, visit, success)
					}
				}
			}
		}
	}
}

// drawnSteps are steps of all sorts, of a kind, that end so whenever they fail.
func drawnSteps(kind int, end Next) []Step {
	var steps []Step
	for _, threshold := range []uint64{0, 1, 1 << 32} {
		for _, roll := range []scenario.Roll{scenario.RetryRoll, scenario.OutageRoll} {
			for _, c := range scenario.AllClasses() {
				for a := range Action(len(actionNames)) {
					steps = append(steps, Step{Kind: kind, Class: c, Action: a, New: true, Roll: roll, Threshold: threshold, Then: resolved, Else: end})
				}
			}
			for e := NoEvent; e <= Unconfirmed; e++ {
				steps = append(steps, Step{Kind: kind, Event: e, Guard: OnTime, Then: resolved, Else: end}, Step{Kind: kind, Event: e, Then: end, Else: end})
			}
		}
	}
	return steps
}

// What a step adds to the wasted attempts, by what it does against what.
func TestWasteIsWhatTheTermsSay(t *testing.T) {
	for _, a := range actions {
		for _, c := range scenario.AllClasses() {
			permanent := (a == Retry || a == Repair) && (c == scenario.Permission || c == scenario.NotFound)
			for _, threshold := range []uint64{0, 1} {
				s := Step{Class: c, Action: a, Threshold: threshold}
				futile := threshold == 0 && a.Attempt()
				if stored := (&Step{Class: c, Action: a, Roll: scenario.RetryRoll, Threshold: 1 << 32}); stored.permanent() || stored.futile() {
					t.Errorf("%v against %v, answered with a stored success: permanent %t, futile %t", a, c, stored.permanent(), stored.futile())
				}
				if s.permanent() != permanent || s.futile() != futile {
					t.Errorf("%v against %v below %d: permanent %t, futile %t", a, c, threshold, s.permanent(), s.futile())
				}
			}
		}
	}
}

func TestMetricsAgreeWithEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, tally := drawTallied(t)
		total := func(m Metric) int64 { return Total(m, p, tally) }
		failed := total(TransientFailures) + total(ValidationFailures) + total(PermissionFailures) + total(NotFoundFailures)
		recovered := total(Resolved) - (tally.Operations - failed)
		for _, relation := range []struct {
			name  string
			holds bool
		}{
			{"attempts = operations + recovery attempts", total(Attempts) == tally.Operations+total(RecoveryAttempts)},
			{"failed = recovery attempts - recovered", total(FailedRecoveries) == total(RecoveryAttempts)-recovered},
			{"futile <= failed", total(FutileRecoveries) <= total(FailedRecoveries)},
			{"permanent <= recovery attempts", total(PermanentRecoveries) <= total(RecoveryAttempts)},
			{"permanent <= futile", total(PermanentRecoveries) <= total(FutileRecoveries)},
			{"recovery attempts = retries + repairs + replacements", total(RecoveryAttempts) == total(Retries)+total(Repairs)+total(Replacements)},
			{"escalated = authorized", total(Escalated) == total(Authorizations)},
			{"0 <= recovered", recovered >= 0},
		} {
			if !relation.holds {
				t.Fatalf("%s does not hold of %+v under %+v", relation.name, tally, p.Steps)
			}
		}
	})
}

// A tally of real numbers adds up as one of whole numbers does.
func TestExpectationsAddUpAsCountsDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, counted := drawTallied(t)
		expected := Tally[float64]{Operations: float64(counted.Operations)}
		for _, n := range counted.Kinds {
			expected.Kinds = append(expected.Kinds, float64(n))
		}
		for i := range p.Steps {
			expected.Visits = append(expected.Visits, float64(counted.Visits[i]))
			expected.Successes = append(expected.Successes, float64(counted.Successes[i]))
		}
		for _, m := range Metrics() {
			if Total(m, p, expected) != float64(Total(m, p, counted)) {
				t.Fatalf("%v: %v expected, %d counted", m, Total(m, p, expected), Total(m, p, counted))
			}
		}
	})
}

// drawTallied draws a plan and a tally that keeps the invariants: no step
// succeeds more often than it is visited, or at all where it cannot.
func drawTallied(t *rapid.T) (*Plan, Tally[int64]) {
	p := &Plan{Kinds: kinds(), Entry: make([]Next, scenario.NumClasses)}
	tally := Tally[int64]{}
	for range p.Kinds {
		n := rapid.Int64Range(0, 1<<40).Draw(t, "failed")
		tally.Kinds = append(tally.Kinds, n)
		tally.Operations += n
	}
	tally.Operations += rapid.Int64Range(0, 1<<40).Draw(t, "unfailed")
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		s := Step{Class: rapid.SampledFrom(classes()).Draw(t, "class"), Action: rapid.SampledFrom(actions).Draw(t, "action"), Then: resolved, Else: Ends(StateBlocked, false)}
		if s.Action.roll(s.Class) != scenario.NoRoll {
			s.Threshold = rapid.Uint64Range(0, 1<<32).Draw(t, "threshold")
		}
		visits, successes := rapid.Int64Range(0, 1<<40).Draw(t, "visits"), int64(0)
		if s.Threshold > 0 {
			successes = rapid.Int64Range(0, visits).Draw(t, "successes")
		}
		p.Steps = append(p.Steps, s)
		tally.Visits = append(tally.Visits, visits)
		tally.Successes = append(tally.Successes, successes)
	}
	return p, tally
}

// kinds are the classes, as kinds.
func kinds() []scenario.Kind { return scenario.Kinds(scenario.Published()) }

func classes() []scenario.Class {
	all := scenario.AllClasses()
	return all[:]
}

// A metric that is part of another has its direction, and one that no strategy
// changes has none.
func TestDirectionsAgreeWithEachOther(t *testing.T) {
	for _, m := range Metrics() {
		want := m.Better()
		switch key := m.String(); {
		case m.FromTape():
			want = Neither
		case strings.HasPrefix(key, "wasted_retries."), strings.HasPrefix(key, "reports.wasted_by_distortion."):
			want = FailedRecoveries.Better()
		case m == InState(StateResolved, true):
			want = Resolved.Better()
		case m == InState(StateResolved, false):
			want = FalseSuccesses.Better()
		case strings.HasPrefix(key, "states.") && strings.HasSuffix(key, ".succeeded"):
			want = MissedSuccesses.Better()
		case strings.HasPrefix(key, "actions."), strings.HasPrefix(key, "states."), m == Escalated:
			want = Neither
		case strings.HasPrefix(key, "side_effects."), strings.HasPrefix(key, "reports."):
			want = LowerIsBetter
		}
		if got := m.Better(); got != want {
			t.Errorf("%v: got %v, want %v", m, got, want)
		}
	}
	for m, want := range map[Metric]Direction{Resolved: HigherIsBetter, Attempts: LowerIsBetter, FailedRecoveries: LowerIsBetter} {
		if m.Better() != want {
			t.Errorf("%v: got %v, want %v", m, m.Better(), want)
		}
	}
}

// A metric whose weights change with the thresholds of a plan says so.
func TestWeightsThatDependOnThresholdsAreKnown(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 2
	p := compilePublished(t, a)[2]
	weights := func() (all [][2]int64) {
		for _, m := range Metrics() {
			for i := range p.Steps {
				visit, success := m.PerStep(p, &p.Steps[i])
				all = append(all, [2]int64{visit, success})
			}
		}
		return all
	}
	before := weights()
	a.RetrySuccess, a.RepairSuccess = 0, scenario.RepairSuccess{}
	p.Rethreshold(a)
	for i, now := range weights() {
		if m := Metrics()[i/len(p.Steps)]; now != before[i] && !m.FromThresholds() {
			t.Errorf("%v: the weights of step %d were %v and are %v", m, i%len(p.Steps), before[i], now)
		}
	}
}
