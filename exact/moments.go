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

// Covariance returns the covariance of two quantities over one operation, on the same
// rolls. The covariance of a quantity with itself is its variance. On independent rolls operations are
// independent, so the covariance over n operations is n times as large.
//
// The groups are the operations of each kind, and the operations of no kind. With P the
// probability of a group, the law of total covariance adds the covariances within the
// groups and the covariance between their means:
//
//	cov = sum P(g) cov(X,Y|g) + sum over pairs P(g) P(h) (E[X|g]-E[X|h]) (E[Y|g]-E[Y|h]).
//
// No large numbers are subtracted, so a small variance is as accurate as a large one, and
// none is negative.
func Covariance(t scenario.Thresholds, x, y Quantity) float64 {
	switch {
	case x.isNothing() || x != y && y.isNothing():
		return 0
	case x == y:
		return NewForm(x.Plan, x.Metric).Moments(t, nil)[0].Variance
	case x.Plan == y.Plan:
		f := NewForm(x.Plan, x.Metric, y.Metric)
		f.set(&t)
		covariance, _ := f.covariance(0, 1)
		return covariance
	}
	var groups groups
	groups.begin(noKind(&t))
	p := pair{x: x, y: y, branches: x.branches() || y.branches()}
	for i, k := range p.kinds() {
		groups.add(chance(&t, k), p.ofKind(i))
	}
	return groups.covariance
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

// kinds returns the kinds of operations, which both plans have in common.
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
// at least 0, and exactly 0 if the difference is [Constant]. If y is the zero Quantity it
// is the variance of x, as accurate as [Covariance]. Otherwise its error is relative to the
// larger of the two variances.
func Variance(t scenario.Thresholds, x, y Quantity) float64 {
	if Constant(t, x, y) {
		return 0
	}
	return max(0, Covariance(t, x, x)+Covariance(t, y, y)-2*Covariance(t, x, y))
}

// Constant reports whether the difference of two quantities is the same for every possible
// operation, so that its variance is zero. If y is the zero Quantity the difference is x.
func Constant(t scenario.Thresholds, x, y Quantity) bool {
	p := pair{x: x, y: y, branches: x.branches() || y.branches()}
	all, some := 0.0, t.Fail < certain && t.SuccessAsFailure < certain // operations of no kind add nothing
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
