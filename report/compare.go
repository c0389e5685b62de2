package report

import (
	"math/big"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// Comparison compares a strategy with another one on the same rolls.
type Comparison struct {
	Strategy             string        `json:"strategy" jsonschema:"the one that is compared"`
	Against              string        `json:"against" jsonschema:"the one that it is compared with"`
	ResolutionDifference stat.Number   `json:"resolution_difference" jsonschema:"resolution rate of strategy minus resolution rate of against, -1 to 1"`
	DifferenceInterval   stat.Interval `json:"difference_interval" jsonschema:"of the difference"`
	FailedReduction      stat.Number   `json:"failed_reduction" jsonschema:"1 - failed recovery attempts of strategy / those of against; null where against has none"`
	ReductionInterval    stat.Interval `json:"reduction_interval" jsonschema:"of the reduction"`
}

// compare compares plan i with plan j.
func compare(thresholds scenario.Thresholds, plans []*strategy.Plan, t *replay.Tally, results []Result, i, j int) Comparison {
	a, b := results[i], results[j]
	x, y := a.WastedRetries.Failed, b.WastedRetries.Failed
	c := difference(a, b)
	c.DifferenceInterval = paired(t.Runs, a.Resolved, b.Resolved, t.Resolved, i, j, big.NewRat(1, 1)).
		Around(c.ResolutionDifference, perRun(a.Operations, t.Runs), stat.PairedMethod)
	q := quotient(x, y)
	if q == nil {
		q = new(big.Rat) // the reduction is undefined, and so is its interval
	}
	c.ReductionInterval = paired(t.Runs, x, y, t.Failed, i, j, q).
		Around(c.FailedReduction, perRun(y, t.Runs), stat.RatioMethod)
	of := func(i int, m strategy.Metric) exact.Quantity { return exact.Quantity{Plan: plans[i], Metric: m} }
	if c.ResolutionDifference.Defined() && constant(thresholds, of(i, strategy.Resolved), of(j, strategy.Resolved)) {
		c.DifferenceInterval = stat.NoInterval(t.Runs)
	}
	if c.FailedReduction.Defined() && constantRatio(thresholds, of(i, strategy.FailedRecoveries), of(j, strategy.FailedRecoveries), x, y) {
		c.ReductionInterval = stat.NoInterval(t.Runs)
	}
	return c
}

// constantRatio reports whether chance cannot change the ratio of two totals, x and y, of
// quantities that are never negative.
func constantRatio(t scenario.Thresholds, of, to exact.Quantity, x, y int64) bool {
	same := constant(t, of, exact.Quantity{})
	return same && x == 0 || same && constant(t, to, exact.Quantity{}) || x == y && constant(t, of, to)
}

// difference returns a comparison without its intervals.
func difference(a, b Result) Comparison {
	return Comparison{
		Strategy:             a.Strategy,
		Against:              b.Strategy,
		ResolutionDifference: stat.Ratio(float64(a.Resolved-b.Resolved), float64(a.Operations)),
		FailedReduction:      stat.Ratio(float64(b.WastedRetries.Failed-a.WastedRetries.Failed), float64(b.WastedRetries.Failed)),
	}
}

// perRun returns the reciprocal of the average count of a run.
func perRun(total, runs int64) float64 { return float64(runs) / float64(total) }

// paired returns the exact moments over runs of x - q*y. With q = 1 it is the paired
// difference. With q the ratio of the sums it is the residual whose standard deviation,
// divided by the mean of y, is the standard deviation of the ratio (delta method; Cochran, Sampling
// Techniques, 3rd ed., section 6.4).
func paired(runs, x, y int64, products replay.Products, i, j int, q *big.Rat) stat.Moments {
	times := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	rat := func(v *big.Int) *big.Rat { return new(big.Rat).SetInt(v) }
	sum := new(big.Rat).SetInt64(x)
	sum.Sub(sum, times(q, new(big.Rat).SetInt64(y)))
	squares := rat(products.At(i, i))
	squares.Sub(squares, times(times(big.NewRat(2, 1), q), rat(products.At(i, j))))
	squares.Add(squares, times(times(q, q), rat(products.At(j, j))))
	return stat.Moments{Runs: runs, Sum: sum, SumSquares: squares}
}

// ResolutionInterval returns the interval of the resolution rate of plan i: none if chance
// cannot change the rate, an interval over runs if the operations of a run share a budget
// and so depend on each other, and otherwise Wilson's score interval.
func ResolutionInterval(t scenario.Thresholds, p *strategy.Plan, counted *replay.Tally, i int) stat.Interval {
	resolved := strategy.Total(strategy.Resolved, p, counted.Of(i))
	switch {
	case nothingFails(t) || constant(t, exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{}):
		return stat.NoInterval(counted.Operations)
	case exact.ObstacleOf(p) == exact.SharedBudget:
		per := runsOf(counted, i, resolved)
		return stat.OverRuns(per.Runs, per.Mean, 1, per.SD, stat.RunsMethod)
	default:
		return stat.Wilson(resolved, counted.Operations)
	}
}
