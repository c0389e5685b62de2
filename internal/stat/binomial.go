package stat

import "math"

// binomialTerms calls visit for each count k of successes among n operations that succeed
// with probability p, with a term proportional to the probability of k. It starts at
// the most probable count, whose term is 1, and makes each term from the one before.
// It leaves out counts whose terms float64 cannot hold with full precision.
//
// No product is added to anything, so no processor can fuse the two: terms are the same
// on every processor. The incomplete beta function of gonum differs within 9 decimals
// for n of a hundred thousand, and is wrong in the second decimal for n of thirty
// million.
func binomialTerms(n int64, p float64, visit func(k int64, term float64)) {
	const least = 1e-300
	mode := min(n, int64(float64(n+1)*p))
	visit(mode, 1)
	for k, term := mode, 1.0; k < n && term > least; k++ {
		term = term * float64(n-k) / float64(k+1) * p / (1 - p)
		visit(k+1, term)
	}
	for k, term := mode, 1.0; k > 0 && term > least; k-- {
		term = term * float64(k) / float64(n-k+1) * (1 - p) / p
		visit(k-1, term)
	}
}

// BinomialP returns the two-sided p-value of k among n operations, each with the
// probability p: the smaller of the probabilities of at most k and of at least k,
// doubled, and at most 1.
func BinomialP(k, n int64, p float64) float64 {
	var atMost, atLeast, total float64
	binomialTerms(n, p, func(i int64, term float64) {
		total += term
		if i <= k {
			atMost += term
		}
		if i >= k {
			atLeast += term
		}
	})
	return math.Min(1, 2*math.Min(atMost, atLeast)/total)
}

// Coverage returns the probability, 0 to 1, that the Wilson interval of the successes
// among n operations holds the probability p of a success, where n >= 1 and 0 < p < 1. It
// is higher or lower than Level where either outcome is rare (Brown, Cai and DasGupta,
// Statistical Science 16:101, 2001).
func Coverage(n int64, p float64) Number {
	var total, covered float64
	binomialTerms(n, p, func(k int64, term float64) {
		total += term
		if w := Wilson(k, n); float64(w.Lo) <= p && p <= float64(w.Hi) {
			covered += term
		}
	})
	return Number(math.Min(1, covered/total))
}
