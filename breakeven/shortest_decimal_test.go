package breakeven

import (
	"encoding/json"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

func TestDecimalsOfThresholds(t *testing.T) {
	for k, want := range map[uint64]string{
		0: "0", 1: "0.0000000002", 1 << 31: "0.5", 1<<31 + 1: "0.5000000002", 1 << 32: "1", 1<<32 - 1: "0.9999999997",
		scenario.Threshold(0.45): "0.45", scenario.Threshold(1.0 / 3): "0.3333333334",
	} {
		if got := plainly(decimalAt(k)); string(got) != want {
			t.Errorf("threshold %d is written as %s, want %s", k, got, want)
		}
	}
}

// The decimal has the threshold, and none with fewer places has: all of those
// next to it were tried.
func TestDecimalsAreTheShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.OneOf(rapid.Uint64Range(0, 1<<32), rapid.Map(rapid.Uint64Range(0, 1000), func(n uint64) uint64 {
			return scenario.Threshold(float64(n) / 1000)
		})).Draw(t, "threshold")
		text := plainly(decimalAt(k))
		if got := scenario.Threshold(valueOf(text)); got != k {
			t.Fatalf("%s has the threshold %d, not %d", text, got, k)
		}
		places := max(0, len(text)-2)
		exact := new(big.Rat).SetFloat64(scenario.Probability(k))
		for fewer := range places {
			scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(fewer)), nil))
			below := new(big.Rat).Mul(exact, scale)
			n := new(big.Int).Quo(below.Num(), below.Denom())
			for range 3 {
				r := new(big.Rat).SetInt(n)
				if near := r.Quo(r, scale).FloatString(fewer); n.Sign() >= 0 && valueOf(json.Number(near)) <= 1 && scenario.Threshold(valueOf(json.Number(near))) == k {
					t.Fatalf("%s has the threshold of %s", near, text)
				}
				n.Sub(n, big.NewInt(1))
			}
		}
	})
}
