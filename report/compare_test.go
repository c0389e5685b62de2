package report

import (
	"bytes"
	"math"
	"testing"

	gonum "gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// Intervals over runs agree with the textbook's formulas on lists of what each
// run counted.
func TestIntervalsOverRunsAgainstTheTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := scenario.Published()
		a.Stream = rapid.SampledFrom(rng.Streams()).Draw(t, "stream")
		a.Seed = rapid.Uint64Range(0, 1<<30).Draw(t, "seed")
		a.Runs = rapid.Int64Range(2, 8).Draw(t, "runs")
		a.Operations = rapid.Int64Range(1, 40).Draw(t, "operations")
		a.FailureRate = rapid.Float64Range(0, 1).Draw(t, "failure rate")
		a.RecoveryAttempts = rapid.Int64Range(0, 3).Draw(t, "recovery attempts")
		resolvedIn, failedIn := countsByRun(t, a)
		s := simulated(t, a.Relabel())
		k := 0
		for i, r := range s.Results {
			checkPerRun(t, r.PerRun, resolvedIn[i], float64(a.Operations))
			for j := range i {
				c := s.Comparisons[k]
				k++
				if c.Strategy != r.Strategy || c.Against != s.Results[j].Strategy {
					t.Fatalf("comparison %d is of %s against %s", k, c.Strategy, c.Against)
				}
				checkDifference(t, c, resolvedIn[i], resolvedIn[j], float64(a.Operations))
				checkReduction(t, c, failedIn[i], failedIn[j])
			}
		}
		if _, err := ReadSummary(bytes.NewReader(encoded(s)), "s.json"); err != nil {
			t.Fatal(err)
		}
		if k != len(s.Comparisons) {
			t.Fatalf("%d comparisons, want %d", len(s.Comparisons), k)
		}
	})
}

// countsByRun returns, by strategy, the resolved operations and the failed
// recovery attempts of each run: what one more run adds to the counts.
func countsByRun(t rapid.TB, a scenario.Assumptions) (resolvedIn, failedIn [][]float64) {
	n := len(catalog.Published())
	resolvedIn, failedIn = make([][]float64, n), make([][]float64, n)
	before := make([]Result, n)
	for runs := int64(1); runs <= a.Runs; runs++ {
		s := interrupted(t, a, runs)
		for i, r := range s.Results {
			resolvedIn[i] = append(resolvedIn[i], float64(r.Resolved-before[i].Resolved))
			failedIn[i] = append(failedIn[i], float64(r.WastedRetries.Failed-before[i].WastedRetries.Failed))
		}
		before = s.Results
	}
	return resolvedIn, failedIn
}

func checkPerRun(t rapid.TB, p PerRun, counts []float64, operations float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	var rates []float64
	for _, c := range counts {
		rates = append(rates, c/operations)
		lo, hi = min(lo, c/operations), max(hi, c/operations)
	}
	near(t, "mean", p.Mean, gonum.Mean(rates, nil))
	near(t, "sd", p.SD, gonum.StdDev(rates, nil))
	near(t, "min", p.Min, lo)
	near(t, "max", p.Max, hi)
	if p.Runs != int64(len(counts)) {
		t.Fatalf("%d runs, want %d", p.Runs, len(counts))
	}
}

// checkDifference holds a comparison against a t interval of the differences
// between two rates in each run.
func checkDifference(t rapid.TB, c Comparison, x, y []float64, operations float64) {
	var differences []float64
	for run := range x {
		differences = append(differences, (x[run]-y[run])/operations)
	}
	center, r := gonum.Mean(differences, nil), float64(len(x))
	half := stat.T975(int64(len(x)-1)) * gonum.StdDev(differences, nil) / math.Sqrt(r)
	near(t, "difference", c.ResolutionDifference, center)
	if isExact(t, c.DifferenceInterval, half) {
		return
	}
	checkEnds(t, c.DifferenceInterval, center, half)
	if i := c.DifferenceInterval; i.N != int64(len(x)) || i.Method != "paired t over runs" {
		t.Fatalf("%+v", i)
	}
}

