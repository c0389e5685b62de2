package strategy

import (
	"errbench/contract"
	"errbench/scenario"
)

// Plan is everything that a strategy does on a tape, worked out beforehand: a
// graph of steps, in which an operation is at one step at a time.
type Plan struct {
	Strategy Strategy
	// Entry is what follows a failed first call, by its true class.
	Entry [scenario.NumClasses]Next
	// Steps is ordered so that every step leads to later ones or to an end. Every
	// step is led to.
	Steps []Step
}

// Step is one decision of the router, or one event that follows from it, and
// what becomes of either.
type Step struct {
	Class   scenario.Class // the true class of the failure that the step answers
	Seen    contract.Error // what the router was shown
	Action  Action
	Attempt int // the number of the call that the action makes, from 2; where it makes none, of the call that it would be

	// Roll decides the step: it succeeds, and Then follows, if the roll is below
	// Threshold, 0 to 2^32; otherwise Else follows. Where Roll is NoRoll the
	// threshold is 0.
	Roll      scenario.Roll
	Threshold uint64
	// DelayMS is the wait before the attempt in milliseconds, at least 0. Time
	// is not part of the model yet: it is 0.
	DelayMS int64
	// Guard is what must hold for the attempt to be made. It is NoGuard yet.
	Guard Guard

	Then, Else Next
}

// Guard is a condition on an attempt that is known only while an operation
// runs, such as time left or a budget shared between operations.
type Guard uint8

// NoGuard lets every attempt through.
const NoGuard Guard = 0

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
