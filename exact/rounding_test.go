package exact

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

// An expectation is the same to the last bit on every processor: each product
// is rounded by itself, as it is here in software, and none is fused with a
// sum.
func TestExpectationsAreTheSameOnEveryProcessor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, p := drawScenario(t)
		thresholds := a.Thresholds()
		e := Expect(thresholds, p, a.TotalOperations())
		failed := rounded(float64(a.TotalOperations()), scenario.Probability(thresholds.Fail))
		visits := map[scenario.Class]float64{}
		for _, c := range scenario.AllClasses() {
			visits[c] = rounded(failed, thresholds.ClassShare(c))
		}
		for i, s := range p.Steps { // a class's steps are in order
			reached := visits[s.Class]
			won := rounded(reached, scenario.Probability(s.Threshold))
			if e.Visits[i] != reached || e.Successes[i] != won {
				t.Fatalf("step %d: visits %x and successes %x, want %x and %x", i, e.Visits[i], e.Successes[i], reached, won)
			}
			visits[s.Class] = rounded(reached, scenario.Probability(1<<32-s.Threshold))
		}
	})
}

// rounded returns the product in the 53 bits of a float64, to nearest, ties to
// even.
func rounded(x, y float64) float64 {
	product := new(big.Float).SetPrec(53)
	f, _ := product.Mul(big.NewFloat(x), big.NewFloat(y)).Float64()
	return f
}
