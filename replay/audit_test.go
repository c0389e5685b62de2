package replay

import (
	"context"
	"slices"
	"testing"

	"errbench/rng"
	"errbench/scenario"
)

// The fault of the published data: consecutive seeds start almost alike, so
// the first operation fails in none of 60 runs, where chance has 24.
func TestAuditShowsTheFaultOfThePublishedRuns(t *testing.T) {
	audit := AuditIndependence(context.Background(), scenario.Published(), 0, Options{})
	if got := audit.FirstFailures; len(got) != 10 || got[0] != 0 || got[1] != 20 {
		t.Errorf("the first operations fail in %d of 60 runs, want 0, 20 and so on", got)
	}
	if len(audit.Totals) != 0 {
		t.Errorf("totals %d of no other seed", audit.Totals)
	}
}

func TestAuditCountsWhatTheTapesHold(t *testing.T) {
	for _, preset := range scenario.Presets() {
		a := preset.Assumptions
		a.Operations = 3
		audit := AuditIndependence(context.Background(), a, 5, Options{})
		if len(audit.FirstFailures) != 3 {
			t.Errorf("%s: %d first operations of 3", a.Name, len(audit.FirstFailures))
		}
		var want []int64
		draw := rng.NewCounter(a.Seed)
		for base := range int64(5) {
			b := a
			b.Seed = uint64(rng.High(draw.Block(rng.At(0, base, 1, 0)))) * (1<<32 - 60) >> 32
			tape, failures := scenario.NewTape(b), int64(0)
			for run := int64(1); run <= b.Runs; run++ {
				for index := range b.Operations {
					if tape.Operation(run, index).Failed {
						failures++
					}
				}
			}
			want = append(want, failures)
		}
		if !slices.Equal(audit.Totals, want) {
			t.Errorf("%s: totals %d, want %d", a.Name, audit.Totals, want)
		}
	}
}

// Whenever its context ends, an audit holds the totals of the seeds that it has
// finished, and is not complete.
func TestAuditStopsWithItsContext(t *testing.T) {
	a := scenario.Published()
	a.Runs = 1000 // four batches
	whole := AuditIndependence(context.Background(), a, 2, Options{})
	for batches, seeds := range []int{0, 0, 0, 0, 1, 1, 1, 1} {
		ctx, cancel := context.WithCancel(context.Background())
		done := 0
		finished := func(int64) {
			if done++; done >= batches {
				cancel()
			}
		}
		if batches == 0 {
			cancel() // before it begins
		}
		audit := AuditIndependence(ctx, a, 2, Options{Workers: 1, Progress: finished})
		if audit.Complete || !slices.Equal(audit.Totals, whole.Totals[:seeds]) {
			t.Errorf("cancelled after batch %d: totals %d, complete: %t; want %d", batches, audit.Totals, audit.Complete, whole.Totals[:seeds])
		}
		if begun := audit.FirstFailures[1] > 0; begun != (batches > 0) {
			t.Errorf("cancelled after batch %d: the first operations failed %d times", batches, audit.FirstFailures)
		}
	}
}
