package breakeven

import (
	"math/big"

	"errbench/exact"
	"errbench/internal/polynomial"
	"errbench/strategy"
)

// quotient is over / under, undefined where under is 0. If under, the probability that an
// operation is resolved, is 0 at one value between 0 and 1, it is 0 at all of them.
type quotient struct{ over, under polynomial.Polynomial }

// perKinds returns what each kind of operation adds to the metrics of the criterion, and
// to the resolved operations if it divides by them.
func (by Criterion) perKinds(c chances) []perKind {
	var all []perKind
	for _, m := range by.metrics() {
		all = append(all, c.perKind(m))
	}
	if by.perResolved {
		all = append(all, c.perKind(strategy.Resolved))
	}
	return all
}

// quotient returns the value of the criterion.
func (by Criterion) quotient(c chances, each []perKind) quotient {
	q := quotient{under: integer(1)}
	for i, t := range by.terms {
		q.over = q.over.Plus(polynomial.New(t.weight).Times(c.expect(t.metric, each[i])))
	}
	if by.perResolved {
		q.under = c.expect(strategy.Resolved, each[len(by.terms)])
	}
	return q
}

// at returns the value at x, nil if it is undefined.
func (q quotient) at(x *big.Rat) *big.Rat {
	under := q.under.At(x)
	if under.Sign() == 0 {
		return nil
	}
	return under.Quo(q.over.At(x), under)
}

// numerator returns the numerator of q - r over the product of both denominators. It has
// the sign of the difference, since no denominator is negative.
func (q quotient) numerator(r quotient) polynomial.Polynomial {
	return q.over.Times(r.under).Minus(r.over.Times(q.under))
}

// rounded is a number in float64, and size, the sum of the absolute values that were
// added up to it.
type rounded struct{ value, size float64 }

// certain bounds the rounding error of a number, as a share of its size: each step of an
// operation takes a few roundings of 2^-53, and a plan has at most 2^16 steps.
const certain = 0x1p-30

// sign returns the sign of the number, 0 if rounding leaves it uncertain.
func (r rounded) sign() int {
	switch {
	case r.value > certain*r.size:
		return 1
	case r.value < -certain*r.size:
		return -1
	default:
		return 0
	}
}

// approximateSign returns the sign of the difference between two plans, 0 if float64
// leaves it uncertain.
func (by Criterion) approximateSign(both [2]compiled) int {
	var over, under [2]rounded
	for i, c := range both {
		t := exact.Expect(c.thresholds, c.plan, 1)
		for _, term := range by.terms {
			weight, _ := term.weight.Float64() // at least 0
			value, size := strategy.Total(term.metric, c.plan, t), strategy.Magnitude(term.metric, c.plan, t)
			over[i].value += float64(weight * value)
			over[i].size += float64(weight * size)
		}
		under[i] = rounded{1, 1}
		if by.perResolved {
			under[i] = rounded{strategy.Total(strategy.Resolved, c.plan, t), strategy.Magnitude(strategy.Resolved, c.plan, t)}
		}
		if under[i].sign() <= 0 {
			return 0 // perhaps nothing is resolved
		}
	}
	return rounded{
		float64(over[0].value*under[1].value) - float64(over[1].value*under[0].value),
		float64(over[0].size*under[1].size) + float64(over[1].size*under[0].size),
	}.sign()
}
