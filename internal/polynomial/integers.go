package polynomial

import "math/big"

// integers is a polynomial with integer coefficients of 1, x, x^2, ... The last coefficient is not
// 0.
type integers []*big.Int

// onUnit returns a positive multiple of p(lo + (hi-lo) t). Each root t in [0, 1] stands for the
// root lo + (hi-lo) t of p.
func (p Polynomial) onUnit(lo, hi *big.Rat) integers {
	whole := p.cleared()
	d := new(big.Int).Mul(lo.Denom(), hi.Denom())
	from := new(big.Int).Mul(lo.Num(), hi.Denom())
	width := new(big.Int).Sub(new(big.Int).Mul(hi.Num(), lo.Denom()), from)
	// Horner's scheme for d^n p((from + width t) / d).
	n := len(whole)
	result, power := make(integers, n), big.NewInt(1)
	for i := range result {
		result[i] = new(big.Int)
	}
	term := new(big.Int)
	for i := n - 1; i >= 0; i-- {
		for j := n - 1 - i; j >= 0; j-- {
			result[j].Mul(result[j], from)
			if j > 0 {
				result[j].Add(result[j], term.Mul(result[j-1], width))
			}
		}
		result[0].Add(result[0], term.Mul(whole[i], power))
		power.Mul(power, d)
	}
	return result.primitive()
}

// cleared returns a positive multiple of the polynomial without denominators.
func (p Polynomial) cleared() integers {
	common := big.NewInt(1)
	for _, c := range p.coefficients {
		g := new(big.Int).GCD(nil, nil, common, c.Denom())
		common.Mul(common, g.Quo(c.Denom(), g))
	}
	whole := make(integers, len(p.coefficients))
	for i, c := range p.coefficients {
		whole[i] = new(big.Int).Quo(common, c.Denom())
		whole[i].Mul(whole[i], c.Num())
	}
	return whole
}

// primitive returns the polynomial divided by the greatest common divisor of its coefficients.
func (f integers) primitive() integers {
	content := new(big.Int)
	for _, c := range f {
		content.GCD(nil, nil, content, new(big.Int).Abs(c))
	}
	result := make(integers, len(f))
	for i, c := range f {
		result[i] = new(big.Int).Quo(c, content)
	}
	return result
}

// sign returns the sign of the value at x.
func (f integers) sign(x *big.Rat) int {
	value, power, term := new(big.Int), big.NewInt(1), new(big.Int)
	for i := len(f) - 1; i >= 0; i-- { // the value times the denominator to the power of the degree
		value.Mul(value, x.Num())
		value.Add(value, term.Mul(f[i], power))
		power.Mul(power, x.Denom())
	}
	return value.Sign()
}

func (f integers) derivative() integers {
	var result integers
	for i := 1; i < len(f); i++ {
		result = append(result, new(big.Int).Mul(f[i], big.NewInt(int64(i))))
	}
	return result
}

// quotient returns f / d for d != 0. It is not ok unless the quotient has integer coefficients and
// no rest.
func (f integers) quotient(d integers) (q integers, ok bool) {
	rest := make(integers, len(f))
	for i, c := range f {
		rest[i] = new(big.Int).Set(c)
	}
	last := len(d) - 1
	q = make(integers, max(0, len(f)-last))
	term := new(big.Int)
	for i := len(q) - 1; i >= 0; i-- {
		q[i] = new(big.Int)
		if q[i].QuoRem(rest[i+last], d[last], term); term.Sign() != 0 {
			return nil, false
		}
		for j, c := range d {
			rest[i+j].Sub(rest[i+j], term.Mul(q[i], c))
		}
	}
	for _, c := range rest {
		if c.Sign() != 0 {
			return nil, false
		}
	}
	return q, true
}

// squareFree returns a polynomial with the roots of a primitive f, each of them once.
func (f integers) squareFree() integers {
	q, ok := f.quotient(commonDivisor(f, f.derivative()))
	if !ok {
		panic("polynomial: a divisor does not divide")
	}
	return q
}
