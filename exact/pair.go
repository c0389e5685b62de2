package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// pair is two quantities on the same rolls. An operation follows both plans at once: the
// roll that comes first is taken first, for both plans if both look at it.
type pair struct {
	x, y Quantity

	// branches is true if several ways lead to a position, so that results are kept by
	// position.
	branches bool
	found    map[position]rest
	decided  map[position]fixedDifference
}

// branches reports whether a step of the plan leads to two others.
func (q Quantity) branches() bool {
	for i := 0; q.Plan != nil && i < len(q.Plan.Steps); i++ {
		if s := &q.Plan.Steps[i]; s.Then >= 0 && s.Then != s.Else {
			return true
		}
	}
	return false
}

// ofKind returns the expectations and the covariance for operations of a kind, by its index.
func (p *pair) ofKind(kind int) rest {
	fromX, addsX := p.x.enter(kind)
	fromY, addsY := p.y.enter(kind)
	r := p.together(position{fromX, fromY, unseen()})
	r.x += addsX
	r.y += addsY
	return r
}

// enter returns the entry of a kind, by its index, and what the kind itself adds.
func (q *Quantity) enter(kind int) (entry strategy.Next, adds float64) {
	if q.Plan == nil {
		return nowhere, 0
	}
	return q.Plan.Entry[kind], float64(q.Metric.PerKind(q.Plan, kind))
}

// nowhere is an end that belongs to no plan.
const nowhere strategy.Next = -1

// rest is the expectation of two quantities from a position on, and their covariance.
type rest struct{ x, y, covariance float64 }

// together returns the rest from a position on, by the law of total covariance.
func (p *pair) together(at position) rest {
	switch {
	case at.x < 0 && at.y < 0:
		return rest{}
	case p.branches:
		if r, ok := p.found[at]; ok {
			return r
		}
	}
	var all [3]outcome
	n, sum := p.outcomes(at, &all)
	var last rest
	for i := n - 1; i >= 0; i-- {
		o := &all[i]
		var r rest
		switch end := &all[n-1]; {
		case i == n-1:
			last = p.together(o.next)
			r = last
		case o.next.x < 0 && o.next.y == end.next.y && o.next.rollsSeen == end.next.rollsSeen:
			r.y = last.y // it does not depend on the other
		case o.next.y < 0 && o.next.x == end.next.x && o.next.rollsSeen == end.next.rollsSeen:
			r.x = last.x
		default:
			r = p.together(o.next)
		}
		o.x += r.x
		o.y += r.y
		sum.x += float64(o.chance * o.x)
		sum.y += float64(o.chance * o.y)
		sum.covariance += float64(o.chance * r.covariance)
		for j := i + 1; j < n; j++ {
			sum.covariance += float64(float64(o.chance*all[j].chance) * float64((o.x-all[j].x)*(o.y-all[j].y)))
		}
	}
	if p.branches {
		if p.found == nil {
			p.found = map[position]rest{}
		}
		p.found[at] = sum
	}
	return sum
}

// fixedDifference is how much more the first quantity adds than the second from a
// position on, if chance cannot change it.
type fixedDifference struct {
	difference float64
	same       bool
}

func (p *pair) fixedDifference(at position) fixedDifference {
	switch {
	case at.x < 0 && at.y < 0:
		return fixedDifference{same: true}
	case p.branches:
		if s, ok := p.decided[at]; ok {
			return s
		}
	}
	var all [3]outcome
	n, visit := p.outcomes(at, &all)
	var sum fixedDifference
	for i := range n {
		o := &all[i]
		s := p.fixedDifference(o.next)
		s.difference += visit.x - visit.y + o.x - o.y
		if i > 0 && s.difference != sum.difference {
			s.same = false
		}
		if sum = s; !s.same {
			break
		}
	}
	if p.branches {
		if p.decided == nil {
			p.decided = map[position]fixedDifference{}
		}
		p.decided[at] = sum
	}
	return sum
}

// position is the next step of each quantity, and what earlier steps revealed about the
// rolls.
type position struct {
	x, y strategy.Next
	rollsSeen
}

// rollsSeen holds the intervals of the rolls that earlier steps have looked at.
type rollsSeen struct {
	outage interval // the roll of every attempt
	again  interval // the roll that was looked at last, if a step looks at it again
}

// unseen is the start: every roll can have any value.
func unseen() rollsSeen { return rollsSeen{anywhere(), anywhere()} }

