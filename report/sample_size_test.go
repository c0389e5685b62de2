package report

import (
	"flag"
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

// By hand: the envelope resolves what code-only does not where a validation failure has its
// repair roll between 0.45 and 0.9, in 0.4*0.25*0.45 = 0.045 of the operations, and resolves
// all that code-only does. So a difference of d has the variance d*(1-d), and one of 0.045
// has 0.042975. Apart, 0.715*0.285 + 0.76*0.24 = 0.386175.
func TestPowerByHand(t *testing.T) {
	a := scenario.Published()
	plans := plansOf(t, a)
	near := func(what string, got stat.Number, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > 1e-8 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	p := powerOf(t, a, plans[2], plans[1], 0.045, 0.8)
	near("expected", p.Expected, 0.045)
	near("paired variance", p.Paired.Variance, 0.042975)
	near("unpaired variance", p.Unpaired.Variance, 0.386175)
	if p.Strategy != "actionable-envelope" || p.Against != "code-only" || p.Power != 0.8 || p.Alpha != 1-stat.Level || p.Notice != Notice {
		t.Errorf("%+v", p)
	}
	near("variance at one point", powerOf(t, a, plans[2], plans[1], 0.01, 0.8).Paired.Variance, 0.0099)
	near("variance the other way", powerOf(t, a, plans[1], plans[2], 0.01, 0.8).Paired.Variance, 0.0099)
	near("variance of equals", powerOf(t, a, plans[1], plans[1], 0.01, 0.8).Paired.Variance, 0.0099)
	far := powerOf(t, a, plans[2], plans[1], 0.8, 0.9) // more than is left above code-only
	near("variance at 80 points", far.Paired.Variance, 0.16)
	near("apart", far.Unpaired.Variance, 0.16)
	if far.Paired.Runs != 3 || far.Unpaired.Runs != 3 || far.Paired.Operations != 600 {
		t.Errorf("%+v", far)
	}
	if _, err := NewPower(a, plans[2], plans[1], 1e-17, 0.9); err == nil || err.Error() != "difference: got 1e-17, which takes more than 2^45 runs of 200 operations; raise it" {
		t.Error(err)
	}
}

// By hand: only the better one resolves 4 % and only the worse one 1 %, so the variance is
// 0.05 - 0.03^2. A difference of 1 point leaves the 1 % and has 2 % beside it.
func TestTheVarianceAtTheDifferenceToBeFound(t *testing.T) {
	for _, expected := range []float64{0.03, -0.03} {
		d := discordance(0.05-0.03*0.03, expected, 0.01)
		if math.Abs(d.More-0.02) > 1e-15 || math.Abs(d.Less-0.01) > 1e-15 {
			t.Errorf("%+v", d)
		}
	}
	if d := discordance(0.5, 0, 0.9); math.Abs(d.More-0.95) > 1e-15 || math.Abs(d.Less-0.05) > 1e-15 {
		t.Errorf("%+v: more than all operations", d)
	}
}

func TestSmallDifferencesAreShown(t *testing.T) {
	for share, want := range map[stat.Number]string{0.01: "1.00", 0.045: "4.50", 0.07: "7.00", 0.0001: "0.01", 0.00012: "0.012", 1e-7: "0.00001"} {
		if got := pointsText(share); got != want {
			t.Errorf("%v is %s points, want %s", share, got, want)
		}
	}
}

// powerDesign is a question whose difference is the expected one under its assumptions.
type powerDesign struct {
	name    string
	change  func(*scenario.Assumptions)
	bothWay bool // each strategy resolves what the other does not
}

func powerDesigns() []powerDesign {
	hint := func(hint float64, operations int64) func(*scenario.Assumptions) {
		return func(a *scenario.Assumptions) { a.RepairSuccess.Hint, a.Operations = hint, operations }
	}
	mixed := func(transient float64, operations int64) func(*scenario.Assumptions) {
		return func(a *scenario.Assumptions) {
			a.FailureRate, a.RepairSuccess.Code, a.Operations = 0.9, 0.9, operations
			a.FailureMix = scenario.FailureMix{Transient: transient, Validation: 100 - transient}
			a.RetrySuccess = 0.05
		}
	}
	return []powerDesign{
		{"4.5 points", hint(0.9, 200), false},
		{"failure_rate 0.1", func(a *scenario.Assumptions) { a.FailureRate = 0.1 }, false},
		{"both ways, 200 operations", mixed(85, 200), true},
		{"1 point", hint(0.55, 200), false},
		{"1 point, 20 operations", hint(0.55, 20), false},
		{"0.2 points", hint(0.47, 200), false},
		{"failure_rate 0.01", func(a *scenario.Assumptions) { a.FailureRate = 0.01 }, false},
		{"both ways, 10 operations", mixed(60, 10), true},
	}
}

// measurePower returns the plan of a design for a power of 0.9, and the share of the
// replicates of the planned runs whose interval lies above 0.
func measurePower(t *testing.T, d powerDesign, replicates int) (p Power, found float64) {
	t.Helper()
	a := scenario.Published()
	a.Stream = rng.CounterV2
	d.change(&a)
	plans := plansOf(t, a, "code-only", "actionable-envelope")
	if d.bothWay { // a retry and a replacement are decided by rolls of their own
		alternating := catalog.Builtin()[1]
		alternating.Name = "other"
		alternating.Router = strategy.Func("other", func(q strategy.Question) strategy.Action {
			if code, _ := q.Error.Code.Get(); code == "TRANSIENT" {
				return strategy.Retry
			}
			return strategy.Stop
		})
		repairing := catalog.Builtin()[1]
		repairing.Name = "repairs"
		repairing.Router = strategy.Func("repairs", func(q strategy.Question) strategy.Action {
			if code, _ := q.Error.Code.Get(); code == "VALIDATION" {
				return strategy.Repair
			}
			return strategy.Stop
		})
		var err error
		if plans, err = strategy.CompileAll([]strategy.Strategy{alternating, repairing}, a); err != nil {
			t.Fatal(err)
		}
	}
	expected := float64(powerOf(t, a, plans[1], plans[0], 0.5, 0.9).Expected)
	p = powerOf(t, a, plans[1], plans[0], expected, 0.9)
	a.Runs = p.Paired.Runs
	count := 0
	for seed := range uint64(replicates) {
		a.Seed = 1_000_000 + seed
		s, err := Summarize(a, plans, tallyOf(t, a, plans, a.Runs))
		if err != nil {
			t.Fatal(err)
		}
		if s.Comparisons[0].DifferenceInterval.Lo > 0 {
			count++
		}
	}
	return p, float64(count) / float64(replicates)
}

var powerTable = flag.Bool("power", false, "measure how often planned runs find their difference, 10,000 times each, and print a table for docs/statistics.md")

// The planned runs find the difference as often as is said, and so at least as often as was
// asked for. In 500 replicates on frozen seeds of each of three designs, or 10,000 of
// eight, a correct program is 5.5 standard errors off with a chance of 3e-7 in all. At most
// 0.01 is allowed beside them where sums are taken to be normal.
func TestPlannedRunsFindTheirDifference(t *testing.T) {
	designs, replicates := powerDesigns()[:3], 500
	if *powerTable {
		designs, replicates = powerDesigns(), 10_000
		fmt.Println("| design | runs | operations | power said | found |\n|---|---:|---:|---:|---:|")
	}
	for _, d := range designs {
		p, found := measurePower(t, d, replicates)
		reached := float64(p.Paired.Reached)
		off := 5.5 * math.Sqrt(reached*(1-reached)/float64(replicates))
		if d.bothWay {
			off += 0.01
		}
		if math.Abs(found-reached) > off || reached < 0.9 || p.Paired.Runs < 3 {
			t.Errorf("%s: %d runs find a difference of %v in %.4f of the replicates, want %.4f ± %.4f", d.name, p.Paired.Runs, p.Difference, found, reached, off)
		}
		if *powerTable {
			fmt.Printf("| %s | %d | %d | %.1f %% | %.1f %% |\n", d.name, p.Paired.Runs, p.Paired.Operations, 100*reached, 100*found)
		}
	}
}

func TestPowerForPeople(t *testing.T) {
	plans := plansOf(t, scenario.Published())
	text := markdownOf(t, powerOf(t, scenario.Published(), plans[2], plans[1], 0.01, 0.9))
	for _, want := range []string{
		"To tell a difference of 1.00 points between the resolution rates of actionable-envelope and code-only from none, with power 0.9 in a two-sided test at alpha = 0.05.",
		"| paired, on the same rolls | 0.009900 | 1,400 | 7 | 0.950 |",
		"| unpaired, each on its own | 0.403150 | 42,600 | 213 | 0.900 |",
		"The cheapest are 60 runs of 12 operations, with 720 operations in all.",
		"| 20 | 42 | 840 | 0.905 |",
		"the expected difference under the assumptions is 4.50 points.",
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
		{scenario.Published(), Target{Precision: 0.01}, "the exact variance holds for independent runs, and the runs of lcg32/v1 are correlated; use counter/v2"},
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
