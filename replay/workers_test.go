package replay

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

var unexported = cmp.AllowUnexported(Products{}, sum{})

// severalBatches are assumptions whose runs make several batches, the last one
// not full: many short runs, and few that are longer than a batch.
func severalBatches() []scenario.Assumptions {
	var all []scenario.Assumptions
	for _, stream := range rng.Streams() {
		for _, shape := range [][2]int64{{1000, 300}, {4, batchOperations + 1}} {
			a := scenario.Published()
			a.Stream, a.Runs, a.Operations, a.RecoveryAttempts = stream, shape[0], shape[1], 2
			all = append(all, a)
		}
	}
	return all
}

func TestWorkersChangeNoNumber(t *testing.T) {
	for _, a := range severalBatches() {
		_, want := replayed(t, a, strategy.Published(), Options{Workers: 1})
		same := func(name string, o Options) {
			t.Helper()
			_, got := replayed(t, a, strategy.Published(), o)
			if diff := cmp.Diff(want, got, unexported); diff != "" {
				t.Errorf("%s on %s (-one worker +this):\n%s", name, a.Stream, diff)
			}
		}
		same("two workers", Options{Workers: 2})
		same("three workers", Options{Workers: 3})
		same("more workers than batches", Options{Workers: 16})
		same("a worker for each processor", Options{})
		procs := runtime.GOMAXPROCS(1)
		same("a worker for each of one processor", Options{})
		same("three workers on one processor", Options{Workers: 3})
		runtime.GOMAXPROCS(procs)
	}
}

// Progress is told about every run once.
func TestEveryRunIsReportedFinished(t *testing.T) {
	for _, a := range severalBatches() {
		var finished atomic.Int64
		_, tally := replayed(t, a, strategy.Published(), Options{Workers: 3, Finished: func(runs int64) { finished.Add(runs) }})
		if finished.Load() != a.Runs || tally.Runs != a.Runs {
			t.Errorf("%d of %d runs reported, %d counted", finished.Load(), a.Runs, tally.Runs)
		}
	}
}
