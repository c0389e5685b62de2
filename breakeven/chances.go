package breakeven

import (
	"math/big"
	"slices"

	"errbench/internal/polynomial"
	"errbench/scenario"
	"errbench/strategy"
)

// chances holds the probabilities of a plan as polynomials in one assumption.
type chances struct {
	plan    *strategy.Plan
	kinds   []polynomial.Polynomial // the share of each kind of operation
	success []polynomial.Polynomial // of each step; a constant, or the assumption
}

// fixed returns the chances of a plan as constants.
func fixed(c compiled) chances {
	all, ok := newChances([2]uint64{0, 1}, [2]compiled{c, c})
	if !ok {
		panic("breakeven: a plan differs from itself")
	}
	return all
}

// newChances returns the chances of a strategy in a probability, given its plans at two
// values of it and, in at, their thresholds. A router is told no probability, so the plans
// have the same steps, and a step whose thresholds differ is decided by the probability
// that varies. The share of a kind is a product of factors that are linear in it.
//
// ok is false if the shares of classes or risks differ, or if the plans differ in anything else.
func newChances(at [2]uint64, of [2]compiled) (c chances, ok bool) {
	c.plan = of[1].plan
	t := [2]*scenario.Thresholds{&of[0].thresholds, &of[1].thresholds}
	if t[0].Class != t[1].Class || t[0].Risk != t[1].Risk || !alike(c.plan, of[0].plan) {
		return c, false
	}
	ok = true
	for i, s := range c.plan.Steps {
		success, decided := successOf(at, of[0].plan.Steps[i], s)
		c.success = append(c.success, success)
		ok = ok && decided
	}
	linear := func(of func(*scenario.Thresholds) float64) polynomial.Polynomial {
		return through(at, [2]float64{of(t[0]), of(t[1])})
	}
	fail := linear(func(t *scenario.Thresholds) float64 { return scenario.Probability(t.Fail) })
	for _, k := range c.plan.Kinds {
		class, failed := k.Class.Get()
		first, report := integer(1).Minus(fail), func(t *scenario.Thresholds) float64 { return scenario.Probability(t.SuccessAsFailure) }
		if failed {
			first = fail.Times(constant(t[0].ClassShare(class)))
			report = func(t *scenario.Thresholds) float64 { return t.DistortionShare(class, k.Distortion) }
		}
		c.kinds = append(c.kinds, first.Times(linear(report)).Times(constant(t[0].RiskShare(k.Risk))))
	}
	return c, ok
}

// through returns the line with two values at two thresholds.
func through(at [2]uint64, values [2]float64) polynomial.Polynomial {
	first := constant(values[0])
	if values[0] == values[1] {
		return first
	}
	x0, rise := position(at[0]), new(big.Rat).Sub(new(big.Rat).SetFloat64(values[1]), new(big.Rat).SetFloat64(values[0]))
	slope := polynomial.New(rise.Quo(rise, new(big.Rat).Sub(position(at[1]), x0)))
	return first.Plus(slope.Times(variable().Minus(polynomial.New(x0))))
}

// samePlan reports whether an operation of each kind adds the same under two plans.
func samePlan(p, q *strategy.Plan) bool {
	return alike(p, q) && slices.EqualFunc(p.Steps, q.Steps, func(s, other strategy.Step) bool { return s.Threshold == other.Threshold })
}

// alike reports whether two plans are equal except for thresholds, and the start and the
// length of attempts.
func alike(p, q *strategy.Plan) bool {
	return slices.Equal(p.Kinds, q.Kinds) && slices.Equal(p.Entry, q.Entry) && slices.Equal(p.Misrouted, q.Misrouted) &&
		slices.EqualFunc(p.Steps, q.Steps, func(s, other strategy.Step) bool {
			s.Threshold, s.StartMS, s.LatencyMS = other.Threshold, other.StartMS, other.LatencyMS
			return s == other
		})
}

// successOf returns the probability that a step which is reached succeeds, given the step
// at two values of the assumption. It returns false if this is neither constant nor the
// assumption.
func successOf(at [2]uint64, first, second strategy.Step) (polynomial.Polynomial, bool) {
	certain := scenario.Threshold(1)
	switch {
	case first.Threshold != second.Threshold:
		decides := [2]uint64{first.Threshold, second.Threshold} == at && second.Floor == 0 && second.Roll != scenario.OutageRoll
		return variable(), decides
	case second.Threshold <= second.Floor:
		return integer(0), true
	default:
		return polynomial.New(new(big.Rat).SetFrac64(int64(second.Threshold-second.Floor), int64(certain-second.Floor))), true
	}
}

// variable returns the assumption that varies.
func variable() polynomial.Polynomial { return polynomial.New(new(big.Rat), big.NewRat(1, 1)) }

// constant returns the polynomial of a finite number.
func constant(x float64) polynomial.Polynomial {
	return polynomial.New(new(big.Rat).SetFloat64(x))
}

func integer(n int64) polynomial.Polynomial { return polynomial.New(big.NewRat(n, 1)) }

// perKind is what an operation of each kind adds to a metric, in expectation.
type perKind []polynomial.Polynomial

// perKind returns the expected metric of each kind. A step that is reached adds its visit.
// With the probability of a success it adds what the success and the steps after it add,
// and otherwise what the steps after a failure add.
//
// A step that the assumption decides is never futile here, although it is futile at the
// value 0.
func (c chances) perKind(m strategy.Metric) (all perKind) {
	rest := strategy.Back(c.plan, nil, func(i int, won, lost polynomial.Polynomial) polynomial.Polynomial {
		visit, success := m.PerStep(c.plan, &c.plan.Steps[i])
		won = c.success[i].Times(won.Plus(integer(success)))
		return integer(visit).Plus(won).Plus(integer(1).Minus(c.success[i]).Times(lost))
	})
	for k := range c.plan.Kinds {
		adds := integer(m.PerKind(c.plan, k))
		if entry, ok := c.plan.Entry[k].Step(); ok {
			adds = adds.Plus(rest[entry])
		}
		all = append(all, adds)
	}
	return all
}

// expect returns the expectation of a metric for one operation, defined as exact.Expect
// defines it.
func (c chances) expect(m strategy.Metric, each perKind) polynomial.Polynomial {
	mean := integer(m.PerOperation())
	for k, share := range c.kinds {
		mean = mean.Plus(share.Times(each[k]))
	}
	return mean
}
