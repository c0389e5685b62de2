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
// operations (those of each kind, and those of none) and what there
// is between their means: with P the chances of the groups,
//
//	cov = sum P(g) cov(X,Y|g) + sum over pairs P(g) P(h) (E[X|g]-E[X|h]) (E[Y|g]-E[Y|h]).
//
// No large numbers are subtracted, so that a variance is accurate however small
// it is, and never negative.
func Covariance(t scenario.Thresholds, x, y Quantity) float64 {
	if x.isNothing() || x != y && y.isNothing() {
		return 0 // in short
	}
	type group struct{ chance, x, y float64 }
	var few [1 + scenario.NumClasses]group
	// X and Y are measured from the operations that are of no kind.
	groups := append(few[:0], group{chance: float64(scenario.Probability(certain-t.Fail) * scenario.Probability(certain-t.SuccessAsFailure))})
	var sum float64
	var some [4 * scenario.NumClasses]rest
	p := pair{x: x, y: y}
	if x.Plan == y.Plan && x.Plan != nil {
		p.steps = inStep(x.Plan, x.Metric, y.Metric, some[:0])
	} else {
		p.branches = x.branches() || y.branches()
	}
	for i, k := range p.kinds() {
		r := p.ofKind(i)
		g := group{chance(&t, k), r.x, r.y}
		sum += float64(g.chance * r.covariance)
		for _, h := range groups {
			sum += float64(float64(g.chance*h.chance) * float64((g.x-h.x)*(g.y-h.y)))
		}
		groups = append(groups, g)
	}
	return sum
}

// isNothing reports whether every weight of the quantity is 0.
func (q *Quantity) isNothing() bool {
	if q.Plan == nil {
		return true
	}
	for i := range q.Plan.Steps {
		if visit, success := q.Metric.PerStep(q.Plan, &q.Plan.Steps[i]); visit != 0 || success != 0 {
			return false
		}
	}
	for kind := range q.Plan.Kinds {
		if q.Metric.PerKind(q.Plan, kind) != 0 {
			return false
		}
	}
	return true
}

// kinds returns the kinds of operations of whichever plan there is.
func (p *pair) kinds() []scenario.Kind {
	switch {
	case p.x.Plan != nil:
		return p.x.Plan.Kinds
	case p.y.Plan != nil:
		return p.y.Plan.Kinds
	default:
		return nil
	}
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

// Constant reports whether the difference of two quantities is the same for every
// operation that chance allows: then its variance is zero, and so is the
// uncertainty of every count. With the zero Quantity as y it tells that of x.
func Constant(t scenario.Thresholds, x, y Quantity) bool {
	p := pair{x: x, y: y, branches: x.branches() || y.branches()}
	all, some := 0.0, t.Fail < certain && t.SuccessAsFailure < certain // those of no kind add nothing
	for i, k := range p.kinds() {
		if chance(&t, k) == 0 {
			continue
		}
		fromX, addsX := x.enter(i)
		fromY, addsY := y.enter(i)
		s := p.fixedDifference(position{fromX, fromY, unseen()})
		s.difference += addsX - addsY
		if !s.same || some && s.difference != all {
			return false
		}
		all, some = s.difference, true
	}
	return true
}
