package shard

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The missing shards are the ones that were not found, one by one.
func TestGapsAgreeWithNaiveOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.Int64Range(1, 12).Draw(t, "count")
		var found, missing []int64
		for i := int64(1); i <= count; i++ {
			if rapid.Bool().Draw(t, "found") {
				found = append(found, i)
			} else {
				missing = append(missing, i)
			}
		}
		if diff := cmp.Diff(missing, listed(gaps(found, count))); diff != "" {
			t.Fatalf("missing (-one by one +gaps):\n%s", diff)
		}
		if diff := cmp.Diff(found, listed(stretches(found))); diff != "" {
			t.Fatalf("found (-one by one +stretches):\n%s", diff)
		}
	})
}

func listed(all []span) []int64 {
	var indices []int64
	for _, s := range all {
		for i := s.first; i <= s.last; i++ {
			indices = append(indices, i)
		}
	}
	return indices
}

func TestManyStretchesAreCutShort(t *testing.T) {
	const all = "1/20, 3/20, 5/20, 7/20, 9/20"
	if got := spans(stretches([]int64{1, 3, 5, 7, 9}), 20); got != all {
		t.Errorf("%s, want %s", got, all)
	}
	if got := spans(stretches([]int64{1, 3, 5, 7, 9, 11, 13}), 20); got != all+", ..." {
		t.Errorf("%s, want %s, ...", got, all)
	}
	const most = "1/9223372036854775807 to 9223372036854775806/9223372036854775807"
	if got := spans(gaps([]int64{math.MaxInt64}, math.MaxInt64), math.MaxInt64); got != most {
		t.Errorf("%s, want %s", got, most)
	}
}
