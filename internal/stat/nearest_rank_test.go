package stat_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/stat"
)

// The nearest rank of a sorted list of n is at the index ceil(n*percent/100) - 1.
func TestNearestRankAgreesWithASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Int64Range(0, 5), 0, 10).Draw(t, "counts")
		var sorted []int
		for i, n := range counts {
			sorted = append(sorted, slices.Repeat([]int{i}, int(n))...)
		}
		sorted = append(sorted, slices.Repeat([]int{-1}, rapid.IntRange(0, 5).Draw(t, "missing"))...)
		percent := rapid.IntRange(1, 100).Draw(t, "percent")
		want := -1
		if n := len(sorted); n > 0 {
			want = sorted[(n*percent+99)/100-1]
		}
		if got := stat.NearestRank(counts, int64(percent), int64(len(sorted))); got != want {
			t.Fatalf("got %d, want %d in %v", got, want, sorted)
		}
	})
}
