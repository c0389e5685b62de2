package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// certain is the threshold of probability 1.
const certain = 1 << 32

// Quantity is a metric of a plan. The zero Quantity is 0 for every operation.
type Quantity struct {
	Plan   *strategy.Plan
	Metric strategy.Metric
}

// Covariance returns the covariance of two quantities over one operation, on
// the same rolls; with the same quantity twice it is the variance. Operations
// are independent of each other on independent rolls, so over n of them it is
// n times as much.
//
// Both are measured from their value for an operation that does not fail, X and
// Y. With P(c) the chance of failing with class c,
//
//	cov = sum P(c) E[XY|c] - sum P(c) E[X|c] * sum P(c) E[Y|c],
//
// and the conditional expectations follow from the last step backwards: two
// plans make their attempts in step, and at each an attempt of both succeeds
// with the chance of the smaller threshold where the same roll decides it.
func Covariance(t scenario.Thresholds, x, y Quantity) float64 {
	var meanX, meanY, meanXY float64
	for _, c := range scenario.AllClasses() {
		chance := float64(scenario.Probability(t.Fail) * t.ClassShare(c))
		entryX, fx := x.start(c)
		entryY, fy := y.start(c)
		r := together(x, y, entryX, entryY)
		meanX += float64(chance * (fx + r.x))
		meanY += float64(chance * (fy + r.y))
		meanXY += float64(chance * (float64(fx*fy) + float64(fx*r.y) + float64(fy*r.x) + r.xy))
	}
	return meanXY - float64(meanX*meanY)
}

// rest is what is expected of two quantities, and of their product, from a
// step of each plan on.
type rest struct{ x, y, xy float64 }

// together returns the rest from steps i and j, which answer the same call.
func together(x, y Quantity, i, j int) rest {
	if i == strategy.End && j == strategy.End {
		return rest{}
	}
	a, b := x.at(i), y.at(j)
	next := together(x, y, a.next, b.next)
	both := a.succeedsWith(b)
	onlyA, onlyB := a.p-both, b.p-both
	neither := (a.q - b.p) + both // 1 - a.p - onlyB
	return rest{
		x: a.visit + float64(a.p*a.success) + float64(a.q*next.x),
		y: b.visit + float64(b.p*b.success) + float64(b.q*next.y),
		xy: float64(both*float64((a.visit+a.success)*(b.visit+b.success))) +
			float64(onlyA*float64((a.visit+a.success)*(b.visit+next.y))) +
			float64(onlyB*float64((a.visit+next.x)*(b.visit+b.success))) +
			float64(neither*(float64(a.visit*b.visit)+float64(a.visit*next.y)+float64(b.visit*next.x)+next.xy)),
	}
}

// start returns the step that follows a failure of the class, and what the
// failure itself adds.
func (q Quantity) start(c scenario.Class) (entry int, failure float64) {
	if q.Plan == nil {
		return strategy.End, 0
	}
	return q.Plan.Entry[c], float64(q.Metric.PerFailure(c))
}

// term is a step as a quantity sees it.
type term struct {
	visit, success float64 // what they add
	p, q           float64 // chance of success and of failure, both exact
	roll           scenario.Roll
	next           int
}

// at returns the term of a step; the end of a plan adds nothing for ever.
func (q Quantity) at(i int) term {
	if i == strategy.End {
		return term{q: 1, next: strategy.End}
	}
	s := &q.Plan.Steps[i]
	visit, success := q.Metric.PerStep(s)
	return term{
		visit: float64(visit), success: float64(success),
		p: scenario.Probability(s.Threshold), q: scenario.Probability(certain - s.Threshold),
		roll: s.Roll, next: s.Next,
	}
}

// succeedsWith returns the chance that both succeed at the same attempt.
func (a term) succeedsWith(b term) float64 {
	if a.roll == b.roll {
		return min(a.p, b.p) // the same roll, or none: then both are 0
	}
	return float64(a.p * b.p)
}

// Constant tells whether the difference of two quantities is the same for every
// operation that chance allows: then its variance is zero, and so is the
// uncertainty of every count. With the zero Quantity as y it tells that of x.
func Constant(t scenario.Thresholds, x, y Quantity) bool {
	seen := span{}
	if t.Fail < certain {
		seen.add(0)
	}
	for _, c := range scenario.AllClasses() {
		if t.Fail > 0 && t.ClassShare(c) > 0 {
			entryX, failureX := x.start(c)
			entryY, failureY := y.start(c)
			seen.follow(x, y, entryX, entryY, failureX-failureY)
		}
	}
	return seen.lo == seen.hi
}

// span is the range of the values added to it, empty at first.
type span struct {
	lo, hi float64
	some   bool
}

func (s *span) add(v float64) {
	if !s.some {
		*s = span{v, v, true}
	}
	s.lo, s.hi = min(s.lo, v), max(s.hi, v)
}

// follow adds every difference that is possible from steps i and j on, where it
// has come to d.
func (s *span) follow(x, y Quantity, i, j int, d float64) {
	if i == strategy.End && j == strategy.End {
		s.add(d)
		return
	}
	a, b := x.at(i), y.at(j)
	both := a.succeedsWith(b)
	d += a.visit - b.visit
	if both > 0 {
		s.add(d + a.success - b.success)
	}
	if a.p > both {
		s.follow(x, y, strategy.End, b.next, d+a.success)
	}
	if b.p > both {
		s.follow(x, y, a.next, strategy.End, d-b.success)
	}
	if a.q > b.p-both {
		s.follow(x, y, a.next, b.next, d)
	}
}
