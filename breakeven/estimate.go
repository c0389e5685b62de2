package breakeven

import (
	"errbench/exact"
	"errbench/strategy"
)

// estimate is a number in float64, and the sum of the sizes of what it was added up
// from.
type estimate struct{ value, size float64 }

// surely is how far a number has to be from 0, in parts of its size, for its sign to
// be that of what it stands for. An operation takes a few roundings of 2^-53 at each
// step, and plans have at most 2^16 steps.
const surely = 0x1p-30

// sign returns the sign of the estimated number, 0 where it is not sure.
func (e estimate) sign() int {
	switch {
	case e.value > surely*e.size:
		return 1
	case e.value < -surely*e.size:
		return -1
	default:
		return 0
	}
}

func (e estimate) plus(o estimate) estimate {
	return estimate{e.value + o.value, e.size + o.size}
}

func (e estimate) times(o estimate) estimate {
	return estimate{float64(e.value * o.value), float64(e.size * o.size)}
}

// expected estimates a metric of one operation, given what is expected of it.
func expected(m strategy.Metric, p *strategy.Plan, t strategy.Tally[float64]) estimate {
	return estimate{strategy.Total(m, p, t), strategy.Magnitude(m, p, t)}
}

// estimate returns the sign of the difference of the criterion between two plans, 0
// where it takes exact numbers to tell.
func (by Criterion) estimate(both [2]compiled) int {
	var over, under [2]estimate
	for i, c := range both {
		t := exact.Expect(c.thresholds, c.plan, 1)
		for _, term := range by.terms {
			weight, _ := term.weight.Float64() // not below 0
			over[i] = over[i].plus(expected(term.metric, c.plan, t).times(estimate{weight, weight}))
		}
		under[i] = estimate{1, 1}
		if by.perResolved {
			under[i] = expected(strategy.Resolved, c.plan, t)
		}
		if under[i].sign() <= 0 {
			return 0 // nothing may be resolved
		}
	}
	minus := estimate{-1, 1}
	return over[0].times(under[1]).plus(over[1].times(under[0]).times(minus)).sign()
}
