package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PowerSize returns the number of observations with which a two-sided test at 1 -
// [Level], whose statistic is normal, finds a difference with the probability power:
//
//	n = (z(1-alpha/2) + z(power))^2 * variance / difference^2
//
// rounded up (Chow, Shao and Wang, Sample Size Calculations in Clinical Research, 2nd
// ed., section 3.2). variance is the variance of one observation.
func PowerSize(variance, difference, power float64) float64 {
	z := distuv.UnitNormal.Quantile(power) + Normal975
	return math.Ceil(float64(z*z) * variance / float64(difference*difference))
}

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
