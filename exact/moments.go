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
	pair := pair{x.expect(), y.expect()}
	var sum float64
	for i, c := range scenario.AllClasses() {
		entryX, failureX := x.start(c)
		entryY, failureY := y.start(c)
		g := group{float64(scenario.Probability(t.Fail) * t.ClassShare(c)), failureX + pair.x.from(entryX), failureY + pair.y.from(entryY)}
		sum += float64(g.chance * pair.covariance(entryX, entryY))
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

// expectation is what a quantity adds on average from each step of its plan on.
type expectation struct {
	Quantity
	rest []float64 // by step
}

func (q Quantity) expect() expectation {
	if q.Plan == nil {
		return expectation{Quantity: q}
	}
	e := expectation{q, make([]float64, len(q.Plan.Steps))}
	for i := len(e.rest) - 1; i >= 0; i-- { // what a step leads to stands behind it
		a := q.at(i)
		e.rest[i] = a.visit + float64(a.p*(a.success+e.from(a.then))) + float64(a.q*e.from(a.otherwise))
	}
	return e
}

// from returns what is added on average from there on.
func (e expectation) from(next strategy.Next) float64 {
	if i, ok := next.Step(); ok {
		return e.rest[i]
	}
	return 0
}

// pair is two quantities on the same rolls.
type pair struct{ x, y expectation }

// covariance returns that of what the quantities add from there on. A quantity
// that has come to its end covaries with nothing. Of two steps the one whose
// roll comes first is taken first, and both are if it is the same roll: then what
// is expected within their outcomes adds to what there is between them.
func (p pair) covariance(i, j strategy.Next) float64 {
	stepX, onX := i.Step()
	stepY, onY := j.Step()
	if !onX || !onY {
		return 0
	}
	a, b := p.x.at(stepX), p.y.at(stepY)
	switch {
	case a.before(b):
		return float64(a.p*p.covariance(a.then, j)) + float64(a.q*p.covariance(a.otherwise, j))
	case b.before(a):
		return float64(b.p*p.covariance(i, b.then)) + float64(b.q*p.covariance(i, b.otherwise))
	}
	type outcome struct{ chance, x, y float64 }
	var seen [3]outcome
	sum, n := 0.0, 0
	for _, o := range a.outcomes(b) {
		if o.chance == 0 {
			continue
		}
		sum += float64(o.chance * p.covariance(o.x, o.y))
		now := outcome{o.chance, p.x.from(o.x), p.y.from(o.y)}
		if o.wonX {
			now.x += a.success
		}
		if o.wonY {
			now.y += b.success
		}
		for _, before := range seen[:n] {
			sum += float64(float64(now.chance*before.chance) * float64((now.x-before.x)*(now.y-before.y)))
		}
		seen[n] = now
		n++
	}
	return sum
}

// start returns what follows a failure of the class, and what the failure itself
// adds.
func (q Quantity) start(c scenario.Class) (entry strategy.Next, failure float64) {
	if q.Plan == nil {
		return nowhere, 0
	}
	return q.Plan.Entry[c], float64(q.Metric.PerFailure(c))
}

// nowhere is an end of no plan.
const nowhere strategy.Next = -1

// term is a step as a quantity sees it.
type term struct {
	visit, success  float64 // what they add
	p, q            float64 // chance of success and of failure, both exact
	attempt         int
	roll            scenario.Roll
	then, otherwise strategy.Next
}

// at returns the term of a step.
func (q Quantity) at(i int) term {
	s := &q.Plan.Steps[i]
	visit, success := q.Metric.PerStep(s)
	return term{
		visit: float64(visit), success: float64(success),
		p: scenario.Probability(s.Threshold), q: scenario.Probability(certain - s.Threshold),
		attempt: s.Attempt, roll: s.Roll, then: s.Then, otherwise: s.Else,
	}
}

// before tells whether the roll of a step comes before that of another on the
// way of every operation. What needs no roll comes at once.
func (a term) before(b term) bool {
	switch {
	case a.roll == scenario.NoRoll || b.roll == scenario.NoRoll:
		return a.roll == scenario.NoRoll
	case a.attempt != b.attempt:
		return a.attempt < b.attempt
	default:
		return a.roll < b.roll
	}
}

// outcome is how two steps that one roll decides go together.
type outcome struct {
	chance     float64
	wonX, wonY bool
	x, y       strategy.Next
}

// outcomes returns the three ways: the step with the smaller threshold succeeds
// only where the other does.
func (a term) outcomes(b term) [3]outcome {
	all := [3]outcome{
		{min(a.p, b.p), true, true, a.then, b.then},
		{a.p - b.p, true, false, a.then, b.otherwise},
		{min(a.q, b.q), false, false, a.otherwise, b.otherwise},
	}
	if b.p > a.p {
		all[1] = outcome{b.p - a.p, false, true, a.otherwise, b.then}
	}
	return all
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

// follow adds every difference that is possible from there on, where it has come
// to d.
func (s *span) follow(x, y Quantity, i, j strategy.Next, d float64) {
	if s.some && s.lo != s.hi {
		return // it is not constant
	}
	stepX, onX := i.Step()
	stepY, onY := j.Step()
	var a, b term
	if onX {
		a = x.at(stepX)
	}
	if onY {
		b = y.at(stepY)
	}
	switch {
	case !onX && !onY:
		s.add(d)
	case !onY || onX && a.before(b):
		s.take(a, d+a.visit, func(next strategy.Next, won, d float64) { s.follow(x, y, next, j, d+float64(won*a.success)) })
	case !onX || b.before(a):
		s.take(b, d-b.visit, func(next strategy.Next, won, d float64) { s.follow(x, y, i, next, d-float64(won*b.success)) })
	default:
		for _, o := range a.outcomes(b) {
			if o.chance == 0 {
				continue
			}
			d := d + a.visit - b.visit
			if o.wonX {
				d += a.success
			}
			if o.wonY {
				d -= b.success
			}
			s.follow(x, y, o.x, o.y, d)
		}
	}
}

// take goes both ways from a step that are possible; won is 1 on the first.
func (s *span) take(a term, d float64, go_ func(next strategy.Next, won, d float64)) {
	if a.p > 0 {
		go_(a.then, 1, d)
	}
	if a.q > 0 {
		go_(a.otherwise, 0, d)
	}
}
