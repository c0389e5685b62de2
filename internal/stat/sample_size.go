package stat

import "math"

// NormalRuns returns how many runs of n observations it takes for an interval of
// [Level] whose statistic is normal to reach from -half to half around its center.
// variance is the variance of one observation.
func NormalRuns(variance, half float64, n int64) float64 {
	return runsAt(Normal975, variance, half, n)
}

// StudentRuns returns the same for an interval over runs, whose statistic has Student's
// distribution. It returns least or more, which is at least 2.
func StudentRuns(variance, half float64, n int64, least float64) float64 {
	runs := max(least, NormalRuns(variance, half, n))
	for runs < runsAt(T975(int64(runs)-1), variance, half, n) {
		runs++ // a few times: the quantile approaches the one of the normal distribution fast
	}
	return runs
}

func runsAt(quantile, variance, half float64, n int64) float64 {
	return math.Ceil(float64(quantile*quantile) * variance / (half * half) / float64(n))
}
