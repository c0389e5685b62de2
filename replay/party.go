package replay

import (
	"errbench/scenario"
	"errbench/strategy"
)

// party is the walkers of a worker, which look at the same operations. A nil one
// has none, and does nothing.
type party struct {
	walkers   []*walker
	throttled bool    // one of them is
	rate      float64 // operations that arrive in a second; 0 where nobody asks

	reader *scenario.Reader
	first  int64     // the operation of the run that the segment begins with
	all    []arrival // room for the operations of a segment
	dice   *dice
}

// arrival is an operation of a segment as walkers see it. The kind is below 0
// where it is reported as a success: plans end with that.
type arrival struct {
	failure scenario.Failure
	kind    int
}

// newParty returns walkers of the plans that lanes cannot follow.
func newParty(a scenario.Assumptions, plans []*strategy.Plan, r *scenario.Reader, t *Tally) *party {
	var p *party
	for i, plan := range plans {
		if !walked(plan) {
			continue
		}
		if p == nil {
			p = &party{reader: r, all: make([]arrival, scenario.SegmentSize), dice: newDice(r, a)}
		}
		w := newWalker(i, plan, p.dice, &t.Plans[i])
		p.walkers = append(p.walkers, w)
		p.throttled = p.throttled || w.throttled
		p.rate = max(p.rate, plan.Live.ArrivalRate) // of all that have one it is the same
	}
	return p
}

// start begins a run.
func (p *party) start() {
	if p == nil {
		return
	}
	p.first = 0
	for _, w := range p.walkers {
		w.start()
	}
}

// walk takes the operations of the segment that the reader is at through the
// plans.
func (p *party) walk() {
	if p == nil {
		return
	}
	var calm, second int64 // calm are the operations before this one, in its second, that nobody follows
	for i, op := range p.arrivals() {
		if op.kind < 0 && !p.throttled {
			continue // it matters to nobody
		}
		before := second
		if p.rate > 0 {
			second = arrivalMS(p.first+int64(i), p.rate) / 1000
		}
		if op.kind >= 0 || second > before {
			p.pass(calm, before)
			calm = 0
		}
		if op.kind < 0 {
			calm++
			continue
		}
		p.dice.take(op.failure)
		for _, w := range p.walkers {
			w.walk(op.kind, second)
		}
	}
	p.pass(calm, second)
	p.first += p.reader.Len()
}

// pass lets operations arrive in a second of the run that are reported as successes:
// they fill the budgets of walkers, who have nothing to follow.
func (p *party) pass(operations, second int64) {
	if operations == 0 {
		return
	}
	for _, w := range p.walkers {
		w.pass(operations, second)
	}
}

// arrivals returns the operations of the segment, in order.
func (p *party) arrivals() []arrival {
	all := p.all[:p.reader.Len()]
	for i := range all {
		all[i].kind = -1
	}
	for k, kind := range p.walkers[0].plan.Kinds {
		if kind.Distortion == scenario.FailureAsSuccess {
			continue
		}
		for _, f := range p.reader.Failed(k) {
			all[f.Offset()] = arrival{f, k}
		}
	}
	return all
}

// count adds what the run came to, by plan.
func (p *party) count(resolved, failed []int64) {
	if p == nil {
		return
	}
	for _, w := range p.walkers {
		resolved[w.place] += w.won
		failed[w.place] += w.lost
	}
}
