package scenario

import (
	"context"

	"errbench/rng"
)

// Independence is what an audit of a stream counts: whether the same operation
// fails in the runs as often as chance has it, and how much the failures of a
// whole benchmark vary with its seed. Independent runs give binomial counts.
type Independence struct {
	// FirstFailures counts, for each of the first operations of a run, the runs
	// in which it failed.
	FirstFailures []int64
	// Totals holds the failures of the whole benchmark, for each base seed.
	Totals []int64
}

// firstOperations is how many operations of a run an audit looks at one by one.
const firstOperations = 10

// AuditIndependence counts for valid assumptions, and for so many other seeds,
// at least 0. The seeds are drawn from counter/v1 under the seed of the
// assumptions, evenly from those that every stream takes. If the context is
// done it returns its error, and the totals so far.
func AuditIndependence(ctx context.Context, a Assumptions, bases int) (Independence, error) {
	audit := Independence{FirstFailures: make([]int64, min(firstOperations, a.Operations))}
	tape := NewTape(a)
	for i := range audit.FirstFailures {
		for run := int64(1); run <= a.Runs; run++ {
			if tape.Operation(run, int64(i)).Failed {
				audit.FirstFailures[i]++
			}
		}
	}
	draw := rng.NewCounter(a.Seed)
	seeds := uint64(1<<32 - a.Runs) // 0 to 2^32-1-runs
	for i := range bases {
		if err := ctx.Err(); err != nil {
			return audit, err
		}
		block := draw.Block(rng.At(0, int64(i), 1, 0)) // run 0 is no run: nobody else's rolls
		a.Seed = uint64(rng.High(block)) * seeds >> 32
		audit.Totals = append(audit.Totals, countFailures(a))
	}
	return audit, nil
}

func countFailures(a Assumptions) (failures int64) {
	r := NewReader(NewTape(a))
	for run := int64(1); run <= a.Runs; run++ {
		r.Start(run)
		for r.Next() {
			for _, c := range AllClasses() {
				failures += int64(len(r.Failed(c)))
			}
		}
	}
	return failures
}
