package replay

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The layout is frozen: parts of a benchmark that different versions wrote add up
// by it.
func TestTheLayoutOfTimesIsFrozen(t *testing.T) {
	for _, want := range []struct {
		first, last int64
		bucket      int
	}{
		{0, 0, 0}, {1, 1, 1}, {4095, 4095, 4095},
		{4096, 4097, 4096}, {8190, 8191, 6143}, {8192, 8195, 6144}, {60_000, 60_015, 11_942},
		{math.MaxInt64 - 1<<51 + 1, math.MaxInt64, 108_543},
	} {
		if got := []int{bucketOf(want.first), bucketOf(want.last)}; !slices.Equal(got, []int{want.bucket, want.bucket}) || lastOf(want.bucket) != want.last {
			t.Errorf("%d to %d are in buckets %d, %d ends with %d; want %+v", want.first, want.last, got, want.bucket, lastOf(want.bucket), want)
		}
	}
}

// Buckets follow each other without a gap, and none is wider than 1 in 2,048.
func TestEveryTimeHasABucket(t *testing.T) {
	first := int64(0)
	for bucket := range 108_544 {
		last := lastOf(bucket)
		if bucketOf(first) != bucket || bucketOf(last) != bucket || last < first {
			t.Fatalf("bucket %d is said to go from %d to %d; these are in %d and %d", bucket, first, last, bucketOf(first), bucketOf(last))
		}
		if width := last - first; width > first/2048 || first < 4096 && width > 0 {
			t.Fatalf("bucket %d goes from %d to %d", bucket, first, last)
		}
		first = last + 1 // after the last bucket it overflows, and is not looked at
	}
}

// However times are parted, their counts add up to the same.
func TestTimesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole Times
		parts := make([]Times, 3)
		for _, ms := range rapid.SliceOf(rapid.Int64Range(0, 20_000)).Draw(t, "times") {
			whole.count(ms)
			parts[rapid.IntRange(0, 2).Draw(t, "part")].count(ms)
		}
		var sum Times
		for _, part := range rapid.Permutation(parts).Draw(t, "order") {
			sum.merge(part)
		}
		if diff := cmp.Diff(whole, sum); diff != "" {
			t.Fatalf("times (-whole +sum of the parts):\n%s", diff)
		}
	})
}
