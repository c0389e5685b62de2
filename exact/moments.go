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
// By the law of total covariance it is what is expected within the groups of
// operations (those that do not fail, and each class of failure) and what there
// is between their means: with P the chances of the groups,
//
//	cov = sum P(g) cov(X,Y|g) + sum over pairs P(g) P(h) (E[X|g]-E[X|h]) (E[Y|g]-E[Y|h]).
//
// No large numbers are subtracted, so that a variance is accurate however small
// it is, and never negative.
func Covariance(t scenario.Thresholds, x, y Quantity) float64 {
	type group struct{ chance, x, y float64 }
	groups := [1 + scenario.NumClasses]group{{chance: scenario.Probability(certain - t.Fail)}} // X and Y are measured from there
	var sum float64
	for i, c := range scenario.AllClasses() {
		entryX, failureX := x.start(c)
		entryY, failureY := y.start(c)
		r := together(x, y, entryX, entryY)
		g := group{float64(scenario.Probability(t.Fail) * t.ClassShare(c)), failureX + r.x, failureY + r.y}
		sum += float64(g.chance * r.covariance)
		for _, h := range groups[:1+i] {
			sum += float64(float64(g.chance*h.chance) * float64((g.x-h.x)*(g.y-h.y)))
		}
		groups[1+i] = g
	}
	return sum
}

// Variance returns the variance of x - y over one operation, on the same rolls:
//
//	var(x) + var(y) - 2 cov(x, y),
//
// at least 0, and exactly 0 where the difference is [Constant]. With the zero
// Quantity as y it is that of x, as accurate as [Covariance]; of two that nearly
// agree it is accurate to a share of the larger of theirs.
func Variance(t scenario.Thresholds, x, y Quantity) float64 {
	if Constant(t, x, y) {
		return 0
	}
	return max(0, Covariance(t, x, x)+Covariance(t, y, y)-2*Covariance(t, x, y))
}

// rest is what is expected of two quantities, and their covariance, from a step
// of each plan on.
type rest struct{ x, y, covariance float64 }

// together returns the rest from steps i and j, which answer the same call. A
// quantity that has succeeded is settled, so besides the two successes only
// what follows if neither succeeds can covary.
func together(x, y Quantity, i, j int) rest {
	if i == strategy.End && j == strategy.End {
		return rest{}
	}
	a := x.at(i)
	b := a
	if i != j || x != y {
		b = y.at(j)
	}
	next := together(x, y, a.next, b.next)
	o := a.with(b)
	return rest{
		x: a.visit + float64(a.p*a.success) + float64(a.q*next.x),
		y: b.visit + float64(b.p*b.success) + float64(b.q*next.y),
		covariance: float64(o.covariance*float64((a.success-next.x)*(b.success-next.y))) +
			float64(o.neither*next.covariance),
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

// outcomes is how the successes of two steps that answer the same call go
// together: the chances of both and of neither, and their covariance.
type outcomes struct{ both, neither, covariance float64 }

func (a term) with(b term) outcomes {
	if a.roll == b.roll { // the same roll, or none: then neither succeeds
		both, neither := min(a.p, b.p), min(a.q, b.q)
		return outcomes{both, neither, float64(both * neither)}
	}
	return outcomes{float64(a.p * b.p), float64(a.q * b.q), 0}
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
	o := a.with(b)
	d += a.visit - b.visit
	if o.both > 0 {
		s.add(d + a.success - b.success)
	}
	if a.p > o.both {
		s.follow(x, y, strategy.End, b.next, d+a.success)
	}
	if b.p > o.both {
		s.follow(x, y, a.next, strategy.End, d-b.success)
	}
	if o.neither > 0 {
		s.follow(x, y, a.next, b.next, d)
	}
}
