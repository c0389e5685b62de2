package sweep

import (
	"math"
	"math/big"
)

// digits is the number of digits of a value on a logarithmic axis: one less than float64
// keeps of every decimal.
const digits = 14

// precision is the number of bits of the computation. The functions of the math package
// differ between processors, so they are not enough.
const precision = 256

// logarithmic returns n >= 2 values from one number above 0 to another. Their logarithms are
// evenly spaced.
func logarithmic(from, to *big.Rat, n int, whole bool) []string {
	float := func() *big.Float { return new(big.Float).SetPrec(precision) }
	factor := root(float().SetRat(new(big.Rat).Quo(to, from)), n-1)
	value := float().SetRat(from)
	values := make([]string, n)
	for i := range values {
		if whole {
			nearest, _ := float().Add(value, big.NewFloat(0.5)).Int(nil)
			values[i] = nearest.String()
		} else {
			values[i] = value.Text('g', digits)
		}
		value.Mul(value, factor)
	}
	return values
}

// root returns the n-th root of a number above 0, by Newton's method. It starts with 24 correct
// bits, which is too coarse to show a difference between processors. Each step doubles them,
// minus the logarithm of n.
func root(a *big.Float, n int) *big.Float {
	mantissa := new(big.Float)
	exponent := a.MantExp(mantissa)
	m, _ := mantissa.Float64()
	whole, fraction := math.Modf((math.Log2(m) + float64(exponent)) / float64(n))
	x := new(big.Float).SetPrec(precision).SetFloat64(float64(float32(math.Exp2(fraction))))
	x.SetMantExp(x, int(whole))
	for range 8 {
		// x = x + x (a / x^n - 1) / n
		step := new(big.Float).Quo(a, power(x, n))
		step.Sub(step, big.NewFloat(1)).Mul(step, x).Quo(step, big.NewFloat(float64(n)))
		x.Add(x, step)
	}
	return x
}

// power returns x^n, n at least 1.
func power(x *big.Float, n int) *big.Float {
	if n == 1 {
		return x
	}
	half := power(x, n/2)
	square := new(big.Float).Mul(half, half)
	if n%2 == 1 {
		square.Mul(square, x)
	}
	return square
}
