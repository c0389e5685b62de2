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

// refuseOpen returns why plans without a closed form cannot be compared across
// streams, or nil. Their rates are compared over runs. Where operations share a
// budget, which starts anew with each run, runs of another length have another rate.
func (x Across) refuseOpen(baseline, current scenario.Assumptions) error {
	runs := min(baseline.Runs, current.Runs)
	for _, p := range x.Plans {
		o := exact.ObstacleOf(p)
		switch {
		case o == exact.SharedBudget && baseline.Operations != current.Operations:
			return fmt.Errorf("strategy %q has %s in a run, and the runs have %d and %d operations, so that their rates differ; the same number of operations works", p.Strategy.Name, o, baseline.Operations, current.Operations)
		case o != "" && runs < stat.FewRuns:
			return fmt.Errorf("strategy %q has %s, so that its rates can be compared over runs alone, and found %d runs on one side; %d and more work", p.Strategy.Name, o, runs, stat.FewRuns)
		}
	}
	return nil
}

// overRuns tells whether a quantity without a closed form is compared by how much
// the runs differ. A summary has the spread of no other.
func (q quantity) overRuns() bool { return q.open && q.Metric == strategy.Resolved }

// welch is the difference of the resolution rates of two summaries, with its
// standard error and the degrees of freedom that Welch and Satterthwaite give it
// (Welch 1947, Biometrika 34:28):
//
//	se^2 = a + b, df = (a + b)^2 / (a^2/(R1 - 1) + b^2/(R2 - 1))
//
// with a and b the variances of both over their runs, each over its runs.
type welch struct{ difference, se, df float64 }

func (p pair) welch(i, result int) welch {
	share := func(r report.PerRun) float64 {
		sd := float64(r.SD.Written()) // as a file has it
		return float64(sd*sd) / float64(r.Runs)
	}
	b, c := p.baseline.perRun[result], p.current.perRun[result]
	x, y := share(b), share(c)
	df := float64((x+y)*(x+y)) / (float64(x*x)/float64(b.Runs-1) + float64(y*y)/float64(c.Runs-1))
	return welch{p.difference(i), math.Sqrt(x + y), df}
}

// chance returns the two-sided chance of a difference at least as large. Runs that
// do not differ at all have no other rate by chance.
func (w welch) chance() float64 {
	switch {
	case w.difference == 0:
		return 1
	case w.se == 0:
		return 0
	default:
		return 2 * distuv.StudentsT{Sigma: 1, Nu: w.df}.CDF(-math.Abs(w.difference)/w.se)
	}
}

// halfWidth returns half the interval of the difference.
func (w welch) halfWidth() float64 {
	if w.se == 0 {
		return 0
	}
	return distuv.StudentsT{Sigma: 1, Nu: w.df}.Quantile((1+intervalLevel)/2) * w.se
}

// spread returns the variance of one operation, or where that is unknown about the
// one that would make runs differ so much.
func (q quantity) spread(p pair) float64 {
	if !q.open {
		return q.variance
	}
	of := func(s sample) float64 {
		r := s.perRun[q.result]
		return float64(float64(r.SD*r.SD) * float64(s.operations/r.Runs))
	}
	return (of(p.baseline) + of(p.current)) / 2
}

// openAnswer says that nothing tells how much a metric varies.
func (q quantity) openAnswer(p pair, i int) Answer {
	a := newAnswer(q, p, i)
	a.Method, a.Answer = openMethod, CannotTell
	a.Level, a.Lo, a.Hi, a.P = undefined, undefined, undefined, undefined
	return a
}

// silent tells whether quantity i, without a closed form, was 0 on both sides, or the
// same on each as one of the strategy before it: there is nothing to say of it then.
func (p pair) silent(quantities []quantity, i int) bool {
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
