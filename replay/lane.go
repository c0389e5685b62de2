package replay

import (
	"slices"

	"errbench/scenario"
	"errbench/strategy"
)

// lane is the chain of steps that one or more plans take after a failure of
// one class. Plans that agree on every link share the lane, so a strategy that
// differs in one class costs one lane more.
type lane struct {
	links             []link
	visits, successes []int64 // by link, over all runs
	won, lost         int64   // of the current run: successes, and attempts without one
}

// link is what decides one step of a lane.
type link struct {
	roll      scenario.Roll
	attempt   int
	threshold uint64
	recovers  bool // it makes a recovery attempt
}

// lanes is the plans as the hot loop sees them.
type lanes struct {
	class [scenario.NumClasses][]*lane // the distinct lanes of each class
	plan  [][scenario.NumClasses]*lane // the lane of each plan for each class
}

func newLanes(plans []*strategy.Plan) *lanes {
	l := &lanes{plan: make([][scenario.NumClasses]*lane, len(plans))}
	for i, p := range plans {
		for _, c := range scenario.AllClasses() {
			l.plan[i][c] = l.share(c, linksOf(p, c))
		}
	}
	return l
}

// linksOf returns the chain that starts at the plan's entry for a class.
func linksOf(p *strategy.Plan, c scenario.Class) []link {
	var links []link
	for i := p.Entry[c]; i != strategy.End; i = p.Steps[i].Next {
		s := p.Steps[i]
		links = append(links, link{s.Roll, s.Attempt, s.Threshold, s.Action.Attempt()})
	}
	return links
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

// stepCounts copies the counts of a plan's lanes to its steps.
func (l *lanes) stepCounts(i int, p *strategy.Plan, t *PlanTally) {
	for _, c := range scenario.AllClasses() {
		from := l.plan[i][c]
		step := p.Entry[c]
		for k := range from.links {
			t.Visits[step], t.Successes[step] = from.visits[k], from.successes[k]
			step = p.Steps[step].Next
		}
	}
}
