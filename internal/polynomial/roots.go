package polynomial

import "math/big"

// Root is a real root in a range, isolated from all others.
type Root struct {
	// Before and After are the signs of the polynomial between the root and its neighbours, or
	// the ends of the range. Before is 0 for a root at the lower end of the range, and After is
	// 0 for a root at the upper end.
	Before, After int

	of *located
	// An exact root is at/2^depth in the unit interval. Any other root is between at/2^depth
	// and (at+1)/2^depth, and neither end is a root.
	at    *big.Int
	depth uint
	exact bool
	left  int // the sign of of.once between the lower end and the root
}

// located is a polynomial and the range that the unit interval stands for.
type located struct {
	once      integers // square-free, on the unit interval
	lo, width *big.Rat
}

// Roots returns the roots of the polynomial in [lo, hi], each once, in order. It
// panics on the polynomial 0, whose roots are all numbers, and unless lo < hi.
//
// Roots bisects intervals of the square-free part. It maps an interval to the positive numbers and
// applies Descartes' rule of signs: no change of the sign means no root, one change means one root,
// and more changes mean that the interval is halved (Collins and Akritas, Polynomial Real Root
// Isolation Using Descarte's Rule of Signs, SYMSAC 1976).
func (p Polynomial) Roots(lo, hi *big.Rat) []*Root {
	if p.Degree() < 0 || lo.Cmp(hi) >= 0 {
		panic("polynomial: Roots of the polynomial 0, or of an empty range")
	}
	f := p.onUnit(lo, hi)
	of := &located{f.squareFree(), lo, new(big.Rat).Sub(hi, lo)}
	var found []*Root
	if of.once[0].Sign() == 0 {
		found = append(found, &Root{of: of, at: new(big.Int), exact: true})
	}
	found = of.isolate(found, of.once, new(big.Int), 0)
	if one := big.NewInt(1); of.once.sign(new(big.Rat).SetInt(one)) == 0 {
		found = append(found, &Root{of: of, at: one, exact: true})
	}
	for _, r := range found {
		r.leaveEnds()
	}
	setSigns(f, found)
	return found
}

// isolate appends the roots between at/2^depth and (at+1)/2^depth. f is the polynomial mapped from
// this interval to the unit interval.
func (of *located) isolate(found []*Root, f integers, at *big.Int, depth uint) []*Root {
	switch f.reversed().shifted().variations() {
	case 0:
		return found
	case 1:
		return append(found, &Root{of: of, at: at, depth: depth, left: f.signAfterZero()})
	}
	lower := f.halved()
	upper := lower.shifted()
	below := new(big.Int).Lsh(at, 1)
	middle := new(big.Int).Add(below, big.NewInt(1))
	found = of.isolate(found, lower, below, depth+1)
	if upper[0].Sign() == 0 {
		found = append(found, &Root{of: of, at: middle, depth: depth + 1, exact: true})
	}
	return of.isolate(found, upper, middle, depth+1)
}

// reversed returns x^n f(1/x).
func (f integers) reversed() integers {
	result := make(integers, len(f))
	for i, c := range f {
		result[len(f)-1-i] = c
	}
	return result
}

// shifted returns f(x+1).
func (f integers) shifted() integers {
	result := make(integers, len(f))
	for i, c := range f {
		result[i] = new(big.Int).Set(c)
	}
	for i := range result {
		for j := len(result) - 2; j >= i; j-- {
			result[j].Add(result[j], result[j+1])
		}
	}
	return result
}

// halved returns 2^n f(x/2).
func (f integers) halved() integers {
	result := make(integers, len(f))
	for i, c := range f {
		result[i] = new(big.Int).Lsh(c, uint(len(f)-1-i))
	}
	return result
}

// variations returns the number of changes of the sign in the coefficients, ignoring zeros.
func (f integers) variations() int {
	changes, last := 0, 0
	for _, c := range f {
		if s := c.Sign(); s != 0 {
			if s == -last {
				changes++
			}
			last = s
		}
	}
	return changes
}

// signAfterZero returns the sign of f just above 0.
func (f integers) signAfterZero() int {
	for _, c := range f {
		if c.Sign() != 0 {
			return c.Sign()
		}
	}
	return 0
}

// leaveEnds halves the interval until neither end is a root.
func (r *Root) leaveEnds() {
	for !r.exact && (r.of.once.sign(dyadic(r.at, r.depth)) == 0 || r.of.once.sign(r.end()) == 0) {
		middle := new(big.Int).Lsh(r.at, 1)
		middle.Add(middle, big.NewInt(1))
		r.depth++
		switch r.of.once.sign(dyadic(middle, r.depth)) {
		case 0:
			r.at, r.exact = middle, true
		case r.left:
			r.at = middle
		default:
			r.at = middle.Sub(middle, big.NewInt(1))
		}
	}
}

// end returns the upper end of the interval: the root itself if it is exact.
func (r *Root) end() *big.Rat {
	if r.exact {
		return dyadic(r.at, r.depth)
	}
	return dyadic(new(big.Int).Add(r.at, big.NewInt(1)), r.depth)
}

// dyadic returns n/2^k.
func dyadic(n *big.Int, k uint) *big.Rat {
	return new(big.Rat).SetFrac(n, new(big.Int).Lsh(big.NewInt(1), k))
}

// setSigns sets the signs of f on both sides of its roots. It evaluates f halfway between two
// intervals, where there is no root.
func setSigns(f integers, roots []*Root) {
	from := new(big.Rat)
	for i := range len(roots) + 1 {
		to := big.NewRat(1, 1)
		if i < len(roots) {
			to = dyadic(roots[i].at, roots[i].depth)
		}
		middle := new(big.Rat).Add(from, to)
		sign := f.sign(middle.Mul(middle, big.NewRat(1, 2)))
		if i > 0 {
			roots[i-1].After = sign
		}
		if i < len(roots) {
			roots[i].Before = sign
			from = roots[i].end()
		}
	}
}

// Ceil returns the least integer k with root <= k/2^bits.
func (r *Root) Ceil(bits uint) *big.Int {
	scale := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), bits))
	scaled := func(t *big.Rat) *big.Rat {
		x := new(big.Rat).Mul(t, r.of.width)
		return x.Mul(x.Add(x, r.of.lo), scale)
	}
	high := ceil(scaled(r.end()))
	if r.exact {
		return high
	}
	low := ceil(scaled(dyadic(r.at, r.depth))) // a lower bound of the result
	for one := big.NewInt(1); low.Cmp(high) < 0; {
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle, 1)
		x := new(big.Rat).SetInt(middle)
		t := x.Sub(x.Quo(x, scale), r.of.lo)
		if s := r.of.once.sign(t.Quo(t, r.of.width)); s == r.left {
			low = middle.Add(middle, one)
		} else {
			high = middle
		}
	}
	return high
}

// ceil returns the least integer that is at least x.
func ceil(x *big.Rat) *big.Int {
	n := new(big.Int).Neg(x.Num())
	return n.Neg(n.Div(n, x.Denom())) // Div rounds down, as denominators are positive
}
