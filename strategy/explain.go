package strategy

import (
	"errbench/contract"
	"errbench/internal/stat"
	"errbench/optional"
	"errbench/scenario"
)

// Explanation is what a strategy sees and does about operations of some kinds.
type Explanation struct {
	Strategy string `json:"strategy"`
	Contract string `json:"contract"`
	Router   string `json:"router"`
	// Layers are the names of the layers, innermost first. The router sees only the
	// failures that they make messages of.
	Layers []string `json:"layers"`
	// Assumes is what the router assumes about a language model; absent if the router is
	// not an [AssumedModel].
	Assumes optional.Value[string] `json:"assumes"`
	Kinds   int                    `json:"kinds"` // number of kinds of the plan; Cases may hold fewer
	Cases   []Case                 `json:"cases"`
}

// Case is what follows after the first call of an operation of a kind failed, or was
// reported as a failure.
type Case struct {
	scenario.Kind
	Sees  optional.Value[contract.Error] `json:"sees"` // the first error; absent if a success is reported, or the layers make no message of the failure
	Steps []Branch                       `json:"steps"`
}

// Branch is a step and where it leads. A way with probability 0 is absent.
type Branch struct {
	Decision
	Then optional.Value[Lead] `json:"then"` // after a success, or an event by chance that happened
	Else optional.Value[Lead] `json:"else"`
	// Chance is the probability that the step succeeds once it is reached; absent where
	// there is no threshold.
	Chance optional.Value[stat.Number] `json:"chance"`
}

// Lead is where a step leads: to another step of its case, or to an end.
type Lead struct {
	Step      optional.Value[int]   `json:"step"`      // from 1
	End       optional.Value[State] `json:"end"`       // what the controller believes
	Succeeded optional.Value[bool]  `json:"succeeded"` // in truth; absent if a step follows
}

// Decision is a step of a plan in words: what the router decides, or an event.
type Decision struct {
	Class     optional.Value[scenario.Class] `json:"class"`     // why the call before failed, in truth; absent if it succeeded
	Action    optional.Value[Action]         `json:"action"`    // absent for an event
	Layer     optional.Value[string]         `json:"layer"`     // the layer that makes the attempt; absent if the router does
	Event     optional.Value[string]         `json:"event"`     // the name; absent for a decision
	Attempt   optional.Value[int]            `json:"attempt"`   // the number of the call; absent if an action makes none
	WaitMS    optional.Value[WaitMS]         `json:"wait_ms"`   // before the call; absent if none is made
	StartMS   optional.Value[int64]          `json:"start_ms"`  // of the call, from the start of the first; absent if none is made, or chance decides it
	Roll      optional.Value[scenario.Roll]  `json:"roll"`      // what decides the step, if any does
	Floor     uint64                         `json:"floor"`     // the roll is known to be at least this
	Threshold optional.Value[uint64]         `json:"threshold"` // the step succeeds if the roll is below; absent if there is no roll, or the start of the call decides
	Permanent bool                           `json:"permanent"`
	Futile    bool                           `json:"futile"`
}

// WaitMS is the milliseconds before a call: any whole number from Least to Most. If
// Decorrelated, it is at most three times the wait before.
type WaitMS struct {
	Least        int64 `json:"least"`
	Most         int64 `json:"most"`
	Decorrelated bool  `json:"decorrelated"`
}

// chance returns the probability that a roll which has reached the floor is below the
// threshold: (threshold - floor) / (2^32 - floor).
func (d Decision) chance() (chance optional.Value[stat.Number]) {
	threshold, ok := d.Threshold.Get()
	if !ok {
		return chance
	}
	const rolls = 1 << 32
	if threshold <= d.Floor {
		return optional.Of[stat.Number](0)
	}
	return optional.Of(stat.Number(float64(threshold-d.Floor) / float64(rolls-d.Floor)))
}

// inMS returns the milliseconds of the wait.
func (w Wait) inMS() WaitMS { return WaitMS{w.Lo, w.Cap, w.Decorrelated && w.Random()} }

