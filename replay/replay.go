package replay

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"errbench/internal/shard"
	"errbench/scenario"
	"errbench/strategy"
)

// Options tune a replay. They change no count.
type Options struct {
	// Workers is the number of goroutines; 0 means one for each processor that Go may
	// use.
	Workers int
	// Progress, if not nil, is called with the number of operations replayed since the
	// last call. Several goroutines call it at once.
	Progress func(operations int64)
}

// batchOperations is the approximate number of operations that a worker takes at a time:
// some hundred microseconds of work.
const batchOperations = 1 << 16

// Run replays the plans over the tape of valid assumptions: all of its runs.
//
// Once the context is done, Run begins no further batch of runs and finishes the batches
// that have begun; a run that is longer than a batch is given up. Batches begin in order, so
// the tally holds the first runs, and it is not complete if runs are missing.
func Run(ctx context.Context, a scenario.Assumptions, plans []*strategy.Plan, o Options) *Tally {
	return RunShard(ctx, a, plans, shard.Whole(), o)
}

// RunShard replays the runs of a valid shard, as [Run] replays all runs. The tallies of
// all shards merge into the tally of the whole.
func RunShard(ctx context.Context, a scenario.Assumptions, plans []*strategy.Plan, s shard.Shard, o Options) *Tally {
	workers := o.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	before, end := s.Range(a.Runs)
	runs := end - before
	batch := max(1, batchOperations/a.Operations)
	batches := (runs + batch - 1) / batch
	tape := scenario.NewTape(a)
	if a.Operations > batchOperations {
		return replayLongRuns(ctx, tape, a, plans, before, end, workers, o.Progress)
	}

	var begun atomic.Int64
	tallies := make([]*Tally, min(int64(workers), batches))
	var group sync.WaitGroup
	work := func(i int) {
		w := newWorker(tape, a, plans)
		w.progress = o.Progress
		for ctx.Err() == nil {
			n := begun.Add(1) - 1
			if n >= batches {
				break
			}
			first, last := n*batch+1, min((n+1)*batch, runs)
			for run := before + first; run <= before+last; run++ {
				w.replay(run)
			}
			w.report()
		}
		tallies[i] = w.finish()
	}
	for i := range tallies[min(1, len(tallies)):] {
		group.Go(func() { work(1 + i) })
	}
	if len(tallies) > 0 {
		work(0) // here: a short replay is not worth a goroutine
	}
	group.Wait()
	if len(tallies) == 0 { // a shard without runs
		tallies = append(tallies, newTally(len(tape.Kinds()), plans))
	}
	total := tallies[0]
	for _, t := range tallies[1:] {
		total.Merge(t)
	}
	total.Complete = total.Runs == runs
	return total
}

// worker replays one run after the other into its tally. After newWorker it allocates only
// when a stack is deeper, or a time longer, than any before.
type worker struct {
	operations int64
	plans      []*strategy.Plan
	lanes      *lanes
	walkers    *walkers // nil if every plan has lanes
	tally      *Tally
	*memory
	held rollKey // the roll that rolls holds for all failures of the kind, if any

	resolved, failed []int64 // of the current run, by plan

	interrupt  context.Context // whose end gives up a run; nil if runs are short
	progress   func(operations int64)
	unreported int64 // operations since the last call of progress
}

// memory is the working memory of a worker. It is large and many replays are short, so the
// next replay uses it again.
type memory struct {
	segments scenario.Segments
	rolls    [scenario.SegmentSize]uint32
	active   [scenario.SegmentSize]scenario.Failure
	stack    []scenario.Failure // operations whose lanes have branched
}

var memories = sync.Pool{New: func() any { return new(memory) }}

type rollKey struct {
	roll    scenario.Roll
	attempt int
}

func newWorker(tape *scenario.Tape, a scenario.Assumptions, plans []*strategy.Plan) *worker {
	kinds := len(tape.Kinds())
	m := memories.Get().(*memory)
	m.segments.Reset(tape)
	w := &worker{
		operations: a.Operations,
		plans:      plans,
		lanes:      newLanes(kinds, plans),
		memory:     m,
		tally:      newTally(kinds, plans),
		resolved:   make([]int64, len(plans)),
		failed:     make([]int64, len(plans)),
	}
	w.walkers = newWalkers(a, plans, &m.segments, w.tally)
	return w
}

// replay counts one run. It returns false if it gave the run up; then the worker has counted
// a part of it.
func (w *worker) replay(run int64) (complete bool) {
	unfailed := w.operations
	w.segments.Start(run)
	w.walkers.start()
	for w.segments.Next() {
		for k, lanes := range w.lanes.kind {
			failures := w.segments.Failed(k)
			w.tally.Kinds[k] += int64(len(failures))
			unfailed -= int64(len(failures))
			w.held = rollKey{}
			for _, l := range lanes {
				w.follow(l, failures)
			}
		}
		w.walkers.walk()
		if w.unreported += w.segments.Len(); w.unreported >= batchOperations {
			w.report() // a run can be long
			if w.interrupt != nil && w.interrupt.Err() != nil {
				return false
			}
		}
	}
	w.fold(unfailed)
	return true
}

