package report

import (
	"fmt"
	"math"

	"errbench/exact"
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

// Runs returns how many runs it takes, at least 2, from the exact variances of
// the plans: known beforehand, whatever the rolls will be. It refuses
// lcg32/v1, whose runs are correlated, and more runs than there can be.
func (g Target) Runs(a scenario.Assumptions, plans []*strategy.Plan) (int64, error) {
	if a.Stream == rng.LCG32V1 {
		return 0, fmt.Errorf("the exact variance holds for independent runs, which %s does not have; %s does", a.Stream, rng.CounterV1)
	}
	variance := 0.0
	var x, y exact.Quantity
	for _, p := range plans {
		q := exact.Quantity{Plan: p, Metric: strategy.Resolved}
		switch p.Strategy.Name {
		case g.Strategy:
			x = q
		case g.Against:
			y = q
		}
		if g.Strategy == "" {
			variance = max(variance, differenceVariance(a.Thresholds(), q, exact.Quantity{}))
		}
	}
	if g.Strategy != "" {
		variance = differenceVariance(a.Thresholds(), x, y)
	}
	needed := func(quantile float64) float64 {
		return max(2, math.Ceil(float64(quantile*quantile)*variance/(g.Precision*g.Precision)/float64(a.Operations)))
	}
	runs := needed(normal975)
	for g.Strategy != "" && runs < needed(t975(int64(runs)-1)) {
		runs = needed(t975(int64(runs) - 1)) // more runs, so a smaller quantile next time
	}
	if runs > rng.MaxRun {
		return 0, fmt.Errorf("a precision of %v takes %.0f runs of %d operations; at most %d work, so raise the operations of a run or the precision", g.Precision, runs, a.Operations, rng.MaxRun)
	}
	return int64(runs), nil
}

// Met tells whether the intervals of a summary are narrow enough.
func (g Target) Met(s Summary) bool {
	narrow := func(i Interval) bool {
		return i.Method == exactMethod || float64(i.Hi-i.Lo)/2 <= g.Precision // false where undefined
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
	return true
}
