package polynomial

import (
	"math/big"
	"testing"
)

// large returns a polynomial of degree 2n with the coefficients that chances of
// 2^-32 make: (c^n - y^n) (d^n - e (1 - y)^n).
func large(n int) Polynomial {
	power := func(p Polynomial) Polynomial {
		all := poly("1")
		for range n {
			all = all.Times(p)
		}
		return all
	}
	c, d := New(big.NewRat(2362232013, 1<<32)), New(big.NewRat(3435973837, 1<<32))
	y := poly("0 1")
	return power(c).Minus(power(y)).Times(power(d).Minus(poly("1/3").Times(power(poly("1 -1")))))
}

func BenchmarkRoots(b *testing.B) {
	p := large(100)
	for b.Loop() {
		for _, r := range p.Roots(new(big.Rat), big.NewRat(1, 1)) {
			r.Ceil(32)
		}
	}
}

// Of degree 200, with a root that touches among generic ones.
func BenchmarkTouchingRoots(b *testing.B) {
	p := large(99).Times(product("1/3 1/3"))
	for b.Loop() {
		for _, r := range p.Roots(new(big.Rat), big.NewRat(1, 1)) {
			r.Ceil(32)
		}
	}
}
