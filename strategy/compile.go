package strategy

import (
	"fmt"
	"slices"

	"errbench/contract"
	"errbench/scenario"
)

// Compile asks the strategy's router each distinct question once and returns
// its decisions under the assumptions as a plan.
func Compile(s Strategy, a scenario.Assumptions) (*Plan, error) {
	budget := int(a.RecoveryAttempts)
	if own, ok := s.Budget.Get(); ok {
		budget = min(budget, own)
	}
	if s.Router == nil {
		return nil, fmt.Errorf("strategy %q: found no router; one that answers every question works", s.Name)
	}
	if budget < 0 {
		return nil, fmt.Errorf("strategy %q: found a budget of %d recovery attempts; 0 or more work", s.Name, budget)
	}
	if err := s.Backoff.validate(); err != nil {
		return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
	}
	c := newCompiler(s, a, budget)
	for i := range c.plan.Kinds {
		entry, err := c.first(i)
		if err != nil {
			return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
		}
		c.plan.Entry = append(c.plan.Entry, entry)
	}
	c.plan.Misrouted = c.misrouted()
	c.sort()
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

// Rethreshold gives the plan the thresholds of other assumptions, which allow
// as many recovery attempts as those that it was compiled under: a router's
// answers depend on no other assumption that the article knows, so it need not be
// asked again.
func (p *Plan) Rethreshold(a scenario.Assumptions) {
	for i := range p.Steps {
		s := &p.Steps[i]
		s.Threshold = scenario.Threshold(chance(s.Roll, s.Seen, scenario.Honest, a))
	}
}

// memo holds the questions asked, of which the id is the place from 1, and their
// answers. A question is known by its error and by the question before it, which
// stands for attempt and history.
type memo []asked

type asked struct {
	before int // the id of the question before, 0 for none
	seen   contract.Error
	action Action
}

// ask returns the router's answer about a failed call, and the question's id.
func (m *memo) ask(r Router, seen contract.Error, at place) (int, Action, error) {
	for i := range *m {
		if known := &(*m)[i]; known.before == at.asked && known.seen == seen {
			return i + 1, known.action, nil
		}
	}
	action := r.Route(Question{seen, at.attempt, m.history(at.asked)})
	if int(action) >= len(actionNames) {
		return 0, Stop, fmt.Errorf("router %s answered %v at attempt %d; the actions are %v", r.Name(), action, at.attempt, actionNames)
	}
	*m = append(*m, asked{at.asked, seen, action})
	return len(*m), action, nil
}

// history returns the errors up to a question, oldest first.
func (m *memo) history(id int) []contract.Error {
	errors := []contract.Error{}
	for ; id > 0; id = (*m)[id-1].before {
		errors = append(errors, (*m)[id-1].seen)
	}
	slices.Reverse(errors)
	return errors
}

// chance returns the probability that a roll succeeds, given what the error
// revealed, or made believe.
func chance(roll scenario.Roll, seen contract.Error, d scenario.Distortion, a scenario.Assumptions) float64 {
	switch roll {
	case scenario.RetryRoll:
		return a.RetrySuccess
	case scenario.RepairRoll:
		if d == scenario.MisleadingSuggestion && seen.Says(contract.Suggestion) {
			return a.RepairSuccess.Misled
		}
		return [...]float64{
			contract.DetailMessage: a.RepairSuccess.Message,
			contract.DetailCode:    a.RepairSuccess.Code,
			contract.DetailField:   a.RepairSuccess.Field,
			contract.DetailHint:    a.RepairSuccess.Hint,
		}[seen.Detail()]
	case scenario.ReplaceRoll:
		return a.ReplaceSuccess
	default:
		return 0
	}
}
