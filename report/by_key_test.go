package report

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/strategy"
)

// The numbers of counts equal the numbers of their JSON form.
func TestNumbersByKeyAreThoseOfTheJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		real := func(m strategy.Metric) stat.Number {
			return stat.Number(rapid.OneOf(rapid.Float64Range(-1e15, 1e15), rapid.Just(math.NaN()), rapid.Just(math.Inf(1)), rapid.Just(-1e-10)).Draw(t, m.String()))
		}
		whole := func(m strategy.Metric) int64 { return rapid.Int64().Draw(t, m.String()) }
		cost := Cost{real(strategy.Resolved), real(strategy.Resolved), stat.Undefined, 1}
		for _, part := range []any{countsOf(0.5, real, real, cost), countsOf(1<<60+1, whole, real, cost)} {
			numbers, values := byKey(part), Flatten("", part)
			for _, v := range values {
				want, err := strconv.ParseFloat(v.Text, 64)
				if err != nil {
					want = math.NaN() // null
				}
				if got, ok := numbers[v.Key]; !ok || math.Float64bits(float64(got)) != math.Float64bits(want) && !(math.IsNaN(float64(got)) && math.IsNaN(want)) {
					t.Errorf("%s: got %v, want %v", v.Key, got, want)
				}
			}
			if len(numbers) != len(values) {
				t.Errorf("%d numbers, want %d", len(numbers), len(values))
			}
		}
	})
}
