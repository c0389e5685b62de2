package polynomial

import (
	"math/big"
	"math/bits"
)

// commonDivisor returns the primitive greatest common divisor of a primitive f and of g, up to its
// sign. f is not 0.
//
// Euclid's algorithm over the rational numbers has intermediate coefficients of a million digits.
// So commonDivisor computes modulo primes, and joins the results by the Chinese remainder theorem
// until they divide both (Brown, On Euclid's Algorithm and the Computation of Polynomial Greatest
// Common Divisors, J. ACM 18, 1971). Modulo a prime that does not divide the leading coefficient
// of f, the degree of the divisor is right or too high. So the first prime mostly proves that the
// divisor is 1.
func commonDivisor(f, g integers) integers {
	lead := f[len(f)-1]
	var r reconstruction
	for p := nextPrime(1 << 62); ; p = nextPrime(p) {
		leading := residue(lead, p)
		if leading == 0 {
			continue
		}
		h := commonResidues(f.modulo(p), g.modulo(p), p)
		if len(h) == 1 {
			return integers{big.NewInt(1)}
		}
		if !r.add(h.times(leading, p), p) {
			continue
		}
		candidate := r.value.primitive()
		if _, ok := f.quotient(candidate); !ok {
			continue
		}
		if _, ok := g.quotient(candidate); ok {
			return candidate
		}
	}
}

// reconstruction is a polynomial that is known modulo a product of primes. Of all coefficients that
// are possible, value has the ones closest to 0.
type reconstruction struct {
	value   integers
	modulus *big.Int
}

// add joins the residues modulo another prime, and reports whether the value already had them. Of
// polynomials of different degrees it keeps the lowest.
func (r *reconstruction) add(h residues, p uint64) (unchanged bool) {
	if r.value == nil || len(h) < len(r.value) {
		r.value, r.modulus = make(integers, len(h)), big.NewInt(1)
		for i := range r.value {
			r.value[i] = new(big.Int)
		}
	}
	if len(h) > len(r.value) {
		return false
	}
	unchanged = true
	inverse := invert(residue(r.modulus, p), p)
	for i, c := range r.value {
		// c + modulus * t is right modulo both.
		t := new(big.Int).SetUint64(mul(sub(h[i], residue(c, p), p), inverse, p))
		if t.Sign() != 0 {
			unchanged = false
		}
		if t.Uint64() > p/2 {
			t.Sub(t, new(big.Int).SetUint64(p))
		}
		c.Add(c, t.Mul(t, r.modulus))
	}
	r.modulus.Mul(r.modulus, new(big.Int).SetUint64(p))
	return unchanged
}

// nextPrime returns the greatest prime below n.
func nextPrime(n uint64) uint64 {
	for n--; !new(big.Int).SetUint64(n).ProbablyPrime(0); n-- { // this is exact below 2^64
	}
	return n
}

// residues is a polynomial modulo a prime below 2^62. The last coefficient is not 0.
type residues []uint64

func (f integers) modulo(p uint64) residues {
	all := make(residues, len(f))
	for i, c := range f {
		all[i] = residue(c, p)
	}
	return all.trim()
}

func (r residues) trim() residues {
	for len(r) > 0 && r[len(r)-1] == 0 {
		r = r[:len(r)-1]
	}
	return r
}

func (r residues) times(c, p uint64) residues {
	product := make(residues, len(r))
	for i := range r {
		product[i] = mul(r[i], c, p)
	}
	return product
}

// commonResidues returns the greatest common divisor with the leading coefficient 1, by Euclid's
// algorithm. a is not 0. It overwrites both arguments.
func commonResidues(a, b residues, p uint64) residues {
	for len(b) > 0 {
		inverse := invert(b[len(b)-1], p)
		for len(a) >= len(b) {
			factor, shift := mul(a[len(a)-1], inverse, p), len(a)-len(b)
			for i, c := range b {
				a[shift+i] = sub(a[shift+i], mul(factor, c, p), p)
			}
			a = a.trim()
		}
		a, b = b, a
	}
	return a.times(invert(a[len(a)-1], p), p)
}

func residue(n *big.Int, p uint64) uint64 {
	return new(big.Int).Mod(n, new(big.Int).SetUint64(p)).Uint64()
}

func mul(a, b, p uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, rest := bits.Div64(hi, lo, p)
	return rest
}

func sub(a, b, p uint64) uint64 {
	if a < b {
		a += p
	}
	return a - b
}

// invert returns the inverse of a != 0, by Fermat's theorem.
func invert(a, p uint64) uint64 {
	inverse := uint64(1)
	for e := p - 2; e > 0; e >>= 1 {
		if e&1 == 1 {
			inverse = mul(inverse, a, p)
		}
		a = mul(a, a, p)
	}
	return inverse
}
