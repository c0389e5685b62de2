package stat_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/stat"
)

// By hand: (1.959964 + 0.841621)^2 = 7.848879, times a variance of 0.042975 or 0.386175
// and divided by 0.045^2, is 166.57 and 1496.81.
func TestPowerSizeByHand(t *testing.T) {
	for variance, want := range map[float64]float64{0.042975: 167, 0.386175: 1497, 0: 0} {
		if got := stat.PowerSize(variance, 0.045, 0.8); got != want {
			t.Errorf("PowerSize(%v) = %v, want %v", variance, got, want)
		}
	}
}

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
