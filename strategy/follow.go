package strategy

import (
	"slices"

	"errbench/contract"
	"errbench/internal/stat"
	"errbench/optional"
	"errbench/scenario"
)

// Outcome is how an operation ended and why, as a code.
type Outcome string

// The outcomes.
const (
	OutcomeFirstCall     Outcome = "first_call"     // resolved at once, or believed to be
	OutcomeRecovered     Outcome = "recovered"      // resolved by a recovery attempt
	OutcomeEscalated     Outcome = "escalated"      // handed to a person
	OutcomeStopped       Outcome = "stopped"        // given up
	OutcomeProceeded     Outcome = "proceeded"      // the controller goes on without it
	OutcomeCrashed       Outcome = "crashed"        // the controller itself ended
	OutcomeAttemptsSpent Outcome = "attempts_spent" // no attempt is left, and it is not resolved
	OutcomeTooLate       Outcome = "too_late"       // no time is left for an attempt
	OutcomeTooLong       Outcome = "too_long"       // the error asks for a longer wait than the strategy waits
)

// outcomes holds the outcome of an operation that took a step, by its state.
var outcomes = [NumStates]Outcome{
	StateResolved: OutcomeRecovered, StateRetryable: OutcomeAttemptsSpent, StateBlocked: OutcomeStopped,
	StateNeedsReview: OutcomeEscalated, StatePartial: OutcomeProceeded, StateCrashed: OutcomeCrashed,
}

// Path is what one plan did with one operation.
type Path struct {
	Strategy string                         `json:"strategy"`
	Sees     optional.Value[contract.Error] `json:"sees"` // the first error; absent as in a Case
	Outcome  Outcome                        `json:"outcome"`
	Believed State                          `json:"believed"`
	// Succeeded reports whether the operation has in truth succeeded.
	Succeeded bool  `json:"succeeded"`
	EndMS     int64 `json:"end_ms"` // of the last call, from the start of the first
	// Unthrottled reports whether the path assumes that a shared budget allows every
	// attempt: whether it does depends on the operations before.
	Unthrottled bool    `json:"unthrottled"`
	Steps       []Taken `json:"steps"`
}

// Taken is a step with what decided it.
type Taken struct {
	Decision
	Value     optional.Value[uint32] `json:"value"`      // of the roll; absent if no roll decides
	Succeeded optional.Value[bool]   `json:"succeeded"`  // whether the attempt succeeded or the event happened; absent if an action makes no attempt
	WaitedMS  optional.Value[int64]  `json:"waited_ms"`  // before the attempt; absent if there is none
	StartedMS optional.Value[int64]  `json:"started_ms"` // start of the attempt, from the start of the first call; absent if there is none
	EndedMS   optional.Value[int64]  `json:"ended_ms"`   // end of the attempt, likewise
	// Chance is the probability that the step had to succeed, as in a Branch.
	Chance optional.Value[stat.Number] `json:"chance"`
}

// Follow takes one operation through a plan, one step at a time, as a replay does in
// bulk. The plan and the tape must be made from the assumptions, and the operation from
// the tape. Follow assumes that a shared budget allows every attempt.
func Follow(p *Plan, a scenario.Assumptions, tape *scenario.Tape, op scenario.Operation) Path {
	f := follower{assumed: a, live: p.Live, tape: tape, op: op, endMS: a.LatencyMS.Call, waitMS: -1}
	path := Path{Strategy: p.Strategy.Name, Steps: []Taken{}, Outcome: OutcomeFirstCall, Succeeded: true, EndMS: f.endMS}
	kind, failed := op.Kind.Get()
	if !failed {
		return path
	}
	path.Sees = p.Strategy.sees(kind, a)
	next := p.entry(kind)
	for i, more := next.Step(); more; i, more = next.Step() {
		s := &p.Steps[i]
		taken := Taken{Decision: p.decision(s)}
		taken.Chance = taken.Decision.chance()
		path.Unthrottled = path.Unthrottled || s.Guard == Affordable
		if next = s.Else; f.take(s, &taken) {
			next = s.Then
		}
		path.Steps = append(path.Steps, taken)
	}
	path.Believed, path.Succeeded, _ = next.End()
	path.EndMS = f.endMS
	path.Outcome = path.outcome()
	return path
}

// outcome returns how the path ended.
func (p *Path) outcome() Outcome {
	if len(p.Steps) > 0 && p.Believed == StateRetryable {
		switch event, _ := p.Steps[len(p.Steps)-1].Event.Get(); event {
		case TooLate.String():
			return OutcomeTooLate
		case TooLong.String():
			return OutcomeTooLong
		}
	}
	attempted := slices.ContainsFunc(p.Steps, func(t Taken) bool { return !t.StartedMS.IsZero() })
	if !attempted && p.Believed == StateResolved {
		return OutcomeFirstCall
	}
	return outcomes[p.Believed]
}

// follower holds the state of one operation on its way through a plan.
type follower struct {
	assumed scenario.Assumptions
	live    Live
	tape    *scenario.Tape
	op      scenario.Operation
	endMS   int64 // end of the last call
	waitMS  int64 // wait before the last attempt; negative before the first
}

// take takes a step, records what decided it, and reports whether Then follows: the
// attempt succeeded, or an event that chance or a guard decides happened.
func (f *follower) take(s *Step, t *Taken) bool {
	succeeded := false
	if s.Roll != scenario.NoRoll {
		roll := f.tape.Roll(f.op, s.Roll, s.RollAttempt())
		t.Value = optional.Of(roll)
		succeeded = uint64(roll) < s.Threshold
	}
	switch {
	case s.attempts():
		f.waitMS = f.wait(s)
		start := f.endMS + f.waitMS
		f.endMS = start + s.LatencyMS
		t.WaitedMS, t.StartedMS, t.EndedMS = optional.Of(f.waitMS), optional.Of(start), optional.Of(f.endMS)
		if s.Timed() {
			roll, _ := t.Value.Get()
			succeeded = f.assumed.OutageMS.Duration(roll) <= start
		}
	case s.Guard == OnTime:
		succeeded = f.endMS+f.wait(s) >= f.live.DeadlineMS
	case s.Event == NoEvent:
		return false
	}
	// An event without roll and guard always happens; its Then and Else are equal.
	t.Succeeded = optional.Of(succeeded || s.Event != NoEvent && s.Roll == scenario.NoRoll && s.Guard == NoGuard)
	return succeeded
}

// wait returns the milliseconds before the attempt of a step.
func (f *follower) wait(s *Step) int64 {
	roll := uint32(0)
	if s.Wait.Random() {
		roll = f.tape.Roll(f.op, scenario.JitterRoll, s.Attempt)
	}
	return s.Wait.Of(roll, f.waitMS)
}
