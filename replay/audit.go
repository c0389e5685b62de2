package replay

import (
	"context"

	"errbench/rng"
	"errbench/scenario"
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
	// Complete is false if the audit was interrupted.
	Complete bool
}

// firstOperations is how many operations of a run an audit looks at one by one.
const firstOperations = 10

// AuditIndependence counts for valid assumptions, and for so many other seeds,
// at least 0. The seeds are drawn from counter/v1 under the seed of the
// assumptions, evenly from those that every stream takes. The options tune the
// replay of each seed.
//
// Once the context is done it returns what it has counted: the first operations of the
// runs that it has looked at, and each seed that it has finished.
func AuditIndependence(ctx context.Context, a scenario.Assumptions, bases int, o Options) Independence {
	audit := Independence{FirstFailures: make([]int64, min(firstOperations, a.Operations))}
	tape := scenario.NewTape(a)
	for run := int64(1); run <= a.Runs; run++ {
		if ctx.Err() != nil {
			return audit
		}
		for i := range audit.FirstFailures {
			if tape.Operation(run, int64(i)).Failed {
				audit.FirstFailures[i]++
			}
		}
	}
	draw := rng.NewCounter(a.Seed)
	seeds := uint64(1<<32 - a.Runs) // 0 to 2^32-1-runs
	for i := range bases {
		block := draw.Block(rng.At(0, int64(i), 1, 0)) // run 0 is no run: nobody else's rolls
		a.Seed = uint64(rng.High(block)) * seeds >> 32
		counted := Run(ctx, a, nil, o)
		if !counted.Complete {
			return audit
		}
		var failures int64
		for k, kind := range tape.Kinds() {
			if !kind.Class.IsZero() {
				failures += counted.Kinds[k]
			}
		}
		audit.Totals = append(audit.Totals, failures)
	}
	audit.Complete = true
	return audit
}
