package replay

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Wherever a replay is cut off, what it returns is a replay of the first runs,
// whole and without gaps.
func TestACancelledReplayHoldsAPrefix(t *testing.T) {
	for _, a := range severalBatches() {
		plans, err := strategy.CompileAll(catalog.Published(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2, 3, 16} {
			for batches := int64(1); batches <= 3; batches++ {
				ctx, cancel := context.WithCancel(context.Background())
				var done atomic.Int64
				got := Run(ctx, a, plans, Options{Workers: workers, Progress: func(int64) {
					if done.Add(1) == batches {
						cancel()
					}
				}})
				cancel()
				if got.Complete != (got.Runs == a.Runs) {
					t.Fatalf("%d of %d runs, complete: %t", got.Runs, a.Runs, got.Complete)
				}
				if workers == 1 && got.Complete {
					t.Errorf("one worker was cancelled after batch %d and finished all the same", batches)
				}
				first := a
				first.Runs = got.Runs
				_, want := replayed(t, first, catalog.Published(), Options{Workers: 1})
				want.Complete = got.Complete
				if diff := cmp.Diff(want, got, unexported); diff != "" {
					t.Errorf("%d workers cancelled after batch %d (-the first %d runs +got):\n%s", workers, batches, got.Runs, diff)
				}
			}
		}
	}
}

// A replay whose context is done before it begins counts nothing, and is not complete.
func TestAReplayCancelledBeforeItBeginsIsEmpty(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancelLate := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancelLate()
	for _, ctx := range []context.Context{cancelled, late} {
		for _, a := range severalBatches() {
			plans, err := strategy.CompileAll(catalog.Published(), a)
			if err != nil {
				t.Fatal(err)
			}
			got := Run(ctx, a, plans, Options{Progress: func(int64) { t.Error("a run was finished") }})
			want := newTally(scenario.NumClasses, plans)
			want.Complete = false
			if diff := cmp.Diff(want, got, unexported); diff != "" {
				t.Errorf("tally (-empty +got):\n%s", diff)
			}
		}
	}
}

// The end of a context after the last batch has begun takes nothing away.
func TestAReplayCancelledAtItsEndIsWhole(t *testing.T) {
	for _, a := range severalBatches() {
		plans, err := strategy.CompileAll(catalog.Published(), a)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		var finished atomic.Int64
		got := Run(ctx, a, plans, Options{Progress: func(n int64) {
			if finished.Add(n) == a.TotalOperations() {
				cancel()
			}
		}})
		cancel()
		if !got.Complete || got.Runs != a.Runs {
			t.Errorf("%d of %d runs, complete: %t", got.Runs, a.Runs, got.Complete)
		}
	}
}

// An interrupt within long runs gives them up: a worker replays one batch more at most.
func TestALongRunIsGivenUp(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations = 3, 40*batchOperations
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ workers, cancelAt, finished int64 }{{1, 5, 0}, {1, 45, 1}, {3, 5, 0}} {
		ctx, cancel := context.WithCancel(context.Background())
		var operations, after atomic.Int64
		got := Run(ctx, a, plans, Options{Workers: int(test.workers), Progress: func(n int64) {
			if ctx.Err() != nil {
				after.Add(n)
			}
			if operations.Add(n) >= test.cancelAt*batchOperations {
				cancel()
			}
		}})
		cancel()
		if got.Complete || got.Runs != test.finished {
			t.Errorf("%d workers, cancelled after batch %d: %d runs, complete: %t; want %d runs", test.workers, test.cancelAt, got.Runs, got.Complete, test.finished)
		}
		if most := test.workers * (batchOperations + scenario.SegmentSize); after.Load() > most {
			t.Errorf("%d workers replayed %d operations after the interrupt, want %d at most", test.workers, after.Load(), most)
		}
	}
}
