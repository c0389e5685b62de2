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
	c := compiler{assumptions: a, budget: budget, plan: &Plan{Strategy: s, Steps: make([]Step, 0, scenario.NumClasses)}, answers: make(memo, 0, scenario.NumClasses)}
	for _, class := range scenario.AllClasses() {
		var err error
		if c.plan.Entry[class], err = c.decide(place{class: class, attempt: 1, history: []contract.Error{}}); err != nil {
			return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
		}
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

// Rethreshold gives the plan the thresholds of other assumptions, which allow
// as many recovery attempts as those that it was compiled under: a router's
// answers depend on no other assumption, so it need not be asked again.
func (p *Plan) Rethreshold(a scenario.Assumptions) {
	for i := range p.Steps {
		s := &p.Steps[i]
		s.Threshold = scenario.Threshold(chance(s.Roll, s.Seen, a))
	}
}

// compiler works out the plan of one strategy.
type compiler struct {
	assumptions scenario.Assumptions
	budget      int // of recovery attempts
	plan        *Plan
	answers     memo
}

// place is all that what follows a failed call can depend on.
type place struct {
	class   scenario.Class // why it failed, in truth
	attempt int            // its number, from 1
	history []contract.Error
	before  int // the id of the question before, 0 for none
}

// decide returns what follows a failed call, with the steps that it leads to:
// the router's answer, while the budget lasts.
func (c *compiler) decide(at place) (Next, error) {
	if at.attempt > c.budget {
		return Ends(StateRetryable, false), nil
	}
	seen := c.plan.Strategy.Contract.Observe(at.class)
	id, action, err := c.answers.ask(c.plan.Strategy.Router, Question{seen, at.attempt, at.history}, at.before)
	if err != nil {
		return 0, err
	}
	i := len(c.plan.Steps)
	s := newStep(at.class, seen, action, at.attempt+1, c.assumptions)
	c.plan.Steps = append(c.plan.Steps, s)
	switch {
	case action.Attempt():
		s.Then = Ends(StateResolved, true)
		s.Else, err = c.decide(place{at.class, at.attempt + 1, append(at.history, seen), id})
	case action == Authorize:
		s.Then, s.Else = Ends(StateNeedsReview, false), Ends(StateNeedsReview, false)
	default:
		s.Then, s.Else = Ends(StateBlocked, false), Ends(StateBlocked, false)
	}
	c.plan.Steps[i].Then, c.plan.Steps[i].Else = s.Then, s.Else
	return Next(i), err
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

// ask returns the router's answer and the question's id.
func (m *memo) ask(r Router, q Question, before int) (int, Action, error) {
	for i := range *m {
		if known := &(*m)[i]; known.before == before && known.seen == q.Error {
			return i + 1, known.action, nil
		}
	}
	action := r.Route(q)
	if int(action) >= len(actionNames) {
		return 0, Stop, fmt.Errorf("router %s answered %v at attempt %d; the actions are %v", r.Name(), action, q.Attempt, actionNames)
	}
	*m = append(*m, asked{before, q.Error, action})
	return len(*m), action, nil
}

func newStep(class scenario.Class, seen contract.Error, action Action, attempt int, a scenario.Assumptions) Step {
	roll := action.roll(class)
	return Step{
		Class: class, Seen: seen, Action: action, Attempt: attempt,
		Roll:      roll,
		Threshold: scenario.Threshold(chance(roll, seen, a)),
	}
}

// chance returns the probability that a roll succeeds, given what the error
// revealed.
func chance(roll scenario.Roll, seen contract.Error, a scenario.Assumptions) float64 {
	switch roll {
	case scenario.RetryRoll:
		return a.RetrySuccess
	case scenario.RepairRoll:
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