// interval holds the possible values of a roll: lo <= roll < hi.
type interval struct{ lo, hi uint64 }

// anywhere is the interval of all rolls.
func anywhere() interval { return interval{0, certain} }

// share returns the chance that a roll of the interval lies in part.
func (in interval) share(part interval) float64 {
	switch {
	case in.lo == 0 && in.hi == certain:
		return scenario.Probability(part.hi - part.lo) // exact, and with no division
	case part.lo == part.hi:
		return 0
	default:
		return float64(part.hi-part.lo) / float64(in.hi-in.lo)
	}
}

// split returns the parts of the interval below a threshold and from it on.
func (in interval) split(threshold uint64) (below, above interval) {
	at := min(max(threshold, in.lo), in.hi)
	return interval{in.lo, at}, interval{at, in.hi}
}

// outcome is one possible result of a roll for both quantities.
type outcome struct {
	chance float64 // above 0
	x, y   float64 // what the successes add
	next   position
}

// outcomes fills all, which must be zero, with the possible results of the next roll,
// and returns their number and what the visit adds. One plan must still be running. If
// one roll decides two steps, the step with the smaller threshold succeeds only if the
// other does, so there are at most three results. The last is that neither succeeds, if
// that is possible.
func (p *pair) outcomes(at position, all *[3]outcome) (n int, visit rest) {
	var a, b term
	onX, onY := a.set(&p.x, at.x), b.set(&p.y, at.y)
	switch {
	case !onY || onX && a.before(&b):
		b = term{then: at.y, otherwise: at.y}
	case !onX || b.before(&a):
		a = term{then: at.x, otherwise: at.x}
	}
	taken := &a // the step that is taken, or one of two that look at the same roll
	if a.roll == scenario.NoRoll {
		taken = &b
	}
	roll := at.again
	if taken.roll == scenario.OutageRoll {
		roll = at.outage
	}
	winsX, _ := roll.split(a.threshold)
	winsY, _ := roll.split(b.threshold)
	cuts := [...]uint64{roll.lo, min(winsX.hi, winsY.hi), max(winsX.hi, winsY.hi), roll.hi}
	for i, lo := range cuts[:3] {
		part := interval{lo, cuts[i+1]}
		if part.lo == part.hi {
			continue
		}
		o := &all[n]
		n++
		o.chance = roll.share(part)
		if o.next.x = a.otherwise; lo < winsX.hi {
			o.x, o.next.x = a.success, a.then
		}
		if o.next.y = b.otherwise; lo < winsY.hi {
			o.y, o.next.y = b.success, b.then
		}
		o.next.rollsSeen = at.rollsSeen
		switch {
		case taken.roll == scenario.OutageRoll:
			o.next.outage = part
		case taken.roll != scenario.NoRoll:
			if o.next.again = anywhere(); p.x.looksAt(o.next.x, taken) || p.y.looksAt(o.next.y, taken) {
				o.next.again = part
			}
		}
	}
	return n, rest{x: a.visit, y: b.visit}
}

// term is a step with the weights of one quantity. The zero term looks at no roll and
// adds nothing.
type term struct {
	visit, success  float64 // what a visit and a success add
	threshold       uint64
	attempt         int
	roll            scenario.Roll
	then, otherwise strategy.Next
}

// set fills the term from the step that follows, and reports whether there is one.
func (a *term) set(q *Quantity, next strategy.Next) bool {
	i, ok := next.Step()
	if !ok {
		return false
	}
	s := &q.Plan.Steps[i]
	visit, success := q.Metric.PerStep(q.Plan, s)
	a.visit, a.success = float64(visit), float64(success)
	a.threshold, a.attempt, a.roll, a.then, a.otherwise = s.Threshold, s.Attempt, s.Roll, s.Then, s.Else
	return true
}

// looksAt reports whether the next step looks at the roll of other.
func (q *Quantity) looksAt(next strategy.Next, other *term) bool {
	i, ok := next.Step()
	return ok && q.Plan.Steps[i].Roll == other.roll && q.Plan.Steps[i].Attempt == other.attempt
}

// before reports whether every operation takes the step of a before the step of b. A
// step without a roll comes first.
func (a *term) before(b *term) bool {
	switch {
	case a.roll == scenario.NoRoll || b.roll == scenario.NoRoll:
		return b.roll != scenario.NoRoll
	case a.attempt != b.attempt:
		return a.attempt < b.attempt
	default:
		return a.roll < b.roll
	}
}
