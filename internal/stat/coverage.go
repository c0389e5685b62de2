package stat

import "math"

// Coverage returns the chance, 0 to 1, that the Wilson interval of a binomial
// count holds p, computed by enumerating the counts of n operations, at least
// 1, that occur with a chance p in (0, 1). A nominal interval is wider or
// narrower than it says where either outcome is rare (Brown, Cai and DasGupta,
// Statistical Science 16:101, 2001).
func Coverage(n int64, p float64) Number {
	mode := int64(float64(n) * p)
	var total, covered float64
	add := func(k int64, weight float64) {
		total += weight
		if w := Wilson(k, n); float64(w.Lo) <= p && p <= float64(w.Hi) {
			covered += weight
		}
	}
	// The weights are the probabilities over that of the mode, by the ratio of
	// neighbours; the last ones no longer change the sum.
	const least = 1e-18
	odds := p / (1 - p)
	for k, weight := mode, 1.0; k <= n && weight > least; k++ {
		add(k, weight)
		weight = float64(weight * (float64(n-k) / float64(k+1) * odds))
	}
	for k, weight := mode, 1.0; k > 0 && weight > least; {
		weight = float64(weight * (float64(k) / float64(n-k+1) / odds))
		k--
		add(k, weight)
	}
	return Number(math.Min(1, covered/total))
}
