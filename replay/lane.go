package replay

import (
	"slices"

	"errbench/scenario"
	"errbench/strategy"
)

// lane is the steps that one or more plans take after a failure of one class.
// Plans that agree on every link share the lane, so a strategy that differs in
// one class costs one lane more.
type lane struct {
	links             []link
	visits, successes []int64 // by link, over all runs
	won, lost         int64   // of the current run: operations resolved, and attempts without success
}

// link is what decides one step of a lane.
type link struct {
	roll            scenario.Roll
	attempt         int
	threshold       uint64
	recovers        bool // it makes a recovery attempt
	then, otherwise next
}

// next is what follows a link: another one, or an end.
type next struct {
	link     int  // -1 at an end
	resolves bool // the end: the operation has succeeded, and is believed to have
}

// lanes is the plans as the hot loop sees them.
type lanes struct {
	class [scenario.NumClasses][]*lane // the distinct lanes of each class
	plan  [][scenario.NumClasses]*lane // the lane of each plan for each class
	steps [][scenario.NumClasses][]int // the steps of each plan that the links of the lane are
}

func newLanes(plans []*strategy.Plan) *lanes {
	l := &lanes{plan: make([][scenario.NumClasses]*lane, len(plans)), steps: make([][scenario.NumClasses][]int, len(plans))}
	for i, p := range plans {
		for _, c := range scenario.AllClasses() {
			steps, links := linksOf(p, p.Entry[c])
			l.steps[i][c], l.plan[i][c] = steps, l.share(c, links)
		}
	}
	return l
}

// linksOf returns the steps that are reached from there on, in order, and their
// links.
func linksOf(p *strategy.Plan, from strategy.Next) (steps []int, links []link) {
	place := make([]int, len(p.Steps)) // in links, from 1; 0 where it is not reached
	reach := func(n strategy.Next) {
		if i, ok := n.Step(); ok {
			place[i] = 1
		}
	}
	reach(from)
	for i, s := range p.Steps { // what leads to a step stands before it
		if place[i] > 0 {
			steps = append(steps, i)
			place[i] = len(steps)
			reach(s.Then)
			reach(s.Else)
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
		s := p.Steps[i]
		links = append(links, link{s.Roll, s.Attempt, s.Threshold, s.Action.Attempt(), follow(s.Then), follow(s.Else)})
	}
	return steps, links
}

// share returns the lane of the class with these links, a new one if need be.
func (l *lanes) share(c scenario.Class, links []link) *lane {
	for _, known := range l.class[c] {
		if slices.Equal(known.links, links) {
			return known
		}
	}
	added := &lane{links: links, visits: make([]int64, len(links)), successes: make([]int64, len(links))}
	l.class[c] = append(l.class[c], added)
	return added
}

// stepCounts adds the counts of a plan's lanes to its steps.
func (l *lanes) stepCounts(i int, t *PlanTally) {
	for _, c := range scenario.AllClasses() {
		from := l.plan[i][c]
		for k, step := range l.steps[i][c] {
			t.Visits[step] += from.visits[k]
			t.Successes[step] += from.successes[k]
		}
	}
}
