package replay

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/shard"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// However the runs are cut into shards, empty ones too, and in whatever order
// and grouping these are merged, the tally equals the tally of all runs at once.
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
		all := func() *Tally { return runRange(a, plans, 1, a.Runs) }
		left := func() *Tally { return runRange(a, plans, 1, first) }
		middle := func() *Tally { return runRange(a, plans, first+1, second) }
		right := func() *Tally { return runRange(a, plans, second+1, a.Runs) }
		for name, got := range map[string]*Tally{
			"(left + middle) + right": merged(merged(left(), middle()), right()),
			"left + (middle + right)": merged(left(), merged(middle(), right())),
			"(right + middle) + left": merged(merged(right(), middle()), left()),
			"middle + (right + left)": merged(middle(), merged(right(), left())),
			"nothing + all":           merged(newTally(scenario.NumClasses, plans), all()),
			"all + nothing":           merged(all(), newTally(scenario.NumClasses, plans)),
		} {
			if diff := cmp.Diff(whole, got, unexported); diff != "" {
				t.Fatalf("%s (-whole +merged):\n%s", name, diff)
			}
		}
	})
}

// The shards of a count, more than there are runs among them, merge to the
// whole in any order, and each is what its runs are one by one.
func TestTheShardsOfARunMergeToIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = min(a.Operations, 50)
		a.Runs = rapid.Int64Range(1, 12).Draw(t, "runs of the whole")
		plans, whole := replayed(t, a, drawStrategies(t, 0, 3), Options{})
		count := rapid.Int64Range(1, 20).Draw(t, "shards")
		var order []shard.Shard
		for i := range count {
			order = append(order, shard.Shard{Index: i + 1, Count: count})
		}
		total := newTally(scenario.NumClasses, plans)
		for _, s := range rapid.Permutation(order).Draw(t, "order") {
			part := RunShard(context.Background(), a, plans, s, Options{Workers: rapid.IntRange(0, 3).Draw(t, "workers")})
			first, end := s.Range(a.Runs)
			if diff := cmp.Diff(runRange(a, plans, first+1, end), part, unexported); diff != "" {
				t.Fatalf("shard %v (-run by run +at once):\n%s", s, diff)
			}
			total.Merge(part)
		}
		if diff := cmp.Diff(whole, total, unexported); diff != "" {
			t.Fatalf("%d shards (-whole +merged):\n%s", count, diff)
		}
	})
}

// A shard of several batches is counted by several workers, from its first run
// to its last.
func TestAShardOfSeveralBatches(t *testing.T) {
	for _, a := range severalBatches() {
		plans, err := strategy.CompileAll(catalog.Published(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []shard.Shard{{Index: 1, Count: 2}, {Index: 2, Count: 2}, {Index: 3, Count: 3}} {
			first, end := s.Range(a.Runs)
			got := RunShard(context.Background(), a, plans, s, Options{Workers: 3})
			if diff := cmp.Diff(runRange(a, plans, first+1, end), got, unexported); diff != "" {
				t.Errorf("shard %v of %d runs on %s (-run by run +at once):\n%s", s, a.Runs, a.Stream, diff)
			}
		}
	}
}

// A shard that was cut off says so, and a shard without runs is whole.
func TestAShardIsCancelled(t *testing.T) {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := RunShard(ctx, a, plans, shard.Shard{Index: 2, Count: 4}, Options{}); got.Complete || got.Runs != 0 {
		t.Errorf("%d runs, complete: %t", got.Runs, got.Complete)
	}
	if got := RunShard(ctx, a, plans, shard.Shard{Index: 61, Count: 61}, Options{}); !got.Complete || got.Runs != 0 {
		t.Errorf("no run: %d runs, complete: %t", got.Runs, got.Complete)
	}
}

// runRange replays the runs from the first to the last, both inclusive.
func runRange(a scenario.Assumptions, plans []*strategy.Plan, first, last int64) *Tally {
	w := newWorker(scenario.NewTape(a), a, plans)
	for run := first; run <= last; run++ {
		w.replay(run)
	}
	return w.finish()
}

func merged(to, from *Tally) *Tally {
	to.Merge(from)
	return to
}
