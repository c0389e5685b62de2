package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// Expect returns the expected counts of a plan over a number of operations, at least 0, on
// independent uniform rolls.
//
// Let F be the probability of a failure, s the share of a kind, and
// p = (threshold - floor) / (2^32 - floor) for a step. Then operations*F*s operations are
// of a kind that fails, operations*(1-F)*s of a kind that does not, and as many reach the
// entry step of the kind. Of v operations that reach a step, v*p succeed and v*(1-p) go on
// to Else. The integer thresholds give the probabilities, which differ from the assumed
// ones by less than 2^-32.
func Expect(t scenario.Thresholds, p *strategy.Plan, operations int64) strategy.Tally[float64] {
	e := strategy.Tally[float64]{
		Operations: float64(operations),
		Kinds:      make([]float64, len(p.Kinds)),
		Visits:     make([]float64, len(p.Steps)),
		Successes:  make([]float64, len(p.Steps)),
	}
	for k, kind := range p.Kinds {
		e.Kinds[k] = float64(e.Operations * chance(&t, kind))
		if entry, ok := p.Entry[k].Step(); ok {
			e.Visits[entry] += e.Kinds[k]
		}
	}
	for i := range p.Steps { // what leads to a step stands before it
		s := &p.Steps[i]
		c := chancesOf(s)
		e.Successes[i] = float64(e.Visits[i] * c.success)
		if then, ok := s.Then.Step(); ok {
			e.Visits[then] += e.Successes[i]
		}
		if next, ok := s.Else.Step(); ok {
			e.Visits[next] += float64(e.Visits[i] * c.failure)
		}
	}
	return e
}

// chance returns the probability that an operation is of the kind.
func chance(t *scenario.Thresholds, k scenario.Kind) float64 {
	first := t.Fail
	if _, failed := k.Class.Get(); !failed {
		first = certain - t.Fail
	}
	return float64(scenario.Probability(first) * t.Share(k))
}

// noKind returns the probability that an operation is of no kind: it succeeds and is reported
// as a success.
func noKind(t *scenario.Thresholds) float64 {
	return float64(scenario.Probability(certain-t.Fail) * scenario.Probability(certain-t.SuccessAsFailure))
}
