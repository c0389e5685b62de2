package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// Quantity is a metric of a plan.
type Quantity struct {
	Plan   *strategy.Plan
	Metric strategy.Metric
}

// Mean returns the expectation of a quantity for one operation.
func (q Quantity) Mean(t scenario.Thresholds) float64 {
	return strategy.Total(q.Metric, q.Plan, Expect(t, q.Plan, 1))
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
		fx, fy := float64(x.Metric.PerFailure(c)), float64(y.Metric.PerFailure(c))
		r := together(x, y, x.Plan.Entry[c], y.Plan.Entry[c])
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
	s := q.Plan.Steps[i]
	visit, success := q.Metric.PerStep(s)
	return term{
		visit: float64(visit), success: float64(success),
		p: scenario.Probability(s.Threshold), q: scenario.Probability(1<<32 - s.Threshold),
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

// Constant tells whether a quantity has the same value for every operation that
// chance allows, so that its variance is zero.
func (q Quantity) Constant(t scenario.Thresholds) bool {
	var seen span
	if t.Fail < 1<<32 {
		seen.add(0)
	}
	for _, c := range scenario.AllClasses() {
		if t.Fail > 0 && t.ClassShare(c) > 0 {
			q.values(q.Plan.Entry[c], q.Metric.PerFailure(c), &seen)
		}
	}
	return seen.lo == seen.hi
}

// values adds every value that is possible from a step on.
func (q Quantity) values(i, sum int, seen *span) {
	if i == strategy.End {
		seen.add(sum)
		return
	}
	s := q.Plan.Steps[i]
	visit, success := q.Metric.PerStep(s)
	if s.Threshold > 0 {
		seen.add(sum + visit + success)
	}
	if s.Threshold < 1<<32 {
		q.values(s.Next, sum+visit, seen)
	}
}

// span is the range of the values added to it.
type span struct {
	lo, hi int
	any    bool
}

func (s *span) add(v int) {
	if !s.any {
		*s = span{v, v, true}
	}
	s.lo, s.hi = min(s.lo, v), max(s.hi, v)
}