// Explain returns what a plan does about operations of the kinds, which must be kinds of
// the plan. The plan must be compiled for the same assumptions.
func Explain(p *Plan, a scenario.Assumptions, kinds []scenario.Kind) Explanation {
	s := p.Strategy
	e := Explanation{Strategy: s.Name, Contract: s.Contract.Name, Router: s.Router.Name(), Layers: []string{}, Kinds: len(p.Kinds), Cases: []Case{}}
	for _, l := range s.Layers {
		e.Layers = append(e.Layers, l.Name)
	}
	if r, ok := s.AssumedModel(); ok {
		e.Assumes = optional.Of(r.About)
	}
	for _, kind := range kinds {
		e.Cases = append(e.Cases, Case{kind, s.sees(kind, a), p.branches(p.entry(kind))})
	}
	return e
}

// sees returns the first error that the router sees of an operation of a kind as long as
// every call fails. It is absent if the router sees none.
func (s *Strategy) sees(k scenario.Kind, a scenario.Assumptions) (seen optional.Value[contract.Error]) {
	exception, _ := exceptions().Report(k, &a)
	if e, reported := s.Contract.Report(k, &a); reported && s.Layers.reachRouter(exception) {
		seen = optional.Of(e)
	}
	return seen
}

// entry returns what follows the first call of an operation of a kind of the plan.
func (p *Plan) entry(k scenario.Kind) Next {
	for i := range p.Kinds {
		if p.Kinds[i] == k {
			return p.Entry[i]
		}
	}
	panic("strategy: the plan of " + p.Strategy.Name + " has no kind " + k.String())
}

// branches returns the steps that can be reached from one, in the order of the plan.
func (p *Plan) branches(from Next) []Branch {
	numbers := make([]int, len(p.Steps)) // 0 for a step that is not reached
	reach := func(n Next) {
		if i, more := n.Step(); more {
			numbers[i] = 1
		}
	}
	reach(from)
	var reached []int
	for i := range p.Steps { // a step leads to later steps
		if numbers[i] == 0 {
			continue
		}
		reached = append(reached, i)
		numbers[i] = len(reached)
		then, otherwise := p.Steps[i].ways()
		if then {
			reach(p.Steps[i].Then)
		}
		if otherwise {
			reach(p.Steps[i].Else)
		}
	}
	all := []Branch{}
	for _, i := range reached {
		s := &p.Steps[i]
		b := Branch{Decision: p.decision(s)}
		b.Chance = b.Decision.chance()
		then, otherwise := s.ways()
		if then {
			b.Then = optional.Of(lead(s.Then, numbers))
		}
		if otherwise {
			b.Else = optional.Of(lead(s.Else, numbers))
		}
		all = append(all, b)
	}
	return all
}

// ways reports whether Then and Else can follow the step.
func (s *Step) ways() (then, otherwise bool) {
	if s.Guard != NoGuard || s.Timed() {
		return true, true
	}
	return s.Threshold > s.Floor, s.Threshold < 1<<32
}

// lead returns where n leads. numbers holds the numbers of the steps of the case.
func lead(n Next, numbers []int) Lead {
	if i, more := n.Step(); more {
		return Lead{Step: optional.Of(numbers[i])}
	}
	state, succeeded, _ := n.End()
	return Lead{End: optional.Of(state), Succeeded: optional.Of(succeeded)}
}

// decision returns the step in words.
func (p *Plan) decision(s *Step) Decision {
	d := Decision{Floor: s.Floor, Permanent: s.permanent(), Futile: s.futile()}
	if _, failed := p.Kinds[s.Kind].Class.Get(); failed {
		d.Class = optional.Of(s.Class)
	}
	if s.Event == NoEvent {
		d.Action = optional.Of(s.Action)
	} else {
		d.Event = optional.Of(s.Event.String())
	}
	if s.Event != NoEvent || s.attempts() {
		d.Attempt = optional.Of(s.Attempt)
	}
	if s.Layer > 0 {
		d.Layer = optional.Of(p.Strategy.Layers[s.Layer-1].Name)
	}
	if s.attempts() {
		d.WaitMS, d.StartMS = optional.Of(s.Wait.inMS()), s.StartMS
	}
	if s.attempts() || s.Roll != scenario.NoRoll {
		d.Roll = optional.Of(s.Roll)
		if !s.Timed() {
			d.Threshold = optional.Of(s.Threshold)
		}
	}
	return d
}
