package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
)

// However the runs are cut into shards, empty ones too, and in whatever order
// and grouping these are merged, the tally is that of all runs at once.
func TestShardsMergeExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = min(a.Operations, 50)
		a.Runs = 12
		plans, whole := replayed(t, a, drawStrategies(t, 1, 3), Options{})
		cut := rapid.Int64Range(0, a.Runs)
		first, second := cut.Draw(t, "cut"), cut.Draw(t, "cut")
		first, second = min(first, second), max(first, second)
		// A fresh copy of each, since merging changes its receiver.
		all := func() *Tally { return shard(a, plans, 1, a.Runs) }
		left := func() *Tally { return shard(a, plans, 1, first) }
		middle := func() *Tally { return shard(a, plans, first+1, second) }
		right := func() *Tally { return shard(a, plans, second+1, a.Runs) }
		for name, got := range map[string]*Tally{
			"(left + middle) + right": merged(merged(left(), middle()), right()),
			"left + (middle + right)": merged(left(), merged(middle(), right())),
			"(right + middle) + left": merged(merged(right(), middle()), left()),
			"middle + (right + left)": merged(middle(), merged(right(), left())),
			"nothing + all":           merged(newTally(plans), all()),
			"all + nothing":           merged(all(), newTally(plans)),
		} {
			if diff := cmp.Diff(whole, got, unexported); diff != "" {
				t.Fatalf("%s (-whole +merged):\n%s", name, diff)
			}
		}
	})
}

// shard replays the runs from the first to the last, both inclusive.
func shard(a scenario.Assumptions, plans []*strategy.Plan, first, last int64) *Tally {
	w := newWorker(scenario.NewTape(a), a.Operations, plans)
	for run := first; run <= last; run++ {
		w.replay(run)
	}
	return w.finish()
}

func merged(to, from *Tally) *Tally {
	to.Merge(from)
	return to
}
