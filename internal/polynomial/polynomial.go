package polynomial

import "math/big"

// Polynomial is a polynomial in one variable with rational coefficients. The zero value is the
// polynomial 0. It is immutable.
type Polynomial struct {
	coefficients []*big.Rat // of 1, x, x^2, ...; the last is not 0
}

// New returns the polynomial of the coefficients of 1, x, x^2, ...
func New(coefficients ...*big.Rat) Polynomial {
	n := len(coefficients)
	for n > 0 && coefficients[n-1].Sign() == 0 {
		n--
	}
	return Polynomial{coefficients[:n:n]}
}

// Degree returns the degree, -1 for the polynomial 0.
func (p Polynomial) Degree() int { return len(p.coefficients) - 1 }

// At returns the value of the polynomial.
func (p Polynomial) At(x *big.Rat) *big.Rat {
	value := new(big.Rat)
	for i := p.Degree(); i >= 0; i-- {
		value.Add(value.Mul(value, x), p.coefficients[i])
	}
	return value
}

// Plus returns p + q.
func (p Polynomial) Plus(q Polynomial) Polynomial {
	sum := zeros(max(len(p.coefficients), len(q.coefficients)))
	for _, part := range []Polynomial{p, q} {
		for i, c := range part.coefficients {
			sum[i].Add(sum[i], c)
		}
	}
	return New(sum...)
}

// Minus returns p - q.
func (p Polynomial) Minus(q Polynomial) Polynomial {
	return p.Plus(New(big.NewRat(-1, 1)).Times(q))
}

// Times returns p * q.
func (p Polynomial) Times(q Polynomial) Polynomial {
	product := zeros(max(0, len(p.coefficients)+len(q.coefficients)-1))
	term := new(big.Rat)
	for i, c := range p.coefficients {
		for j, d := range q.coefficients {
			product[i+j].Add(product[i+j], term.Mul(c, d))
		}
	}
	return New(product...)
}

func zeros(n int) []*big.Rat {
	all := make([]*big.Rat, n)
	for i := range all {
		all[i] = new(big.Rat)
	}
	return all
}
