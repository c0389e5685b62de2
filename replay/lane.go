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
	for i, p := range plans {
		if walked(p) {
			continue
		}
		place := make([]int, len(p.Steps))
		for k, entry := range p.Entry {
			clear(place)
			steps, links := linksOf(p, entry, place)
			l.steps[i], l.plan[i] = append(l.steps[i], steps), append(l.plan[i], l.share(k, links))
		}
	}
	return l
}

// linksOf returns the steps that can follow from, in order, and their links. It needs
// place, all zero, to note the number of each step among links, from 1.
func linksOf(p *strategy.Plan, from strategy.Next, place []int) (steps []int, links []link) {
	reach := func(n strategy.Next) {
		if i, ok := n.Step(); ok {
			place[i] = 1
		}
	}
	reach(from)
	for i := range p.Steps { // what leads to a step stands before it
		if place[i] > 0 {
			steps = append(steps, i)
			place[i] = len(steps)
			reach(p.Steps[i].Then)
			reach(p.Steps[i].Else)
		}
	}
	follow := func(n strategy.Next) next {
		if i, ok := n.Step(); ok {
			return next{link: place[i] - 1}
		}
		state, succeeded, _ := n.End()
		return next{-1, succeeded && state == strategy.StateResolved}
	}
	for _, i := range steps {
		s := &p.Steps[i]
		links = append(links, link{s.Roll, s.RollAttempt(), s.Threshold, s.Action.Attempt(), follow(s.Then), follow(s.Else)})
	}
	return steps, links
}

// share returns the lane of the kind with these links, and makes it if there is none.
func (l *lanes) share(k int, links []link) *lane {
	for _, known := range l.kind[k] {
		if slices.Equal(known.links, links) {
			return known
		}
	}
	added := &lane{links: links, visits: make([]int64, len(links)), successes: make([]int64, len(links))}
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
