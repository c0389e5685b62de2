package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Discordance is how often two strategies differ in one operation, on the same rolls.
type Discordance struct {
	More float64 // probability that only the first resolves it
	Less float64 // probability that only the second does; More + Less <= 1
}

// Difference returns the expected difference of one operation.
func (d Discordance) Difference() float64 { return d.More - d.Less }

// Variance returns the variance of the difference of one operation.
func (d Discordance) Variance() float64 {
	return d.More + d.Less - float64(d.Difference()*d.Difference())
}

// leastRuns is the least number of runs that is planned: the interval of two has one
// degree of freedom and reaches 13 standard errors.
const leastRuns = 3

// RunsForPower returns the least number of runs of n operations, at least 3, with which
// the interval over runs of the difference ([OverRuns]) lies above 0 with at least the
// probability power, and that probability. The difference must be above 0, and power
// below 1.
func (d Discordance) RunsForPower(n int64, power float64) (runs int64, reached float64) {
	s := newRunSums(d, n)
	return least(leastRuns, d.guess(power)/float64(n), power, s.power)
}

// OperationsForPower returns the least number of operations of a run, likewise, for a
// number of runs.
func (d Discordance) OperationsForPower(runs int64, power float64) (n int64, reached float64) {
	return least(1, d.guess(power)/float64(runs), power, func(n int64) float64 { return newRunSums(d, n).power(runs) })
}

// UnpairedRunsForPower returns the number of runs as [Discordance.RunsForPower] does, if
// two strategies that resolve an operation with the probabilities p and q < p take n
// operations a run on rolls of their own, and their runs are compared by the test of Welch
// (1947, Biometrika 34:28).
func UnpairedRunsForPower(p, q float64, n int64, power float64) (runs int64, reached float64) {
	v, w := float64(p*(1-p)), float64(q*(1-q))
	degrees := float64((v+w)*(v+w)) / (float64(v*v) + float64(w*w)) // for each run after the first
	if v+w == 0 {
		return leastRuns, 1
	}
	return least(leastRuns, leastRuns, power, func(runs int64) float64 {
		return noncentralPower(degrees*float64(runs-1), (p-q)*math.Sqrt(float64(runs)*float64(n)/(v+w)))
	})
}

// guess returns about how many operations it takes, if sums are normal.
func (d Discordance) guess(power float64) float64 {
	z := distuv.UnitNormal.Quantile(power) + Normal975
	return float64(z*z) * d.Variance() / float64(d.Difference()*d.Difference())
}

// MostPlanned bounds the numbers of runs and of operations that are planned.
const MostPlanned = 1 << 45

// least returns the least number from a first one on at which a probability that grows with
// it reaches the power, and the probability there. It looks around a guess first. If no
// number up to [MostPlanned] is enough it returns a larger one.
func least(first int64, guess, power float64, of func(int64) float64) (int64, float64) {
	lo, hi := first-1, max(first, int64(min(guess, MostPlanned)))
	reached := of(hi)
	for reached < power && hi <= MostPlanned {
		lo, hi = hi, 2*hi
		reached = of(hi)
	}
	for lo+1 < hi {
		middle := lo + (hi-lo)/2
		if p := of(middle); p >= power {
			hi, reached = middle, p
		} else {
			lo = middle
		}
	}
	return hi, reached
}

// noncentralPower returns the probability that a statistic with Student's noncentral
// distribution is above the 0.975 quantile c of the central one:
//
//	P(Z + delta > c S) = E[Phi(delta - c S)]
//
// where S^2 is chi-squared with df degrees of freedom, divided by df. It integrates over S
// by Simpson's rule, on 12 standard deviations to each side, and divides by the integral
// of the density. The distribution function in gonum is an approximation for a large delta.
func noncentralPower(df, delta float64) float64 {
	const intervals = 2000
	c, reach := quantile975(df), 12/math.Sqrt(2*df)
	lo := max(0, 1-reach)
	step := (1 + reach - lo) / intervals
	var above, total float64
	for i := range intervals + 1 {
		s := lo + float64(step*float64(i))
		if s == 0 {
			continue // the density is 0, or below 1e-12 of the total for one degree
		}
		// The logarithm of the density, less its value at 1.
		density := math.Exp(float64((df-1)*math.Log(s)) - float64(df/2*(float64(s*s)-1)))
		weight := density * float64(2+2*(i%2))
		if i == 0 || i == intervals {
			weight = density
		}
		total += weight
		above += float64(weight * distuv.UnitNormal.CDF(delta-float64(c*s)))
	}
	return above / total
}

