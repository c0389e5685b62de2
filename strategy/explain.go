package strategy

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Explanation tells what a strategy sees and does, class by class.
type Explanation struct {
	Strategy string `json:"strategy"`
	Contract string `json:"contract"`
	Router   string `json:"router"`
	Cases    []Case `json:"cases"`
}

// Case is what follows when the first call fails with a class.
type Case struct {
	Class scenario.Class `json:"class"`
	Sees  contract.Error `json:"sees"`
	Steps []Decision     `json:"steps"`
}

// Decision is a step of a plan in words.
type Decision struct {
	Action    Action                        `json:"action"`
	Attempt   optional.Value[int]           `json:"attempt"`   // the number of the call; absent where the action makes none
	Roll      optional.Value[scenario.Roll] `json:"roll"`      // what decides the attempt, if any
	Threshold optional.Value[uint64]        `json:"threshold"` // what the roll must be below, if any attempt is made
	Permanent bool                          `json:"permanent"`
	Futile    bool                          `json:"futile"`
}

// Explain tells what a plan holds.
func Explain(p *Plan) Explanation {
	s := p.Strategy
	e := Explanation{Strategy: s.Name, Contract: s.Contract.Name, Router: s.Router.Name()}
	for _, class := range scenario.AllClasses() {
		c := Case{Class: class, Sees: s.Contract.Observe(class), Steps: []Decision{}}
		for i, more := p.Entry[class].Step(); more; i, more = p.Steps[i].Else.Step() {
			c.Steps = append(c.Steps, p.Steps[i].decision())
		}
		e.Cases = append(e.Cases, c)
	}
	return e
}

func (s Step) decision() Decision {
	d := Decision{Action: s.Action, Permanent: s.Permanent(), Futile: s.Futile()}
	if s.Action.Attempt() {
		d.Attempt, d.Roll, d.Threshold = optional.Of(s.Attempt), optional.Of(s.Roll), optional.Of(s.Threshold)
	}
	return d
}

// Outcome is how an operation ended, as a code.
type Outcome string

// The outcomes.
const (
	OutcomeFirstCall     Outcome = "first_call"     // resolved at once
	OutcomeRecovered     Outcome = "recovered"      // resolved by a recovery attempt
	OutcomeEscalated     Outcome = "escalated"      // handed to a person
	OutcomeStopped       Outcome = "stopped"        // given up
	OutcomeAttemptsSpent Outcome = "attempts_spent" // none left, and not resolved
)

// outcomes tells how an operation that failed at first ended.
var outcomes = [NumStates]Outcome{
	StateResolved: OutcomeRecovered, StateRetryable: OutcomeAttemptsSpent, StateBlocked: OutcomeStopped, StateNeedsReview: OutcomeEscalated,
}

// Path is what one plan did with one operation.
type Path struct {
	Strategy string  `json:"strategy"`
	Steps    []Taken `json:"steps"`
	Outcome  Outcome `json:"outcome"`
}

// Taken is a step with the roll that decided it.
type Taken struct {
	Decision
	Value     optional.Value[uint32] `json:"value"`     // of the roll; absent where none decides
	Succeeded optional.Value[bool]   `json:"succeeded"` // absent where the action makes no attempt
}

// Follow takes one operation through the plan, one step at a time: what a replay
// does in bulk. The operation must come from the tape.
func Follow(p *Plan, tape *scenario.Tape, op scenario.Operation) Path {
	path := Path{Strategy: p.Strategy.Name, Steps: []Taken{}, Outcome: OutcomeFirstCall}
	class, failed := op.Class.Get()
	if !failed {
		return path
	}
	next := p.Entry[class]
	for i, more := next.Step(); more; i, more = next.Step() {
		s := p.Steps[i]
		taken := Taken{Decision: s.decision()}
		next = s.Else
		if s.Roll != scenario.NoRoll {
			roll := tape.Roll(op, s.Roll, s.Attempt)
			taken.Value = optional.Of(roll)
			if uint64(roll) < s.Threshold {
				next = s.Then
			}
		}
		if s.Action.Attempt() {
			taken.Succeeded = optional.Of(next == s.Then)
		}
		path.Steps = append(path.Steps, taken)
	}
	state, _, _ := next.End()
	path.Outcome = outcomes[state]
	return path
}
