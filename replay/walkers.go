package replay

import (
	"errbench/scenario"
	"errbench/strategy"
)

// walkers are the walkers of a worker. They take the same operations in turn. A nil value
// has no walkers and does nothing.
type walkers struct {
	all       []*walker
	throttled bool    // one of them shares a budget among operations
	rate      float64 // operations that arrive in a second; 0 if no plan needs it

	segments *scenario.Segments
	first    int64     // the first operation of the segment
	room     []arrival // room for the operations of a segment
	rolls    *rollCache
}

// arrival is an operation of a segment. The kind is below 0 if the operation is reported as
// a success and no plan has a step after it.
type arrival struct {
	failure scenario.Failure
	kind    int
}

// newWalkers returns the walkers of the plans that need one.
func newWalkers(a scenario.Assumptions, plans []*strategy.Plan, r *scenario.Segments, t *Tally) *walkers {
	var p *walkers
	for i, plan := range plans {
		if !walked(plan) {
			continue
		}
		if p == nil {
			p = &walkers{segments: r, room: make([]arrival, scenario.SegmentSize), rolls: newRollCache(r, a)}
		}
		w := newWalker(i, plan, p.rolls, &t.Plans[i])
		p.all = append(p.all, w)
		p.throttled = p.throttled || w.throttled
		p.rate = max(p.rate, plan.Live.ArrivalRate) // every plan that has a rate has the same
	}
	return p
}

// start begins a run.
func (p *walkers) start() {
	if p == nil {
		return
	}
	p.first = 0
	for _, w := range p.all {
		w.start()
	}
}

// walk takes the operations of the current segment through the plans.
func (p *walkers) walk() {
	if p == nil {
		return
	}
	// unfollowed counts operations of this second that no plan has steps for.
	var unfollowed, second int64
	for i, op := range p.arrivals() {
		if op.kind < 0 && !p.throttled {
			continue // no budget counts it
		}
		before := second
		if p.rate > 0 {
			second = arrivalMS(p.first+int64(i), p.rate) / 1000
		}
		if op.kind >= 0 || second > before {
			p.pass(unfollowed, before)
			unfollowed = 0
		}
		if op.kind < 0 {
			unfollowed++
			continue
		}
		p.rolls.take(op.failure)
		for _, w := range p.all {
			w.walk(op.kind, second)
		}
	}
	p.pass(unfollowed, second)
	p.first += p.segments.Len()
}

// pass records operations that are reported as successes, in a second of the run: they
// fill the budgets.
func (p *walkers) pass(operations, second int64) {
	if operations == 0 {
		return
	}
	for _, w := range p.all {
		w.pass(operations, second)
	}
}

// arrivals returns the operations of the segment, in order.
func (p *walkers) arrivals() []arrival {
	all := p.room[:p.segments.Len()]
	for i := range all {
		all[i].kind = -1
	}
	for k, kind := range p.all[0].plan.Kinds {
		if _, more := p.all[0].plan.Entry[k].Step(); kind.Distortion == scenario.FailureAsSuccess && !more {
			continue // for every plan: a step stands there only for the commit of a write
		}
		for _, f := range p.segments.Failed(k) {
			all[f.Offset()] = arrival{f, k}
		}
	}
	return all
}

// count adds the counts of the run, by plan.
func (p *walkers) count(resolved, failed []int64) {
	if p == nil {
		return
	}
	for _, w := range p.all {
		resolved[w.place] += w.won
		failed[w.place] += w.lost
	}
}
