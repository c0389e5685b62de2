package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// By hand: the envelope resolves what code-only does not where a validation
// failure has its repair roll between 0.45 and 0.9, in p = 0.4*0.25*0.45 =
// 0.045 of the operations. So the difference has variance p*(1-p) = 0.042975;
// apart, 0.715*0.285 + 0.76*0.24 = 0.386175. With (1.959964 + 0.841621)^2 =
// 7.848879, and 0.045 to be told, n is 166.57 and 1496.81.
func TestPowerByHand(t *testing.T) {
	a := scenario.Published()
	plans := plansOf(t, a)
	p := powerOf(t, a, plans[2], plans[1], 0.045, 0.8)
	near := func(what string, got stat.Number, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > 1e-8 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	near("expected", p.Expected, 0.045)
	near("paired variance", p.Paired.Variance, 0.042975)
	near("unpaired variance", p.Unpaired.Variance, 0.386175)
	near("paired operations", p.Paired.Operations, 167)
	near("unpaired operations", p.Unpaired.Operations, 1497)
	near("paired runs", p.Paired.Runs, 1)
	near("unpaired runs", p.Unpaired.Runs, 8)
	if p.Strategy != "actionable-envelope" || p.Against != "code-only" || p.Power != 0.8 || p.Alpha != 1-stat.Level || p.Notice != Notice {
		t.Errorf("%+v", p)
	}
	if same := powerOf(t, a, plans[1], plans[1], 0.01, 0.8); same.Paired.Variance != 0 || same.Paired.Operations != 0 {
		t.Errorf("against itself: %+v", same.Paired)
	}
}

// always repairs.
type repairs struct{}

func (repairs) Name() string { return "repairs" }
func (repairs) Route(strategy.Question) (strategy.Answer, error) {
	return strategy.Answer{Action: strategy.Repair}, nil
}

// At the number of operations that it gives, a test tells the true difference
// with the chance that was asked for: over 3,000 frozen seeds within 6 standard
// errors, of which a correct program fails with a chance of 2e-9. Retries and
// repairs are decided by rolls of their own, so that the difference of an
// operation is -1, 0 or 1, and a sum of them nearly normal.
func TestPowerIsWhatASimulationFinds(t *testing.T) {
	const replicates, power = 3000, 0.8
	a := scenario.Published()
	a.Stream, a.Runs = rng.CounterV1, 1
	a.FailureRate, a.RepairSuccess.Code = 0.9, 0.9
	a.FailureMix = scenario.FailureMix{Transient: 97, Validation: 3}
	plans := plansOf(t, a, "generic-message", "code-only")
	always := catalog.Builtin()[1]
	always.Name, always.Router = "repairs", repairs{}
	repairing, err := strategy.Compile(always, a)
	if err != nil {
		t.Fatal(err)
	}
	plans[1] = repairing
	truth := powerOf(t, a, plans[1], plans[0], 1, power)
	p := powerOf(t, a, plans[1], plans[0], float64(truth.Expected), power)
	a.Operations = int64(p.Paired.Operations)
	told := 0
	for seed := range uint64(replicates) {
		a.Seed = seed
		s, err := Summarize(a, plans, tallyOf(t, a, plans, 1))
		if err != nil {
			t.Fatal(err)
		}
		mean := float64(s.Comparisons[0].ResolutionDifference)
		if math.Abs(mean) > stat.Normal975*math.Sqrt(float64(p.Paired.Variance)/float64(a.Operations)) {
			told++
		}
	}
	share, se := float64(told)/replicates, math.Sqrt(power*(1-power)/replicates)
	if math.Abs(share-power) > 6*se || a.Operations < 200 {
		t.Errorf("%d operations tell a difference of %v in %.3f of the replicates, want %v ± %.3f", a.Operations, p.Difference, share, power, 6*se)
	}
}

func TestPowerForPeople(t *testing.T) {
	plans := plansOf(t, scenario.Published())
	text := markdownOf(t, powerOf(t, scenario.Published(), plans[2], plans[1], 0.01, 0.8))
	for _, want := range []string{
		"To tell a difference of 1.00 points between the resolution rates of actionable-envelope and code-only from none, with power 0.8 in a two-sided test at alpha = 0.05:",
		"| paired, on the same rolls | 0.042975 | 3,374 | 17 |",
		"| unpaired, each on its own | 0.386175 | 30,311 | 152 |",
		"The variance is exact under the assumptions, where the difference is 4.50 points;",
		Notice,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	checkTables(t, text)
}

func powerOf(t rapid.TB, a scenario.Assumptions, p, against *strategy.Plan, difference, power float64) Power {
	t.Helper()
	w, err := NewPower(a, p, against, difference, power)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// What rests on the closed form refuses a plan that has none.
func TestWithoutAClosedFormNothingIsExpected(t *testing.T) {
	a := onCounter(60)
	plans := plansOf(t, a)
	plans[1].Steps[0].Guard = strategy.Affordable
	_, power := NewPower(a, plans[0], plans[1], 0.01, 0.8)
	_, runs := Target{Precision: 0.01}.Runs(a, plans)
	_, expected := Expect(a, plans)
	for what, err := range map[string]error{"power": power, "precision": runs, "expectation": expected} {
		if want := exact.Refuse(plans[1]); err == nil || err.Error() != want.Error() {
			t.Errorf("%s: error %v, want %v", what, err, want)
		}
	}
}

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
		{scenario.Published(), Target{Precision: 0.01}, "the exact variance holds for independent runs, and the runs of lcg32/v1 are correlated; use counter/v1"},
		{onCounter(60), Target{Precision: 1e-6}, "a precision of 1e-06 takes 4246"},
		{onCounter(60), Target{}, "precision: got 0, want a half-width above 0"},
		{onCounter(60), Target{Precision: -1}, "precision: got -1, want a half-width above 0"},
		{onCounter(60), Target{0.01, "code-onyl", "generic-message"}, `no strategy "code-onyl" is simulated; did you mean "code-only"?`},
		{onCounter(60), Target{0.01, "code-only", ""}, `no strategy "" is simulated; there are `},
		{onCounter(60), Target{0.01, "code-only", "code-only"}, `"code-only" does not differ from itself; name two strategies`},
	} {
		_, err := test.g.Runs(test.a, plansOf(t, test.a))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.g, err, test.want)
		}
	}
	_, err := Target{Precision: 1e-6}.Runs(onCounter(60), plansOf(t, onCounter(60)))
	if want := fmt.Sprintf("runs of 200 operations, and at most %d can be run; raise the operations of a run or the precision", 1<<25-1); err == nil || !strings.HasSuffix(err.Error(), want) {
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
