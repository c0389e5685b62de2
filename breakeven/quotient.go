package breakeven

import (
	"math/big"

	"errbench/internal/polynomial"
	"errbench/strategy"
)

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
	if by.perResolved {
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
	if by.perResolved {
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
