package strategy

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Plan is everything that a strategy does on a tape, worked out beforehand: a
// graph of steps, in which an operation is at one step at a time.
type Plan struct {
	Strategy Strategy
	// Kinds are those of the assumptions, as [scenario.Kinds] has them.
	Kinds []scenario.Kind
	// Entry is what follows a first call that failed, or is reported to have, by
	// the index of its kind.
	Entry []Next
	// Steps is ordered so that every step leads to later ones or to an end. Every
	// step is led to.
	Steps []Step
}

// Step is a decision of the router, or an event that follows from one, and what
// becomes of it.
type Step struct {
	Class   scenario.Class // why the call before failed, in truth; Transient where it succeeded and is reported to have failed
	Kind    int            // of the operation, an index of Plan.Kinds
	Seen    contract.Error // what the router was shown
	Event   Event          // NoEvent for a decision
	Action  Action         // of a decision
	Attempt int            // the number of the call that the action makes, from 2; where it makes none, of the call that it would be; of a chance event, of the call that it is about

	// Roll decides the step: it succeeds, and Then follows, if the roll is below
	// Threshold, 0 to 2^32; otherwise Else follows. Where Roll is NoRoll the
	// threshold is 0. On every way to the step the roll is known to have reached
	// Floor: 0 but where other steps have looked at it and failed, as at that of the
	// outage, which decides every attempt of an operation. None looks at a roll again
	// after a success. Floor <= Threshold, or Threshold is 0.
	Roll             scenario.Roll
	Floor, Threshold uint64

	// Wait is how long the controller waits before the attempt, and StartMS when
	// that starts, in milliseconds from the start of the first call; absent where
	// chance decides it. LatencyMS is how long the call takes then.
	Wait      Wait
	StartMS   optional.Value[int64]
	LatencyMS int64
	// Guard is what must hold for the attempt to be made; Otherwise follows where
	// it does not.
	Guard     Guard
	Otherwise Next

	Then, Else Next
}

// RollAttempt returns the attempt that the roll of the step is of.
func (s *Step) RollAttempt() int {
	if s.Roll == scenario.OutageRoll {
		return 1 // every attempt meets the same outage
	}
	return s.Attempt
}

// Wait is the milliseconds before an attempt: a whole number from Lo to Hi, each
// with the same chance, by the jitter roll of the attempt. Where Decorrelated,
// Hi is three times the wait before instead, if that is more than Lo. It is at
// most Cap, which is applied last.
type Wait struct {
	Lo, Hi, Cap  int64
	Decorrelated bool
}

// Guard is conditions on an attempt that are known only while operations run.
type Guard uint8

// The conditions. What is decided when a plan is made is no condition.
const (
	NoGuard    Guard = 0
	OnTime     Guard = 1 << 0 // it starts before the deadline
	Affordable Guard = 1 << 1 // the budget that operations share allows it
)

// Event is what happens besides the decisions of a router.
type Event uint8

// The events. Those with a roll happen where it succeeds; the others happen
// whenever an operation comes there, and Else follows.
const (
	NoEvent     Event = iota
	Commits           // the call that failed was carried out all the same: by the commit roll
	Changes           // the repaired call fails in another class, that of the step which follows: by the after-repair roll
	Duplicates        // an effect has happened once more
	TooLate           // the attempt would start at the deadline or later
	TooLong           // the wait that is asked for is longer than the strategy waits
	Refused           // the budget that operations share allows no attempt
	Unconfirmed       // a destructive operation is tried again, and nobody was asked
)

// Next is where an operation goes: to a step, whose index it is, or to its end
// where it is negative.
type Next int

// Ends returns the end of an operation in a state, as the controller believes
// it to be, and whether the operation has in truth succeeded.
func Ends(s State, succeeded bool) Next {
	n := -1 - 2*Next(s)
	if succeeded {
		n--
	}
	return n
}

// Step returns the index of the step; false at an end.
func (n Next) Step() (int, bool) { return int(n), n >= 0 }

// End returns the state and the truth; false where a step follows.
func (n Next) End() (s State, succeeded, ok bool) {
	if n >= 0 {
		return 0, false, false
	}
	code := -1 - n
	return State(code / 2), code%2 == 1, true
}

// State is what the controller believes of an operation that has ended.
type State uint8

// The states.
const (
	StateResolved    State = iota // it succeeded
	StatePartial                  // it was gone on without
	StateRetryable                // it may succeed later: what could be tried now is spent
	StateBlocked                  // it was given up
	StateNeedsReview              // a person decides
	StateCrashed                  // the controller itself ended
)

var stateNames = [...]string{"resolved", "partial", "retryable", "blocked", "needs_review", "crashed"}

// NumStates is the number of states.
const NumStates = len(stateNames)

// String returns the name that JSON uses.
func (s State) String() string { return stateNames[s] }

// MarshalText implements [encoding.TextMarshaler].
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
