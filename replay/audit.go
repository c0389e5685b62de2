package replay

import (
	"context"

	"errbench/rng"
	"errbench/scenario"
)

// Independence holds the counts of an audit of a stream: how often the same operation fails
// in different runs, and how much the failures of a whole benchmark vary with its seed. If
// runs are independent, both are binomial.
type Independence struct {
	// FirstFailures holds, for each of the first operations, the number of runs in which
	// it failed.
	FirstFailures []int64
	// Totals holds the failures of the whole benchmark, for each base seed.
	Totals []int64
	// Complete is false if the audit was interrupted.
	Complete bool
}

// firstOperations is the number of operations of FirstFailures.
const firstOperations = 10

// AuditIndependence audits the stream of valid assumptions: with their seed, and with bases >= 0 others.
// It draws the seeds from counter/v2 under the seed of the assumptions, evenly among the
// seeds that every stream allows. The options tune the replay of each seed.
//
// Once the context is done it returns the counts so far: the runs that it has read for
// FirstFailures, and the finished seeds.
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
		block := draw.Block(rng.At(0, int64(i), 1, 0)) // no run has the number 0, so nothing else has these rolls
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
