package gate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// refuseOpen returns an error if plans without a closed form cannot be compared across
// streams. Their rates are compared over runs. A budget that operations share starts
// anew with each run, so runs of another length have another rate.
func (x Across) refuseOpen(baseline, current scenario.Assumptions) error {
	runs := min(baseline.Runs, current.Runs)
	for _, p := range x.Plans {
		o := exact.ObstacleOf(p)
		switch {
		case o == exact.SharedBudget && baseline.Operations != current.Operations:
			return fmt.Errorf("operations: got %d, want %d, as in the baseline: strategy %q has %s in a run", current.Operations, baseline.Operations, p.Strategy.Name, o)
		case o != "" && runs < stat.FewRuns:
			return fmt.Errorf("runs: got %d, want at least %d on both sides: strategy %q has %s, so its rate is compared over runs", runs, stat.FewRuns, p.Strategy.Name, o)
		}
	}
	return nil
}

// overRuns reports whether a quantity without a closed form is compared by its
// variation over runs. A summary holds this variation for resolution rates only.
func (q quantity) overRuns() bool { return q.open && q.Metric == strategy.Resolved }

// welch is the difference of the resolution rates of two summaries, with its
// standard error and its degrees of freedom (Welch 1947, Biometrika 34:28):
//
//	se^2 = a + b, df = (a + b)^2 / (a^2/(R1 - 1) + b^2/(R2 - 1))
//
// R1 and R2 are the numbers of runs; a and b are the variances over runs, each divided
// by its number of runs.
type welch struct{ difference, se, df float64 }

func (p pair) welch(i, result int) welch {
	share := func(r report.PerRun) float64 {
		sd := float64(r.SD.Written()) // as in a file
		return float64(sd*sd) / float64(r.Runs)
	}
	b, c := p.baseline.perRun[result], p.current.perRun[result]
	x, y := share(b), share(c)
	df := float64((x+y)*(x+y)) / (float64(x*x)/float64(b.Runs-1) + float64(y*y)/float64(c.Runs-1))
	return welch{p.difference(i), math.Sqrt(x + y), df}
}

// pValue returns the two-sided probability of a difference at least as large. It is 0
// if runs do not vary at all and the rates differ.
func (w welch) pValue() float64 {
	switch {
	case w.difference == 0:
		return 1
	case w.se == 0:
		return 0
	default:
		return 2 * distuv.StudentsT{Sigma: 1, Nu: w.df}.CDF(-math.Abs(w.difference)/w.se)
	}
}

// halfWidth returns half the width of the interval of the difference.
func (w welch) halfWidth() float64 {
	if w.se == 0 {
		return 0
	}
	return distuv.StudentsT{Sigma: 1, Nu: w.df}.Quantile((1+intervalLevel)/2) * w.se
}

// perOperationVariance returns the variance of one operation. Without a closed form it
// is estimated from the variation over runs.
func (q quantity) perOperationVariance(p pair) float64 {
	if !q.open {
		return q.variance
	}
	of := func(s sample) float64 {
		r := s.perRun[q.result]
		return float64(float64(r.SD*r.SD) * float64(s.operations/r.Runs))
	}
	return (of(p.baseline) + of(p.current)) / 2
}

// uninformative reports whether quantity i, without a closed form, is 0 on both sides
// or equals an earlier quantity of the strategy on both sides.
func (p pair) uninformative(quantities []quantity, i int) bool {
	same := func(j int) bool {
		return quantities[j].result == quantities[i].result &&
			p.baseline.totals[j] == p.baseline.totals[i] && p.current.totals[j] == p.current.totals[i]
	}
	for j := range i {
		if same(j) {
			return true
		}
	}
	return p.baseline.totals[i] == 0 && p.current.totals[i] == 0
}
