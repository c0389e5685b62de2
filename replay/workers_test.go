package replay

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy/catalog"
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
		_, want := replayed(t, a, catalog.Published(), Options{Workers: 1})
		same := func(name string, o Options) {
			t.Helper()
			_, got := replayed(t, a, catalog.Published(), o)
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

// Progress is told about every operation once, in the midst of a long run too.
func TestEveryOperationIsReported(t *testing.T) {
	long := scenario.Published()
	long.Runs, long.Operations = 2, 3*batchOperations+1
	for _, a := range append(severalBatches(), long) {
		var reported, calls atomic.Int64
		_, tally := replayed(t, a, catalog.Published(), Options{Workers: 3, Progress: func(n int64) { reported.Add(n); calls.Add(1) }})
		if reported.Load() != a.TotalOperations() || tally.Operations != a.TotalOperations() {
			t.Errorf("%d of %d operations reported, %d counted", reported.Load(), a.TotalOperations(), tally.Operations)
		}
		if calls.Load() < a.TotalOperations()/(2*batchOperations) {
			t.Errorf("%d operations were reported in %d parts", a.TotalOperations(), calls.Load())
		}
	}
}
