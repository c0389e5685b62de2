package sweep

import (
	"math/big"
	"slices"

	"errbench/polynomial"
	"errbench/scenario"
	"errbench/strategy"
)

// chances are those of the first call and of the steps of a plan as polynomials
// in one assumption: constants, or the assumption itself.
type chances struct {
	plan    *strategy.Plan
	kinds   []polynomial.Polynomial // of an operation to be of a kind, by the index of the kind
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
// other the probability itself decides. It is not ok if that is not so, nor if the
// shares of kinds vary, or the chances of an outage.
func newChances(zero, one compiled) (c chances, ok bool) {
	p := one.plan
	t := one.thresholds
	t.Fail = zero.thresholds.Fail
	if t != zero.thresholds || !alike(p, zero.plan) {
		return c, false
	}
	c.plan = p
	fail, ok := chance(strategy.Step{Threshold: t.Fail}, strategy.Step{Threshold: one.thresholds.Fail})
	for i, s := range p.Steps {
		success, decided := chance(zero.plan.Steps[i], s)
		c.success = append(c.success, success)
		ok = ok && decided
	}
	for _, k := range p.Kinds {
		c.kinds = append(c.kinds, share(t, k).Times(firstCall(fail, k)))
	}
	return c, ok
}

// alike tells whether two plans differ in nothing but thresholds.
func alike(p, q *strategy.Plan) bool {
	return slices.Equal(p.Kinds, q.Kinds) && slices.Equal(p.Entry, q.Entry) &&
		slices.EqualFunc(p.Steps, q.Steps, func(s, other strategy.Step) bool {
			s.Threshold = other.Threshold
			return s == other
		})
}

// firstCall returns the chance that the first call ends as that of a kind does.
func firstCall(fail polynomial.Polynomial, k scenario.Kind) polynomial.Polynomial {
	if k.Class.IsZero() {
		return whole(1).Minus(fail)
	}
	return fail
}

// share returns that of a kind among the operations whose first call ends so, as
// [scenario.Thresholds.Share] has it, without rounding.
func share(t scenario.Thresholds, k scenario.Kind) polynomial.Polynomial {
	risk := constant(t.RiskShare(k.Risk))
	if class, failed := k.Class.Get(); failed {
		return constant(t.ClassShare(class)).Times(constant(t.DistortionShare(class, k.Distortion))).Times(risk)
	}
	return constant(scenario.Probability(t.SuccessAsFailure)).Times(risk)
}

// chance returns the chance of a step that is reached, given what it is where a
// probability is 0 and where it is 1.
func chance(zero, one strategy.Step) (polynomial.Polynomial, bool) {
	certain := scenario.Threshold(1)
	switch {
	case zero.Threshold != one.Threshold:
		itself := zero.Threshold == 0 && one.Threshold == certain && one.Roll != scenario.OutageRoll
		return polynomial.New(new(big.Rat), big.NewRat(1, 1)), itself
	case one.Threshold <= one.Floor:
		return whole(0), true
	default:
		return polynomial.New(new(big.Rat).SetFrac64(int64(one.Threshold-one.Floor), int64(certain-one.Floor))), true
	}
}

// constant returns a finite number, which float64 holds exactly.
func constant(x float64) polynomial.Polynomial {
	return polynomial.New(new(big.Rat).SetFloat64(x))
}

func whole(n int) polynomial.Polynomial { return polynomial.New(big.NewRat(int64(n), 1)) }

// outlook is what an operation of each kind is expected to add to a metric.
type outlook []polynomial.Polynomial

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
	for k, kind := range c.plan.Kinds {
		adds := whole(m.PerKind(kind))
		if entry, ok := c.plan.Entry[k].Step(); ok {
			adds = adds.Plus(rest[entry])
		}
		o = append(o, adds)
	}
	return o
}

// expect returns what a metric is expected to be for one operation, as
// exact.Expect has it.
func (c chances) expect(m strategy.Metric, o outlook) polynomial.Polynomial {
	mean := whole(m.PerOperation())
	for k, chance := range c.kinds {
		mean = mean.Plus(chance.Times(o[k]))
	}
	return mean
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
