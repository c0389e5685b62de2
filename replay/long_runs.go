package replay

import (
	"context"
	"sync"
	"sync/atomic"

	"errbench/scenario"
	"errbench/strategy"
)

// replayLongRuns replays the runs after before, up to end. A run can take minutes, so an
// interrupt gives up the runs that are not finished. Each run has a tally of its own, which is
// all that is lost.
func replayLongRuns(ctx context.Context, tape *scenario.Tape, a scenario.Assumptions, plans []*strategy.Plan, before, end int64, workers int, progress func(int64)) *Tally {
	finished := runsInOrder{total: newTally(len(tape.Kinds()), plans), waiting: map[int64]*Tally{}, next: before + 1}
	var last atomic.Int64 // that has begun
	last.Store(before)
	var group sync.WaitGroup
	for range min(int64(workers), end-before) {
		group.Go(func() {
			for ctx.Err() == nil {
				run := last.Add(1)
				if run > end {
					break
				}
				w := newWorker(tape, a, plans)
				w.progress, w.interrupt = progress, ctx
				complete := w.replay(run)
				t := w.finish()
				if !complete {
					break
				}
				w.report()
				finished.add(run, t)
			}
		})
	}
	group.Wait()
	finished.total.Complete = finished.total.Runs == end-before
	return finished.total
}

// runsInOrder merges the tallies of runs in the order of the runs. So its total holds the first
// runs without gaps, even if a later run was finished and an earlier one given up.
type runsInOrder struct {
	mutex   sync.Mutex
	total   *Tally
	waiting map[int64]*Tally // by run, for the run before them
	next    int64            // the run to merge
}

func (r *runsInOrder) add(run int64, t *Tally) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.waiting[run] = t
	for t := r.waiting[r.next]; t != nil; t = r.waiting[r.next] {
		r.total.Merge(t)
		delete(r.waiting, r.next)
		r.next++
	}
}
