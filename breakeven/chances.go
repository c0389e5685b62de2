package breakeven

import (
	"math/big"
	"slices"

	"errbench/internal/polynomial"
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
	all, ok := newChances([2]uint64{0, 1}, [2]compiled{c, c})
	if !ok {
		panic("breakeven: a plan differs from itself")
	}
	return all
}

// newChances returns the chances of a strategy in a probability, given its plans at
// two values of it, whose thresholds are at. A router answers without knowing
// chances, so the plans have the same steps, and where thresholds of a step differ
// the probability itself decides it. The share of a kind is a constant, or one that
// is drawn by the probability, or what that leaves: linear, as the chance of the
// first call to fail is. It is not ok if that is not so, nor if classes or risks are
// not the same.
func newChances(at [2]uint64, of [2]compiled) (c chances, ok bool) {
	c.plan = of[1].plan
	t := [2]*scenario.Thresholds{&of[0].thresholds, &of[1].thresholds}
	if t[0].Class != t[1].Class || t[0].Risk != t[1].Risk || !alike(c.plan, of[0].plan) {
		return c, false
	}
	ok = true
	for i, s := range c.plan.Steps {
		success, decided := chance(at, of[0].plan.Steps[i], s)
		c.success = append(c.success, success)
		ok = ok && decided
	}
	linear := func(chance func(*scenario.Thresholds) float64) polynomial.Polynomial {
		return through(at, [2]float64{chance(t[0]), chance(t[1])})
	}
	fail := linear(func(t *scenario.Thresholds) float64 { return scenario.Probability(t.Fail) })
	for _, k := range c.plan.Kinds {
		class, failed := k.Class.Get()
		first, report := whole(1).Minus(fail), func(t *scenario.Thresholds) float64 { return scenario.Probability(t.SuccessAsFailure) }
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
	return first.Plus(slope.Times(itself().Minus(polynomial.New(x0))))
}

// alike tells whether two plans differ in nothing but thresholds, and in when their
// attempts start and how long they take.
func alike(p, q *strategy.Plan) bool {
	return slices.Equal(p.Kinds, q.Kinds) && slices.Equal(p.Entry, q.Entry) && slices.Equal(p.Misrouted, q.Misrouted) &&
		slices.EqualFunc(p.Steps, q.Steps, func(s, other strategy.Step) bool {
			s.Threshold, s.StartMS, s.LatencyMS = other.Threshold, other.StartMS, other.LatencyMS
			return s == other
		})
}

// chance returns the chance of a step that is reached, given the step at two values
// of a probability.
func chance(at [2]uint64, first, second strategy.Step) (polynomial.Polynomial, bool) {
	certain := scenario.Threshold(1)
	switch {
	case first.Threshold != second.Threshold:
		decides := [2]uint64{first.Threshold, second.Threshold} == at && second.Floor == 0 && second.Roll != scenario.OutageRoll
		return itself(), decides
	case second.Threshold <= second.Floor:
		return whole(0), true
	default:
		return polynomial.New(new(big.Rat).SetFrac64(int64(second.Threshold-second.Floor), int64(certain-second.Floor))), true
	}
}

// itself returns the assumption that varies.
func itself() polynomial.Polynomial { return polynomial.New(new(big.Rat), big.NewRat(1, 1)) }

// constant returns a finite number, which float64 holds exactly.
func constant(x float64) polynomial.Polynomial {
	return polynomial.New(new(big.Rat).SetFloat64(x))
}

func whole(n int64) polynomial.Polynomial { return polynomial.New(big.NewRat(n, 1)) }

// outlook is what an operation of each kind is expected to add to a metric.
type outlook []polynomial.Polynomial

// outlook returns what is expected of a metric. A step that is reached adds its visit,
// and with the chance of a success what the success and the steps after it add, with
// the rest of the chance what follows a failure.
//
// A step that the assumption itself decides never counts as futile here, although it is
// futile where the assumption is 0.
func (c chances) outlook(m strategy.Metric) (o outlook) {
	rest := strategy.Back(c.plan, nil, func(i int, won, lost polynomial.Polynomial) polynomial.Polynomial {
		visit, success := m.PerStep(c.plan, &c.plan.Steps[i])
		won = c.success[i].Times(won.Plus(whole(success)))
		return whole(visit).Plus(won).Plus(whole(1).Minus(c.success[i]).Times(lost))
	})
	for k := range c.plan.Kinds {
		adds := whole(m.PerKind(c.plan, k))
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