// quantile975 returns the 0.975 quantile of Student's distribution.
func quantile975(df float64) float64 {
	if whole := int64(df); float64(whole) == df || df > 1000 {
		return T975(whole)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.975)
}

// runSums is the distribution of the sum and of the sum of squares of the differences of
// runs, as far as few operations differ. If one strategy resolves all that the other does,
// the difference of a run is a skewed count, and the noncentral t distribution promises
// more than the interval over runs finds.
type runSums struct {
	d Discordance
	n int64 // operations of a run

	nonzero  float64   // probability that the difference of a run is not 0
	values   []sumTerm // the difference of such a run
	byNumber [][]sumTerm
}

// sumTerm is a sum and a sum of squares with their probability.
type sumTerm struct {
	sum, squares int64
	p            float64
}

const (
	// mostDiscordant is the number of operations that are expected to differ in all runs, up
	// to which sums are exact. Beyond, a skewed difference is found almost surely.
	mostDiscordant = 60
	// mostSum bounds the sums: 60 expected operations exceed it with a chance of 1e-15.
	mostSum = 140
	// leastTerm is the least probability that is added up.
	leastTerm = 1e-11
)

func newRunSums(d Discordance, n int64) *runSums {
	s := &runSums{d: d, n: n}
	differ := d.More + d.Less
	if float64(n)*differ > mostDiscordant/leastRuns {
		return s
	}
	of := make([]float64, 2*mostSum+1) // by the difference of a run, from -mostSum
	eachBinomial(n, differ, func(k int64, p float64) {
		if k > mostSum {
			return
		}
		eachBinomial(k, min(1, d.More/differ), func(more int64, q float64) { of[mostSum+2*more-k] += float64(p * q) })
	})
	for i, p := range of {
		if k := int64(i - mostSum); k != 0 && p > leastTerm {
			s.nonzero += p
			s.values = append(s.values, sumTerm{k, k * k, p})
		}
	}
	s.byNumber = [][]sumTerm{{{0, 0, 1}}}
	return s
}

// power returns the probability that the interval over runs lies above 0.
func (s *runSums) power(runs int64) float64 {
	if s.byNumber == nil || float64(runs)*float64(s.n)*(s.d.More+s.d.Less) > mostDiscordant {
		return noncentralPower(float64(runs-1), s.d.Difference()*math.Sqrt(float64(runs)*float64(s.n)/s.d.Variance()))
	}
	t := T975(runs - 1)
	tt := float64(t * t)
	var power float64
	eachBinomial(runs, s.nonzero, func(k int64, p float64) {
		if k > mostSum || p < leastTerm {
			return
		}
		var found float64
		for _, x := range s.sums(int(k)) {
			// mean > t * sd / sqrt(runs), times runs; an sd of 0 gives no interval.
			spread := runs*x.squares - x.sum*x.sum
			if x.sum > 0 && spread > 0 && float64(x.sum*x.sum)*float64(runs-1) > float64(tt*float64(spread)) {
				found += x.p
			}
		}
		power += float64(p * found)
	})
	return power
}

// sums returns the sums of k runs whose differences are not 0, in ascending order.
func (s *runSums) sums(k int) []sumTerm {
	for len(s.byNumber) <= k {
		s.byNumber = append(s.byNumber, s.add(s.byNumber[len(s.byNumber)-1]))
	}
	return s.byNumber[k]
}

// add returns the sums of one more run.
func (s *runSums) add(before []sumTerm) []sumTerm {
	var squares int64
	for _, x := range before {
		squares = max(squares, x.squares)
	}
	var most int64
	for _, v := range s.values {
		most = max(most, v.squares)
	}
	width := squares + most + 1
	all := make([]float64, (2*mostSum+1)*width)
	for _, x := range before {
		for _, v := range s.values {
			if sum := x.sum + v.sum; -mostSum <= sum && sum <= mostSum {
				all[(sum+mostSum)*width+x.squares+v.squares] += float64(x.p * (v.p / s.nonzero))
			}
		}
	}
	var terms []sumTerm
	for i, p := range all {
		if p > leastTerm {
			terms = append(terms, sumTerm{int64(i)/width - mostSum, int64(i) % width, p})
		}
	}
	return terms
}

// eachBinomial calls visit for each count of successes among n with its probability.
func eachBinomial(n int64, p float64, visit func(k int64, p float64)) {
	switch {
	case p <= 0:
		visit(0, 1)
		return
	case p >= 1:
		visit(n, 1)
		return
	}
	var total float64
	binomialTerms(n, p, func(_ int64, term float64) { total += term })
	binomialTerms(n, p, func(k int64, term float64) { visit(k, term/total) })
}
