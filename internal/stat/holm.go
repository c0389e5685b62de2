package stat

import (
	"cmp"
	"slices"
)

// Holm returns the p-values, each 0 to 1, adjusted for their number: whoever rejects each
// of at most alpha makes a false rejection with a probability of at most alpha, however
// the p-values depend on each other (Holm 1979, Scand. J. Statist. 6:65).
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	largest := 0.0
	for k, i := range order {
		largest = max(largest, min(1, float64(len(p)-k)*p[i]))
		adjusted[i] = largest
	}
	return adjusted
}
