package report

import (
	"fmt"
	"strings"
	"testing"

	"errbench/scenario"
)

var pair = [2]string{"actionable-envelope", "code-only"}

// Once the runs that it asks for are there, intervals are about as wide as it
// says, and a tenth of the runs leaves them too wide.
func TestARunCountGivesThePrecision(t *testing.T) {
	for _, g := range []Target{
		{0.01, "", ""}, {0.003, "", ""},
		{0.004, pair[0], pair[1]}, {0.002, pair[0], pair[1]}, {0.002, pair[1], pair[0]}, {0.005, pair[0], "generic-message"},
	} {
		a := onCounter(60)
		plans := plansOf(t, a)
		runs, err := g.Runs(a, plans)
		if err != nil {
			t.Fatal(err)
		}
		a.Runs = runs
		s := simulated(t, a.Relabel())
		half := 0.0
		if g.Strategy == "" {
			for _, r := range s.Results {
				half = max(half, float64(r.ResolutionInterval.Hi-r.ResolutionInterval.Lo)/2)
			}
		}
		for _, c := range s.Comparisons {
			if c.Strategy == g.Strategy && c.Against == g.Against || c.Strategy == g.Against && c.Against == g.Strategy {
				half = float64(c.DifferenceInterval.Hi-c.DifferenceInterval.Lo) / 2
			}
		}
		if half < 0.75*g.Precision || half > 1.25*g.Precision {
			t.Errorf("%+v: %d runs give %v", g, runs, half)
		}
		if met := g.Met(s); met != (half <= g.Precision) {
			t.Errorf("%+v: met is %v at %v", g, met, half)
		}
		if runs > 20 && g.Met(simulated(t, onCounter(runs/10))) {
			t.Errorf("%+v: met with a tenth of %d runs", g, runs)
		}
	}
}

func TestMorePrecisionTakesMoreRuns(t *testing.T) {
	a := onCounter(60)
	for _, of := range [][2]string{{}, pair} {
		before := int64(0)
		for _, precision := range []float64{0.9, 0.1, 0.03, 0.01, 0.009, 0.003, 0.001, 0.0003, 0.0001} {
			runs, err := Target{precision, of[0], of[1]}.Runs(a, plansOf(t, a))
			if err != nil || runs < before || runs < 2 {
				t.Errorf("%v: %d runs after %d, %v", precision, runs, before, err)
			}
			before = runs
		}
	}
}

func TestWhatChanceCannotChangeNeedsTwoRuns(t *testing.T) {
	a := onCounter(60)
	a.FailureRate = 0
	if runs, err := (Target{Precision: 1e-9}).Runs(a, plansOf(t, a)); runs != 2 || err != nil {
		t.Errorf("%d runs, %v", runs, err)
	}
}

func TestAPrecisionOutOfReachIsRefused(t *testing.T) {
	for _, test := range []struct {
		a    scenario.Assumptions
		g    Target
		want string
	}{
		{scenario.Published(), Target{Precision: 0.01}, "the exact variance holds for independent runs, which lcg32/v1 does not have; counter/v1 does"},
		{onCounter(60), Target{Precision: 1e-6}, "a precision of 1e-06 takes 4246"},
		{onCounter(60), Target{}, "found a precision of 0; a half-width above 0 works"},
		{onCounter(60), Target{Precision: -1}, "found a precision of -1; a half-width above 0 works"},
		{onCounter(60), Target{0.01, "code-onyl", "generic-message"}, `no strategy "code-onyl" is simulated, did you mean "code-only"?; there are generic-message, code-only, actionable-envelope`},
		{onCounter(60), Target{0.01, "code-only", ""}, `no strategy "" is simulated; there are `},
		{onCounter(60), Target{0.01, "code-only", "code-only"}, `"code-only" does not differ from itself; two strategies work`},
	} {
		_, err := test.g.Runs(test.a, plansOf(t, test.a))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.g, err, test.want)
		}
	}
	_, err := Target{Precision: 1e-6}.Runs(onCounter(60), plansOf(t, onCounter(60)))
	if want := fmt.Sprintf("runs of 200 operations; at most %d work, so raise the operations of a run or the precision", 1<<25-1); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestAPrecisionOfWhatIsNotThereIsNotMet(t *testing.T) {
	s := simulated(t, onCounter(60), "code-only")
	for g, want := range map[Target]bool{
		{0.5, "", ""}:           true,
		{0.5, pair[0], pair[1]}: false,
	} {
		if got := g.Met(s); got != want {
			t.Errorf("%+v: met is %v", g, got)
		}
	}
	if (Target{Precision: 0.5}).Met(expected(t, onCounter(60))) {
		t.Error("met by no interval at all")
	}
}
