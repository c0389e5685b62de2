package replay

import (
	"math/bits"

	"errbench/strategy"
)

// Times counts whole milliseconds of at least 0 in buckets, of which the layout
// is the same everywhere, so that counts add up. The first exactTimes buckets are
// a millisecond each; from there on each power of two has exactTimes / 2 buckets
// of the same width, which is at most 1/2048 of the times in it. It ends with the
// last bucket that has any.
type Times []int64

const (
	exactBits  = 12
	exactTimes = 1 << exactBits
)

// bucketOf returns the bucket of a time of at least 0: the number of times the range has
// doubled, in steps of half the exact ones, and the first 12 bits of the time.
func bucketOf(ms int64) int {
	doubled := max(0, bits.Len64(uint64(ms))-exactBits)
	return doubled*exactTimes/2 + int(ms>>doubled)
}

// lastOf returns the last time that belongs to a bucket.
func lastOf(bucket int) int64 {
	doubled := max(0, bucket/(exactTimes/2)-1)
	first := int64(bucket - doubled*exactTimes/2)
	return (first+1)<<doubled - 1
}

// count counts a time.
func (t *Times) count(ms int64) {
	bucket := bucketOf(ms)
	t.reach(bucket + 1)
	(*t)[bucket]++
}

// merge adds the counts of others.
func (t *Times) merge(others Times) {
	t.reach(len(others))
	addAll(*t, others)
}

// reach makes sure that there are so many buckets.
func (t *Times) reach(buckets int) {
	if more := buckets - len(*t); more > 0 {
		*t = append(*t, make(Times, more)...)
	}
}

// resolutions returns the times, those of 4,096 ms and more rounded up to the last
// of their bucket: by less than 1 in 2,048. It is never nil.
func (t Times) resolutions() []strategy.Resolution[int64] {
	all := []strategy.Resolution[int64]{}
	for bucket, n := range t {
		if n > 0 {
			all = append(all, strategy.Resolution[int64]{MS: lastOf(bucket), Operations: n})
		}
	}
	return all
}
