package replay

import (
	"slices"

	"errbench/scenario"
	"errbench/strategy"
)

// lane holds the steps of one or more plans for operations of one kind. Plans with equal
// links share a lane, so a strategy that differs in one kind costs one more lane.
type lane struct {
	links             []link
	visits, successes []int64 // by link, over all runs
	won, lost         int64   // of the current run: operations resolved, and attempts without success
}

// link is a step of a lane.
type link struct {
	roll            scenario.Roll
	attempt         int
	threshold       uint64
	recovers        bool // it makes a recovery attempt
	then, otherwise next
}

// next is what follows a link: a link or an end.
type next struct {
	link     int  // -1 at an end
	resolves bool // the end: the operation has succeeded, and is believed to have
}

// lanes are the plans in the form of the hot loop.
type lanes struct {
	kind  [][]*lane // the distinct lanes of each kind
	plan  [][]*lane // the lane of each plan for each kind; empty for a plan that is walked
	steps [][][]int // by plan and kind, the step of each link
}

func newLanes(kinds int, plans []*strategy.Plan) *lanes {
	l := &lanes{kind: make([][]*lane, kinds), plan: make([][]*lane, len(plans)), steps: make([][][]int, len(plans))}
	var b linkBuffer
	for i, p := range plans {
		if walked(p) {
			continue
		}
		l.plan[i], l.steps[i] = make([]*lane, kinds), make([][]int, kinds)
		for k, entry := range p.Entry {
			steps, links := b.linksOf(p, entry)
			l.steps[i][k], l.plan[i][k] = steps, l.share(k, links)
		}
	}
	return l
}

// linkBuffer holds the links of many lanes in few slices: many replays are short, and
// would spend their time on allocations.
type linkBuffer struct {
	place []int // by step of a plan, its number among links, from 1, or 0
	steps []int
	links []link
}

// linksOf returns the steps that can follow from, in order, and their links.
func (b *linkBuffer) linksOf(p *strategy.Plan, from strategy.Next) (steps []int, links []link) {
	b.place = append(b.place[:0], make([]int, len(p.Steps))...)
	place, firstStep, firstLink := b.place, len(b.steps), len(b.links)
	reach := func(n strategy.Next) {
		if i, ok := n.Step(); ok {
			place[i] = 1
		}
	}
	reach(from)
	for i := range p.Steps { // what leads to a step stands before it
		if place[i] > 0 {
			b.steps = append(b.steps, i)
			place[i] = len(b.steps) - firstStep
			reach(p.Steps[i].Then)
			reach(p.Steps[i].Else)
		}
	}
	steps = slices.Clip(b.steps[firstStep:])
	follow := func(n strategy.Next) next {
		if i, ok := n.Step(); ok {
			return next{link: place[i] - 1}
		}
		state, succeeded, _ := n.End()
		return next{-1, succeeded && state == strategy.StateResolved}
	}
	for _, i := range steps {
		s := &p.Steps[i]
		b.links = append(b.links, link{s.Roll, s.RollAttempt(), s.Threshold, s.Action.Attempt(), follow(s.Then), follow(s.Else)})
	}
	return steps, slices.Clip(b.links[firstLink:])
}

// share returns the lane of the kind with these links, and makes it if there is none.
func (l *lanes) share(k int, links []link) *lane {
	for _, known := range l.kind[k] {
		if slices.Equal(known.links, links) {
			return known
		}
	}
	counts := make([]int64, 2*len(links))
	added := &lane{links: links, visits: counts[:len(links)], successes: counts[len(links):]}
	l.kind[k] = append(l.kind[k], added)
	return added
}

// stepCounts adds the counts of a plan's lanes to its steps.
func (l *lanes) stepCounts(i int, t *PlanTally) {
	for kind, from := range l.plan[i] {
		for k, step := range l.steps[i][kind] {
			t.Visits[step] += from.visits[k]
			t.Successes[step] += from.successes[k]
		}
	}
}
