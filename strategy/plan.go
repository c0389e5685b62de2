package strategy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"errbench/contract"
	"errbench/scenario"
)

// End is the index of no step: the operation ends.
const End = -1

// Plan is everything that a strategy does on a tape, worked out beforehand: a
// graph of steps in which an operation is at one step at a time.
type Plan struct {
	Strategy Strategy
	// Entry is the step that follows a failed first call, by its true class;
	// End where nothing is done.
	Entry [scenario.NumClasses]int
	// Steps is ordered so that every step leads to later ones: Next > its index,
	// or End.
	Steps []Step
}

// Step is one decision of the router and what becomes of it.
type Step struct {
	Class   scenario.Class // the true class of the failure that the step answers
	Seen    contract.Error // what the router was shown
	Action  Action
	Attempt int // the number of the call that the action makes, from 2; where it makes none, of the call that it would be

	// Roll decides the action: it succeeds if the roll is below Threshold, 0 to
	// 2^32. Where Roll is NoRoll the threshold is 0.
	Roll      scenario.Roll
	Threshold uint64
	// DelayMS is the wait before the attempt in milliseconds, at least 0. Time
	// is not part of the model yet: it is 0.
	DelayMS int64
	// Guard is what must hold for the attempt to be made. It is NoGuard yet.
	Guard Guard
	// Next is the step after a failed attempt, or End.
	Next int
}

// Guard is a condition on an attempt that is known only while an operation
// runs, such as time left or a budget shared between operations.
type Guard uint8

// NoGuard lets every attempt through.
const NoGuard Guard = 0

// Compile asks the strategy's router each distinct question once and returns
// its decisions under the assumptions as a plan.
func Compile(s Strategy, a scenario.Assumptions) (*Plan, error) {
	budget := int(a.RecoveryAttempts)
	if own, ok := s.Budget.Get(); ok {
		budget = min(budget, own)
	}
	if s.Router == nil || budget < 0 {
		return nil, fmt.Errorf("strategy %q: found router %v and a budget of %d attempts; a router and a budget of at least 0 work", s.Name, s.Router, budget)
	}
	p := &Plan{Strategy: s}
	answers := memo{}
	for _, class := range scenario.AllClasses() {
		var err error
		if p.Entry[class], err = p.compileClass(class, budget, a, answers); err != nil {
			return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
		}
	}
	return p, nil
}

// compileClass appends the steps of a class, one for each call that fails,
// until the router ends the operation or the budget is spent. It returns the
// first of them.
func (p *Plan) compileClass(class scenario.Class, budget int, a scenario.Assumptions, answers memo) (entry int, err error) {
	entry = len(p.Steps)
	seen := p.Strategy.Contract.Observe(class)
	q := Question{Error: seen, History: []contract.Error{}}
	id := 0
	for q.Attempt = 1; q.Attempt <= budget; q.Attempt++ {
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
		q.History = append(q.History, seen)
	}
	if entry == len(p.Steps) {
		entry = End
	}
	return entry, nil
}

// memo holds the answers to the questions asked. A question is known by its
// error and by the question before it, which stands for attempt and history.
type memo map[questionKey]answer

type questionKey struct {
	before int // the id of the question before, 0 for none
	seen   contract.Error
}

type answer struct {
	id     int // from 1
	action Action
}

// ask returns the router's answer and the question's id.
func (m memo) ask(r Router, q Question, before int) (int, Action, error) {
	key := questionKey{before, q.Error}
	known, ok := m[key]
	if !ok {
		known = answer{len(m) + 1, r.Route(q)}
		if int(known.action) >= len(actionNames) {
			return 0, Stop, fmt.Errorf("router %s answered %v at attempt %d; the actions are %v", r.Name(), known.action, q.Attempt, actionNames)
		}
		m[key] = known
	}
	return known.id, known.action, nil
}

func newStep(class scenario.Class, seen contract.Error, action Action, attempt int, a scenario.Assumptions) Step {
	roll := action.roll(class)
	return Step{
		Class: class, Seen: seen, Action: action, Attempt: attempt,
		Roll:      roll,
		Threshold: scenario.Threshold(chance(roll, seen.Detail(), a)),
		Next:      End,
	}
}

// chance returns the probability that a roll succeeds, given what the error
// revealed.
func chance(roll scenario.Roll, detail contract.Detail, a scenario.Assumptions) float64 {
	switch roll {
	case scenario.RetryRoll:
		return a.RetrySuccess
	case scenario.RepairRoll:
		return [...]float64{
			contract.DetailMessage: a.RepairSuccess.Message,
			contract.DetailCode:    a.RepairSuccess.Code,
			contract.DetailField:   a.RepairSuccess.Field,
			contract.DetailHint:    a.RepairSuccess.Hint,
		}[detail]
	case scenario.ReplaceRoll:
		return a.ReplaceSuccess
	default:
		return 0
	}
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

// Digest returns "sha256:" and the hex SHA-256 of all the integers that decide
// counts: the thresholds of the tape and the steps of the plans, one JSON line
// each. One unit of one threshold changes it.
func Digest(t scenario.Thresholds, plans []*Plan) (string, error) {
	h := sha256.New()
	e := json.NewEncoder(h)
	if err := e.Encode(t); err != nil {
		return "", err
	}
	for _, p := range plans {
		if err := e.Encode([]any{p.Strategy.Name, p.Entry}); err != nil {
			return "", err
		}
		for _, s := range p.Steps {
			if err := e.Encode([]any{s.Class, s.Action, s.Attempt, s.Roll, s.Threshold, s.DelayMS, s.Guard, s.Next}); err != nil {
				return "", err
			}
		}
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
