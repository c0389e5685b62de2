package report

import (
	"fmt"
	"strings"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/strict"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Target is how narrow intervals have to become.
type Target struct {
	// Precision is the largest half-width, above 0.
	Precision float64
	// Strategy and Against are the two whose difference of resolution rates the
	// interval is of; "" asks for the resolution rate of every strategy.
	Strategy, Against string
}

// ErrCorrelated is returned where a closed form needs independent runs.
var ErrCorrelated = fmt.Errorf("the exact variance holds for independent runs, which %s does not have; %s does", rng.LCG32V1, rng.CounterV1)

// Runs returns how many runs it takes on average, from the exact variances of
// the plans: known beforehand, whatever the rolls will be. There are at least 2,
// and for a difference 20, since below that its interval holds less often than
// it says. It refuses strategies that have no plan, plans without a closed form,
// lcg32/v1 with [ErrCorrelated], and more runs than there can be.
func (g Target) Runs(a scenario.Assumptions, plans []*strategy.Plan) (int64, error) {
	if !(g.Precision > 0) {
		return 0, fmt.Errorf("found a precision of %v; a half-width above 0 works", g.Precision)
	}
	if err := exact.Refuse(plans...); err != nil {
		return 0, err
	}
	variance, err := g.variance(a.Thresholds(), plans)
	if err != nil {
		return 0, err
	}
	if a.Stream == rng.LCG32V1 {
		return 0, ErrCorrelated
	}
	runs := max(2, stat.NormalRuns(variance, g.Precision, a.Operations))
	if g.Strategy != "" {
		runs = stat.StudentRuns(variance, g.Precision, a.Operations, stat.FewRuns)
	}
	if runs > rng.MaxRun {
		return 0, fmt.Errorf("a precision of %v takes %.0f runs of %d operations; at most %d work, so raise the operations of a run or the precision", g.Precision, runs, a.Operations, rng.MaxRun)
	}
	return int64(runs), nil
}

// variance returns that of the number whose interval is wanted, over one
// operation: the largest where there are several.
func (g Target) variance(t scenario.Thresholds, plans []*strategy.Plan) (float64, error) {
	resolved := map[string]exact.Quantity{}
	var names []string
	largest := 0.0
	for _, p := range plans {
		q := exact.Quantity{Plan: p, Metric: strategy.Resolved}
		resolved[p.Strategy.Name] = q
		names = append(names, p.Strategy.Name)
		largest = max(largest, exact.Variance(t, q, exact.Quantity{}))
	}
	if g.Strategy == "" && g.Against == "" {
		return largest, nil
	}
	for _, name := range []string{g.Strategy, g.Against} {
		if _, ok := resolved[name]; !ok {
			return 0, fmt.Errorf("no strategy %q is simulated%s; there are %s", name, strict.Hint(name, names), strings.Join(names, ", "))
		}
	}
	if g.Strategy == g.Against {
		return 0, fmt.Errorf("%q does not differ from itself; two strategies work", g.Strategy)
	}
	return exact.Variance(t, resolved[g.Strategy], resolved[g.Against]), nil
}

// Met tells whether the intervals of a summary are narrow enough; they are not
// where it has none of what is asked for.
func (g Target) Met(s Summary) bool {
	narrow := func(i stat.Interval) bool {
		return i.Method == stat.ExactMethod || float64(i.Hi-i.Lo)/2 <= g.Precision // false where undefined
	}
	for _, c := range s.Comparisons {
		if c.Strategy == g.Strategy && c.Against == g.Against || c.Strategy == g.Against && c.Against == g.Strategy {
			return narrow(c.DifferenceInterval)
		}
	}
	for _, r := range s.Results {
		if !narrow(r.ResolutionInterval) {
			return false
		}
	}
	return len(s.Results) > 0 && g.Strategy == "" && g.Against == ""
}
