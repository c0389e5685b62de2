package strategy

import (
	"fmt"
	"slices"

	"errbench/scenario"
)

// Compile asks the strategy's router each distinct question once and returns
// its decisions under the assumptions, which are valid, as a plan.
func Compile(s Strategy, a scenario.Assumptions) (*Plan, error) {
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
	}
	c := compiler{assumed: a}
	c.begin(&s)
	for kind := range c.plan.Kinds {
		c.plan.Entry[kind] = c.first(kind)
	}
	if c.err != nil {
		return nil, fmt.Errorf("strategy %s: %w", s.Name, c.err)
	}
	c.plan.Misrouted = c.misrouted()
	if c.known != nil {
		c.plan.sort()
	}
	return c.plan, nil
}

// CompileAll compiles each strategy, in order. It refuses assumptions that are
// not valid, and a name that two strategies have.
func CompileAll(strategies []Strategy, a scenario.Assumptions) ([]*Plan, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	var plans []*Plan
	for _, s := range strategies {
		if slices.ContainsFunc(plans, func(p *Plan) bool { return p.Strategy.Name == s.Name }) {
			return nil, fmt.Errorf("found two strategies named %q; a name of its own for each works", s.Name)
		}
		p, err := Compile(s, a)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// Rethreshold gives the plan the thresholds of other assumptions of the same
// [Shape]: what it makes of them is what they compile to.
func (p *Plan) Rethreshold(a scenario.Assumptions) {
	for i := range p.Steps {
		switch s := &p.Steps[i]; {
		case s.Event == Commits:
			s.Threshold = scenario.Threshold(a.CommitOnFailure)
		case s.byChance():
			s.Threshold = scenario.Threshold(chance(s.Roll, s.Seen, p.Kinds[s.Kind].Distortion, &a))
		}
	}
}
