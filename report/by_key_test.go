package report

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/strategy"
)

// The numbers of counts are those of their JSON form, in its order.
func TestNumbersByKeyAreThoseOfTheJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		real := func(m strategy.Metric) stat.Number {
			return stat.Number(rapid.OneOf(rapid.Float64Range(-1e15, 1e15), rapid.Just(math.NaN()), rapid.Just(math.Inf(1)), rapid.Just(-1e-10)).Draw(t, m.String()))
		}
		whole := func(m strategy.Metric) int64 { return rapid.Int64().Draw(t, m.String()) }
		cost := Cost{real(strategy.Resolved), real(strategy.Resolved), stat.Undefined, 1}
		for _, part := range []any{countsOf(0.5, real, real, cost), countsOf(1<<60+1, whole, real, cost)} {
			numbers := numbersIn(part)
			for i, v := range Flatten("", part) {
				n, err := strconv.ParseFloat(v.Text, 64)
				if err != nil {
					n = math.NaN() // null
				}
				if found := numbers[i]; found.key != v.Key || math.Float64bits(float64(found.n)) != math.Float64bits(n) && !(math.IsNaN(n) && math.IsNaN(float64(found.n))) {
					t.Errorf("found %v; %v works", found, v)
				}
			}
			if len(numbers) != len(Flatten("", part)) || len(byKey(part)) != len(numbers) {
				t.Errorf("found %d numbers; %d work", len(numbers), len(Flatten("", part)))
			}
		}
	})
}
