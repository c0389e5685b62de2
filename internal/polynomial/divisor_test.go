package polynomial

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// euclid returns the greatest common divisor by remainders over the whole
// numbers, each made primitive.
func euclid(f, g integers) integers {
	for len(g) > 0 {
		f, g = g, pseudoRemainder(f, g)
	}
	return f.primitive()
}

// pseudoRemainder returns the rest of a multiple of f divided by g, primitive.
func pseudoRemainder(f, g integers) integers {
	lead := g[len(g)-1]
	for len(f) >= len(g) {
		next := make(integers, len(f)-1)
		shift := len(f) - len(g)
		for i := range next {
			next[i] = new(big.Int).Mul(f[i], lead)
			if i >= shift {
				next[i].Sub(next[i], new(big.Int).Mul(g[i-shift], f[len(f)-1]))
			}
		}
		for len(next) > 0 && next[len(next)-1].Sign() == 0 {
			next = next[:len(next)-1]
		}
		f = next
	}
	if len(f) == 0 {
		return nil
	}
	return f.primitive()
}

// upToSign reports whether two polynomials agree up to their sign.
func upToSign(f, g integers) bool {
	negative := make(integers, len(f))
	for i, c := range f {
		negative[i] = new(big.Int).Neg(c)
	}
	return fmt.Sprint(f) == fmt.Sprint(g) || fmt.Sprint(negative) == fmt.Sprint(g)
}

func TestCommonDivisorsAgreeWithEuclid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, least int) Polynomial {
			var all []*big.Rat
			for range rapid.IntRange(least, 5).Draw(t, name) {
				// Beyond a prime, so that several are needed.
				c := new(big.Int).SetInt64(rapid.Int64().Draw(t, "c"))
				all = append(all, new(big.Rat).SetInt(c.Mul(c, big.NewInt(rapid.SampledFrom([]int64{0, 1, 3, 1<<62 - 57}).Draw(t, "by")))))
			}
			return New(all...)
		}
		common := draw("common", 1)
		f, g := draw("f", 1).Times(common).cleared(), draw("g", 0).Times(common).cleared()
		if len(f) == 0 {
			t.Skip("the polynomial 0")
		}
		f = f.primitive()
		if got, want := commonDivisor(f, g), euclid(f, g); !upToSign(got, want) {
			t.Fatalf("of %v and %v it is %v, by Euclid %v", f, g, got, want)
		}
	})
}

// A prime that divides the leading coefficient, or modulo which two polynomials
// share what they do not share, does no harm.
func TestUnluckyPrimes(t *testing.T) {
	p := nextPrime(1 << 62)
	if p != 1<<62-57 {
		t.Fatalf("the greatest prime below 2^62 is 2^62-57, found %d", p)
	}
	prime := new(big.Int).SetUint64(p)
	one := big.NewInt(1)
	for name, pair := range map[string][2]integers{
		"a leading coefficient":    {{one, big.NewInt(3), prime}, {one, big.NewInt(3), prime}},
		"a root modulo the prime":  {{big.NewInt(-1), one}, {new(big.Int).Sub(prime, one), one}},
		"a double root modulo it":  {{prime, big.NewInt(0), one}, {big.NewInt(0), one}},
		"common, and more modulo":  {{new(big.Int).Neg(prime), new(big.Int).Sub(prime, one), one}, {big.NewInt(0), big.NewInt(-1), one}},
		"nothing but the constant": {{one}, nil},
	} {
		if got, want := commonDivisor(pair[0], pair[1]), euclid(pair[0], pair[1]); !upToSign(got, want) {
			t.Errorf("%s: %v, by Euclid %v", name, got, want)
		}
	}
}