// checkReduction holds a comparison against the delta method for a ratio of
// means: the spread of x - q*y, over the mean of y.
func checkReduction(t rapid.TB, c Comparison, x, y []float64) {
	if gonum.Mean(y, nil) == 0 {
		if c.FailedReduction.Defined() || c.ReductionInterval.Lo.Defined() || c.ReductionInterval.Hi.Defined() {
			t.Fatalf("a reduction of nothing: %+v", c)
		}
		return
	}
	q, r := gonum.Mean(x, nil)/gonum.Mean(y, nil), float64(len(x))
	var residuals []float64
	for run := range x {
		residuals = append(residuals, x[run]-q*y[run])
	}
	half := stat.T975(int64(len(x)-1)) * gonum.StdDev(residuals, nil) / math.Sqrt(r) / gonum.Mean(y, nil)
	near(t, "reduction", c.FailedReduction, 1-q)
	if isExact(t, c.ReductionInterval, half) {
		return
	}
	checkEnds(t, c.ReductionInterval, 1-q, half)
	if i := c.ReductionInterval; i.N != int64(len(x)) || i.Method != "delta ratio over runs" {
		t.Fatalf("%+v", i)
	}
}

// checkEnds wants the textbook's interval, and none where its width is zero.
func checkEnds(t rapid.TB, i stat.Interval, center, half float64) {
	if half < 1e-12 {
		if i.Lo.Defined() || i.Hi.Defined() {
			t.Fatalf("runs that do not differ: %+v", i)
		}
		return
	}
	near(t, "lower end", i.Lo, center-half)
	near(t, "upper end", i.Hi, center+half)
}

// isExact reports whether an interval says that chance cannot change its number,
// and fails if the textbook's interval has a width.
func isExact(t rapid.TB, i stat.Interval, half float64) bool {
	t.Helper()
	if i.Method != "exact" {
		return false
	}
	if i.Lo.Defined() || i.Hi.Defined() || i.Level.Defined() || half > 1e-12 {
		t.Fatalf("%+v, and the textbook's half-width is %v", i, half)
	}
	return true
}

// near allows for the rounding of the textbook's floats.
func near(t rapid.TB, what string, got stat.Number, want float64) {
	t.Helper()
	if !(math.Abs(float64(got)-want) <= 1e-11*(1+math.Abs(want))) {
		t.Fatalf("%s is %v, want %v", what, float64(got), want)
	}
}

// Where hints help as much as codes do, the envelope and code-only resolve the
// same operations, whatever the rolls.
func TestWhatChanceCannotChangeIsExact(t *testing.T) {
	a := scenario.Published()
	a.RepairSuccess.Code, a.RepairSuccess.Field, a.RepairSuccess.Hint = 0.45, 0.45, 0.45
	same := simulated(t, a.Relabel())
	a.RetrySuccess, a.RepairSuccess.Hint = 1, 1
	perfect := simulated(t, a.Relabel())
	a = scenario.Published()
	a.FailureRate = 0
	none := simulated(t, a.Relabel())
	a.FailureRate, a.RecoveryAttempts = 1, 0
	all := simulated(t, a.Relabel())
	for what, i := range map[string]struct {
		interval stat.Interval
		n        int64
	}{
		"the same difference":      {same.Comparisons[2].DifferenceInterval, 60},
		"no reduction":             {same.Comparisons[2].ReductionInterval, 60},
		"a whole reduction":        {perfect.Comparisons[2].ReductionInterval, 60},
		"all are resolved":         {none.Results[0].ResolutionInterval, 12000},
		"none is resolved":         {all.Results[0].ResolutionInterval, 12000},
		"no difference of nothing": {all.Comparisons[0].DifferenceInterval, 60},
	} {
		if g := i.interval; g.Method != "exact" || g.Lo.Defined() || g.Hi.Defined() || g.Level.Defined() || g.N != i.n {
			t.Errorf("%s: %+v", what, g)
		}
	}
	if i := same.Comparisons[0].DifferenceInterval; i.Method != "paired t over runs" || !(i.Lo < i.Hi) {
		t.Errorf("a difference that varies: %+v", i)
	}
}
