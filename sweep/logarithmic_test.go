package sweep

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The power of a root, taken factor by factor, is what the root was taken of.
func TestRootsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 30), rapid.IntRange(1, maxListed)).Draw(t, "n")
		a := new(big.Float).SetPrec(precision).SetFloat64(rapid.Float64Range(1e-300, 1e300).Draw(t, "a"))
		a.Mul(a, big.NewFloat(rapid.SampledFrom([]float64{1e-300, 1, 1e300}).Draw(t, "times")))
		x := root(a, n)
		back := new(big.Float).SetPrec(precision).SetInt64(1)
		for range n {
			back.Mul(back, x)
		}
		off := new(big.Float).Quo(back, a)
		if off.Sub(off, big.NewFloat(1)); off.MantExp(nil) > -220 && off.Sign() != 0 {
			t.Fatalf("the power of root %d of %v is off by %v", n, a, off)
		}
	})
}