// report reports the operations since the last report to progress.
func (w *worker) report() {
	if w.progress != nil && w.unreported > 0 {
		w.progress(w.unreported)
	}
	w.unreported = 0
}

// follow takes the failed operations of a segment along their lane.
func (w *worker) follow(l *lane, failures []scenario.Failure) {
	if len(l.links) > 0 {
		w.branch(l, 0, failures, failures)
	}
}

// branch takes operations of a segment along their lane from a link on. It overwrites
// active, unless it is the list of all failures.
func (w *worker) branch(l *lane, at int, active, failures []scenario.Failure) {
	for at >= 0 && len(active) > 0 {
		k := &l.links[at]
		reached, won := int64(len(active)), int64(0)
		switch {
		case k.threshold == 0:
		case k.then.link >= 0:
			mark := len(w.stack)
			active = w.part(active, failures, k)
			won = int64(len(w.stack) - mark)
			if won > 0 {
				w.branch(l, k.then.link, w.stack[mark:], failures)
				w.stack = w.stack[:mark]
			}
		case k.otherwise.link < 0:
			won = below(w.read(active, failures, k), k.threshold)
		default:
			active = remain(w.room(active, failures), active, w.read(active, failures, k), k.threshold)
			won = reached - int64(len(active))
		}
		l.visits[at] += reached
		l.successes[at] += won
		if k.then.resolves {
			l.won += won
		}
		if k.otherwise.resolves {
			l.won += reached - won
		}
		if k.recovers {
			l.lost += reached - won
		}
		at = k.otherwise.link
	}
}

// room returns the list to write the remaining operations to: active itself, unless it
// belongs to the segments.
func (w *worker) room(active, failures []scenario.Failure) []scenario.Failure {
	if &active[0] == &failures[0] {
		return w.active[:0]
	}
	return active[:0]
}

// part moves the operations that succeed at a link to the stack, and returns the
// others.
func (w *worker) part(active, failures []scenario.Failure, k *link) []scenario.Failure {
	rolls, left := w.read(active, failures, k), w.room(active, failures)
	for i, f := range active {
		if uint64(rolls[i]) < k.threshold {
			w.stack = append(w.stack, f)
		} else {
			left = append(left, f)
		}
	}
	return left
}

// read returns the rolls that decide a link. The lanes of a kind start with the same
// operations and mostly with the same roll, which is read once.
func (w *worker) read(active, failures []scenario.Failure, k *link) []uint32 {
	key := rollKey{k.roll, k.attempt}
	if len(active) < len(failures) {
		key = rollKey{}
	} else if w.held == key {
		return w.rolls[:len(active)]
	}
	w.held = key
	return w.segments.Rolls(w.rolls[:], active, k.roll, k.attempt)
}

// below counts the rolls below a threshold, without a branch: exactly then the difference
// is negative and its top bit is 1.
func below(rolls []uint32, threshold uint64) (count int64) {
	for _, roll := range rolls {
		count += int64((uint64(roll) - threshold) >> 63)
	}
	return count
}

// remain writes the operations whose roll is at least the threshold to dst, which may be
// active.
func remain(dst, active []scenario.Failure, rolls []uint32, threshold uint64) []scenario.Failure {
	dst = dst[:len(active)]
	k := 0
	for i, f := range active {
		dst[k] = f
		k += int((threshold - 1 - uint64(rolls[i])) >> 63)
	}
	return dst[:k]
}

// fold adds a finished run with the number of its unfailed operations to the tally.
func (w *worker) fold(unfailed int64) {
	for i, byKind := range w.lanes.plan {
		resolved, failed := unfailed, int64(0)
		for _, l := range byKind {
			resolved += l.won
			failed += l.lost
		}
		w.resolved[i], w.failed[i] = resolved, failed
	}
	w.walkers.count(w.resolved, w.failed)
	for i, resolved := range w.resolved {
		w.tally.Plans[i].bound(resolved, w.tally.Runs == 0)
	}
	for _, lanes := range w.lanes.kind {
		for _, l := range lanes {
			l.won, l.lost = 0, 0
		}
	}
	w.tally.Resolved.add(w.resolved)
	w.tally.Failed.add(w.failed)
	w.tally.Runs++
	w.tally.Operations += w.operations
}

// finish returns the tally with the counts of the lanes. The worker must not be used again.
func (w *worker) finish() *Tally {
	memories.Put(w.memory)
	w.memory = nil
	for i := range w.plans {
		w.lanes.stepCounts(i, &w.tally.Plans[i])
	}
	return w.tally
}
