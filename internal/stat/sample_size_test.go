package stat_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/stat"
)

// The number of runs is the least whose interval is narrow enough.
func TestRunsAreTheFewestForAPrecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variance := rapid.Float64Range(0.001, 1).Draw(t, "variance")
		half := rapid.Float64Range(0.01, 0.2).Draw(t, "half")
		n := rapid.Int64Range(1, 200).Draw(t, "n")
		width := func(quantile, runs float64) float64 { return quantile * math.Sqrt(variance/(runs*float64(n))) }
		check := func(name string, runs, least float64, quantile func(float64) float64) {
			if runs < least || width(quantile(runs), runs) > half*(1+1e-9) {
				t.Fatalf("%s: %v runs give %v, want %v", name, runs, width(quantile(runs), runs), half)
			}
			if fewer := runs - 1; fewer >= max(2, least) && width(quantile(fewer), fewer) < half*(1-1e-9) {
				t.Fatalf("%s: %v runs are enough, got %v", name, fewer, runs)
			}
		}
		check("normal", stat.NormalRuns(variance, half, n), 0, func(float64) float64 { return stat.Normal975 })
		least := float64(rapid.IntRange(2, 30).Draw(t, "least"))
		check("Student", stat.StudentRuns(variance, half, n, least), least, func(runs float64) float64 { return stat.T975(int64(runs) - 1) })
	})
}
