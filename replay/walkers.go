package replay

import (
	"errbench/scenario"
	"errbench/strategy"
)

// walkers is the walkers of a worker, which look at the same operations. A nil one
// has none, and does nothing.
type walkers struct {
	all       []*walker
	throttled bool    // one of them is
	rate      float64 // operations that arrive in a second; 0 where nobody asks

	segments *scenario.Segments
	first    int64     // the operation of the run that the segment begins with
	room     []arrival // room for the operations of a segment
	rolls    *rollCache
}

// arrival is an operation of a segment as walkers see it. The kind is below 0
// where it is reported as a success: plans end with that.
type arrival struct {
	failure scenario.Failure
	kind    int
}

// newWalkers returns walkers of the plans that lanes cannot follow.
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
		p.rate = max(p.rate, plan.Live.ArrivalRate) // of all that have one it is the same
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

// walk takes the operations of the segment that the reader is at through the
// plans.
func (p *walkers) walk() {
	if p == nil {
		return
	}
	var unfollowed, second int64 // unfollowed are the operations before this one, in its second, that nobody follows
	for i, op := range p.arrivals() {
		if op.kind < 0 && !p.throttled {
			continue // it matters to nobody
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

// pass lets operations arrive in a second of the run that are reported as successes:
// they fill the budgets of walkers, who have nothing to follow.
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
		if kind.Distortion == scenario.FailureAsSuccess {
			continue
		}
		for _, f := range p.segments.Failed(k) {
			all[f.Offset()] = arrival{f, k}
		}
	}
	return all
}

// count adds what the run came to, by plan.
func (p *walkers) count(resolved, failed []int64) {
	if p == nil {
		return
	}
	for _, w := range p.all {
		resolved[w.place] += w.won
		failed[w.place] += w.lost
	}
}
