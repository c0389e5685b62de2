package report

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
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
		s := simulated(t, a)
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
		if k != len(s.Comparisons) {
			t.Fatalf("%d comparisons, want %d", len(s.Comparisons), k)
		}
	})
}

// countsByRun returns, by strategy, the resolved operations and the failed
// recovery attempts of each run: what one more run adds to the counts.
func countsByRun(t rapid.TB, a scenario.Assumptions) (resolvedIn, failedIn [][]float64) {
	n := len(strategy.Published())
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
	near(t, "mean", p.Mean, naiveMean(rates))
	near(t, "sd", p.SD, naiveSD(rates))
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
	center, r := naiveMean(differences), float64(len(x))
	half := t975(int64(len(x)-1)) * naiveSD(differences) / math.Sqrt(r)
	near(t, "difference", c.ResolutionDifference, center)
	near(t, "lower end", c.DifferenceInterval.Lo, center-half)
	near(t, "upper end", c.DifferenceInterval.Hi, center+half)
	if i := c.DifferenceInterval; i.N != int64(len(x)) || i.Method != "paired t over runs" {
		t.Fatalf("%+v", i)
	}
}

// checkReduction holds a comparison against the delta method for a ratio of
// means: the spread of x - q*y, over the mean of y.
func checkReduction(t rapid.TB, c Comparison, x, y []float64) {
	if naiveMean(y) == 0 {
		if c.FailedReduction.Defined() || c.ReductionInterval.Lo.Defined() || c.ReductionInterval.Hi.Defined() {
			t.Fatalf("a reduction of nothing: %+v", c)
		}
		return
	}
	q, r := naiveMean(x)/naiveMean(y), float64(len(x))
	var residuals []float64
	for run := range x {
		residuals = append(residuals, x[run]-q*y[run])
	}
	half := t975(int64(len(x)-1)) * naiveSD(residuals) / math.Sqrt(r) / naiveMean(y)
	near(t, "reduction", c.FailedReduction, 1-q)
	near(t, "lower end", c.ReductionInterval.Lo, 1-q-half)
	near(t, "upper end", c.ReductionInterval.Hi, 1-q+half)
	if i := c.ReductionInterval; i.N != int64(len(x)) || i.Method != "delta ratio over runs" {
		t.Fatalf("%+v", i)
	}
}

// near allows for the rounding of the textbook's floats.
func near(t rapid.TB, what string, got Number, want float64) {
	t.Helper()
	if !(math.Abs(float64(got)-want) <= 1e-11*(1+math.Abs(want))) {
		t.Fatalf("%s is %v, want %v", what, float64(got), want)
	}
}
