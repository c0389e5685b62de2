package report

import (
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
