package stat

// NearestRank returns the index of the first count at which the running sum reaches
// percent % of all, -1 if it never does. The counts are of values in ascending order;
// all may be more than their sum, and the missing ones are then greater than any value.
//
// The comparison is exact for whole numbers below 2^46.
func NearestRank[N int64 | float64](counts []N, percent, all N) int {
	var sum N
	for i, n := range counts {
		sum += n
		if n > 0 && float64(100*float64(sum)) >= float64(float64(percent)*float64(all)) {
			return i
		}
	}
	return -1
}
