package sweep

import (
	"math/big"

	"errbench/polynomial"
	"errbench/scenario"
	"errbench/strategy"
)

// chances are those of the first call and of the steps of a plan as polynomials
// in one assumption: constants, or the assumption itself.
type chances struct {
	plan    *strategy.Plan
	fail    polynomial.Polynomial
	shares  [scenario.NumClasses]polynomial.Polynomial
	success []polynomial.Polynomial // by step
}

// compiled is a plan and what it was compiled under.
type compiled struct {
	thresholds scenario.Thresholds
	plan       *strategy.Plan
}

// fixed returns the chances of a plan, all constant.
func fixed(c compiled) chances {
	all, ok := newChances(c, c)
	if !ok {
		panic("sweep: a plan differs from itself")
	}
	return all
}

// newChances returns the chances of a strategy in a probability, given its plans
// where that is 0 and where it is 1. A router answers without knowing chances, so
// the plans have the same steps, and where a threshold is 0 in one and 2^32 in the
// other the probability itself decides. It is not ok if that is not so.
func newChances(zero, one compiled) (c chances, ok bool) {
	p := one.plan
	c = chances{plan: p, success: make([]polynomial.Polynomial, len(p.Steps))}
	ok = len(zero.plan.Steps) == len(p.Steps) && zero.plan.Entry == p.Entry && zero.thresholds.Class == one.thresholds.Class
	if !ok {
		return c, false
	}
	c.fail, ok = chance(zero.thresholds.Fail, one.thresholds.Fail)
	for i, s := range p.Steps {
		var decided bool
		c.success[i], decided = chance(zero.plan.Steps[i].Threshold, s.Threshold)
		s.Threshold = zero.plan.Steps[i].Threshold
		ok = ok && decided && s == zero.plan.Steps[i]
	}
	for _, class := range scenario.AllClasses() {
		c.shares[class] = constant(one.thresholds.ClassShare(class))
	}
	return c, ok
}

// chance returns the chance of a threshold by those where a probability is 0 and
// where it is 1.
func chance(zero, one uint64) (polynomial.Polynomial, bool) {
	if zero == one {
		return constant(scenario.Probability(one)), true
	}
	return polynomial.New(new(big.Rat), big.NewRat(1, 1)), zero == 0 && one == scenario.Threshold(1)
}

// constant returns a finite number, which float64 holds exactly.
func constant(x float64) polynomial.Polynomial {
	return polynomial.New(new(big.Rat).SetFloat64(x))
}

func whole(n int) polynomial.Polynomial { return polynomial.New(big.NewRat(int64(n), 1)) }

// outlook is what a failure of each class is expected to add to a metric.
type outlook [scenario.NumClasses]polynomial.Polynomial

// outlook follows the steps from the last: one that is reached adds what its visit
// does, what its success does with its chance, and with the rest what follows.
//
// A step that the assumption itself decides is not taken to be futile, which it is
// where that is 0.
func (c chances) outlook(m strategy.Metric) (o outlook) {
	rest := make([]polynomial.Polynomial, len(c.plan.Steps))
	for i := len(rest) - 1; i >= 0; i-- { // steps lead to later ones
		s := &c.plan.Steps[i]
		visit, success := m.PerStep(s)
		won := whole(success)
		if then, ok := s.Then.Step(); ok {
			won = won.Plus(rest[then])
		}
		rest[i] = whole(visit).Plus(c.success[i].Times(won))
		if next, ok := s.Else.Step(); ok {
			rest[i] = rest[i].Plus(whole(1).Minus(c.success[i]).Times(rest[next]))
		}
	}
	for _, class := range scenario.AllClasses() {
		o[class] = whole(m.PerFailure(class))
		if entry, ok := c.plan.Entry[class].Step(); ok {
			o[class] = o[class].Plus(rest[entry])
		}
	}
	return o
}

// expect returns what a metric is expected to be for one operation, as
// exact.Expect has it.
func (c chances) expect(m strategy.Metric, o outlook) polynomial.Polynomial {
	var failed polynomial.Polynomial
	for class, share := range c.shares {
		failed = failed.Plus(share.Times(o[class]))
	}
	return whole(m.PerOperation()).Plus(c.fail.Times(failed))
}

// quotient is over / under, undefined where under is 0. The chance of being
// resolved, as under, is 0 for all values between 0 and 1 if for one.
type quotient struct{ over, under polynomial.Polynomial }

// outlooks returns those that the criterion is made from: of its terms, and for a
// cost of being resolved.
func (by Criterion) outlooks(c chances) []outlook {
	var all []outlook
	for _, t := range by.terms {
		all = append(all, c.outlook(t.metric))
	}
	if by.cost != nil {
		all = append(all, c.outlook(strategy.Resolved))
	}
	return all
}

// of returns what the criterion compares.
func (by Criterion) of(c chances, outlooks []outlook) quotient {
	q := quotient{under: whole(1)}
	for i, t := range by.terms {
		q.over = q.over.Plus(polynomial.New(t.weight).Times(c.expect(t.metric, outlooks[i])))
	}
	if by.cost != nil {
		q.under = c.expect(strategy.Resolved, outlooks[len(by.terms)])
	}
	return q
}

// at returns the value, nil where it is undefined.
func (q quotient) at(x *big.Rat) *big.Rat {
	under := q.under.At(x)
	if under.Sign() == 0 {
		return nil
	}
	return under.Quo(q.over.At(x), under)
}

// cleared returns the numerator of q - r over the product of what is under them:
// it has the sign of the difference, since that product is at least 0.
func (q quotient) cleared(r quotient) polynomial.Polynomial {
	return q.over.Times(r.under).Minus(r.over.Times(q.under))
}
