package strategy

import (
	"errbench/contract"
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
	Action    Action        `json:"action"`
	Attempt   int           `json:"attempt"` // the number of the call that it makes, or would
	Roll      scenario.Roll `json:"roll"`    // what decides it
	Threshold uint64        `json:"threshold"`
	Chance    float64       `json:"chance"` // threshold/2^32, exactly
	Permanent bool          `json:"permanent"`
	Futile    bool          `json:"futile"`
}

// Explain tells what a plan holds.
func Explain(p *Plan) Explanation {
	s := p.Strategy
	e := Explanation{Strategy: s.Name, Contract: s.Contract.Name, Router: s.Router.Name()}
	for _, class := range scenario.AllClasses() {
		c := Case{Class: class, Sees: s.Contract.Observe(class), Steps: []Decision{}}
		for i := p.Entry[class]; i != End; i = p.Steps[i].Next {
			c.Steps = append(c.Steps, p.Steps[i].decision())
		}
		e.Cases = append(e.Cases, c)
	}
	return e
}

func (s Step) decision() Decision {
	return Decision{
		Action: s.Action, Attempt: s.Attempt, Roll: s.Roll,
		Threshold: s.Threshold, Chance: scenario.Probability(s.Threshold),
		Permanent: s.Permanent(), Futile: s.Futile(),
	}
}

// Outcome is how an operation ended.
type Outcome string

// The outcomes.
const (
	FirstCall Outcome = "resolved at the first call"
	Recovered Outcome = "resolved by recovery"
	HandedOn  Outcome = "handed to a person"
	GivenUp   Outcome = "given up"
	Spent     Outcome = "attempts spent"
)

// Path is what one plan did with one operation.
type Path struct {
	Strategy string  `json:"strategy"`
	Steps    []Taken `json:"steps"`
	Outcome  Outcome `json:"outcome"`
}

// Taken is a step with the roll that decided it.
type Taken struct {
	Decision
	Value     contract.Optional[uint32] `json:"value"` // of the roll; null where none decides
	Succeeded bool                      `json:"succeeded"`
}

// Follow takes one operation of the tape through the plan, one step at a time:
// what a replay does in bulk.
func Follow(p *Plan, tape *scenario.Tape, op scenario.Operation) Path {
	path := Path{Strategy: p.Strategy.Name, Steps: []Taken{}, Outcome: FirstCall}
	if !op.Failed {
		return path
	}
	path.Outcome = Spent
	for i := p.Entry[op.Class]; i != End; i = p.Steps[i].Next {
		s := p.Steps[i]
		taken := Taken{Decision: s.decision()}
		if s.Roll != scenario.NoRoll {
			roll := tape.Roll(op, s.Roll, s.Attempt)
			taken.Value = contract.Some(roll)
			taken.Succeeded = uint64(roll) < s.Threshold
		}
		path.Steps = append(path.Steps, taken)
		switch {
		case taken.Succeeded:
			path.Outcome = Recovered
			return path
		case s.Action == Authorize:
			path.Outcome = HandedOn
		case s.Action == Stop:
			path.Outcome = GivenUp
		}
	}
	return path
}
