package replay

import (
	"math/bits"

	"errbench/strategy"
)

// Times counts whole milliseconds >= 0 in buckets. The layout is frozen, so that counts of
// shards add up. The first 4,096 buckets are 1 ms wide. After them each power of two has
// 2,048 buckets of equal width, so a bucket is at most 1/2048 of its times wide: 4,096 and
// 4,097 ms share one. The last bucket is not empty.
type Times []int64

const (
	exactBits  = 12
	exactTimes = 1 << exactBits
)

// bucketOf returns the bucket of a time >= 0: 2,048 for each bit of the time after its first
// 12, plus the first 12 bits.
func bucketOf(ms int64) int {
	doubled := max(0, bits.Len64(uint64(ms))-exactBits)
	return doubled*exactTimes/2 + int(ms>>doubled)
}

// lastOf returns the last time of a bucket.
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

// reach grows t to a number of buckets.
func (t *Times) reach(buckets int) {
	if more := buckets - len(*t); more > 0 {
		*t = append(*t, make(Times, more)...)
	}
}

// resolutions returns the times, each rounded up to the last time of its bucket: below
// 4,096 ms not at all, else by less than 1 in 2,048. It is never nil.
func (t Times) resolutions() []strategy.Resolution[int64] {
	all := []strategy.Resolution[int64]{}
	for bucket, n := range t {
		if n > 0 {
			all = append(all, strategy.Resolution[int64]{MS: lastOf(bucket), Operations: n})
		}
	}
	return all
}
