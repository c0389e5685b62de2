package report

import (
	"errbench/exact"
	"errbench/internal/stat"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// ResolutionInterval returns that of the resolution rate of plan i, which a tally
// holds: Wilson's score interval; none where chance cannot change the rate; and one
// over runs where the operations of a run share a budget, so that they depend on
// each other.
func ResolutionInterval(t scenario.Thresholds, p *strategy.Plan, counted *replay.Tally, i int) stat.Interval {
	resolved := strategy.Total(strategy.Resolved, p, counted.Of(i))
	switch spared := t.Fail == 0 && t.SuccessAsFailure == 0; {
	case spared || constant(t, exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{}):
		return stat.NoInterval(counted.Operations)
	case exact.ObstacleOf(p) == exact.SharedBudget:
		per := runsOf(counted, i, resolved)
		return stat.OverRuns(per.Runs, per.Mean, 1, per.SD.Written(), stat.RunsMethod)
	default:
		return stat.Wilson(resolved, counted.Operations)
	}
}
