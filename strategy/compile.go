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
	p := &Plan{Strategy: s, Steps: make([]Step, 0, scenario.NumClasses)}
	answers := make(memo, 0, scenario.NumClasses)
	for _, class := range scenario.AllClasses() {
		var err error
		if p.Entry[class], err = p.compileClass(class, budget, a, &answers); err != nil {
			return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
		}
	}
	return p, nil
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

// compileClass appends the steps of a class, one for each call that fails,
// until the router ends the operation or the budget is spent. It returns the
// first of them.
func (p *Plan) compileClass(class scenario.Class, budget int, a scenario.Assumptions, answers *memo) (entry int, err error) {
	entry = len(p.Steps)
	seen := p.Strategy.Contract.Observe(class)
	q := Question{Error: seen, History: []contract.Error{}}
	id := 0
	for q.Attempt = 1; q.Attempt <= budget; q.Attempt++ {
		if q.Attempt > 1 {
			q.History = append(q.History, seen)
		}
		var action Action
		if id, action, err = answers.ask(p.Strategy.Router, q, id); err != nil {
			return End, err
		}
		p.Steps = append(p.Steps, newStep(class, seen, action, q.Attempt+1, a))
		if last := len(p.Steps) - 1; last > entry {
			p.Steps[last-1].Next = last
		}
		if !action.Attempt() {
			break
		}
	}
	if entry == len(p.Steps) {
		entry = End
	}
	return entry, nil
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
		Next:      End,
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
