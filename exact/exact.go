// Package exact computes in closed form, from the same plans, what a replay
// estimates by counting: no sampling, and no cost that grows with the number
// of operations.
package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// Expect returns the expected counts of a plan over a number of operations, at
// least 0, on independent uniform rolls.
//
// With F the chance of failing, s the share of a class and p the chance
// threshold/2^32 of a step, a class is expected operations*F*s times; the step
// that follows is reached as often; a step that is reached v times succeeds
// v*p times and passes on v*(1-p). These are the chances of the integer
// thresholds, not of the probabilities that they were made from, which differ
// by less than 2^-32.
func Expect(t scenario.Thresholds, p *strategy.Plan, operations int64) strategy.Tally[float64] {
	e := strategy.Tally[float64]{
		Operations: float64(operations),
		Visits:     make([]float64, len(p.Steps)),
		Successes:  make([]float64, len(p.Steps)),
	}
	for _, c := range scenario.AllClasses() {
		e.Failures[c] = float64(e.Operations * scenario.Probability(t.Fail) * t.ClassShare(c))
		if entry, ok := p.Entry[c].Step(); ok {
			e.Visits[entry] = e.Failures[c]
		}
	}
	for i, s := range p.Steps { // what leads to a step stands before it
		e.Successes[i] = float64(e.Visits[i] * scenario.Probability(s.Threshold))
		if then, ok := s.Then.Step(); ok {
			e.Visits[then] += e.Successes[i]
		}
		if next, ok := s.Else.Step(); ok {
			// The chance of failing is exact; a difference of counts would lose
			// what is left of them where success is almost sure.
			e.Visits[next] += float64(e.Visits[i] * scenario.Probability(certain-s.Threshold))
		}
	}
	return e
}
