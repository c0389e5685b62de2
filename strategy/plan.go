package strategy

import (
	"fmt"

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
	// the index of its kind. It is no end in success, believed and true: only an
	// attempt, which is a step, leads there.
	Entry []Next
	// Misrouted are the kinds, by their index, ascending, whose report is distorted
	// and answered by another first action than an honest one. One that is reported
	// as a success is answered by none, and is not among them.
	Misrouted []int
	// Steps is ordered so that every step leads to later ones or to an end. Every
	// step is led to.
	Steps []Step
	Live  Live
}

// Step is a decision of the router, or an event that follows from one, and what
// becomes of it.
type Step struct {
	Class   scenario.Class // why the call before failed, in truth; Transient where it succeeded and is reported to have failed
	Kind    int            // of the operation, an index of Plan.Kinds
	Seen    contract.Error // what the router was shown
	Event   Event          // NoEvent for a decision
	Action  Action         // of a decision
	Layer   int            // of the runtime, from 1, that makes the attempt; 0 where the router does
	New     bool           // a decision about a permanent failure for which nothing was retried or repaired before
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
	// Guard decides an event that has no roll: it happens, and Then follows, where
	// the condition does not hold.
	Guard Guard

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

// Guard is a condition on an attempt that is known only while operations run.
type Guard uint8

// The conditions. What is known when a plan is made is no condition.
const (
	NoGuard    Guard = iota
	OnTime           // the attempt starts before the deadline, after the step's wait
	Affordable       // the budget that the operations of a run share allows it
)

// Event is what happens besides the decisions of a router.
type Event uint8

// The events. One with a roll happens where that succeeds, one with a guard where
// that does not hold, and then Then follows; the others happen whenever an
// operation comes there, and Else follows.
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

var eventNames = [...]string{"none", "commits", "changes", "duplicates", "too_late", "too_long", "refused", "unconfirmed"}

// String returns the name of the event.
func (e Event) String() string {
	if int(e) < len(eventNames) {
		return eventNames[e]
	}
	return fmt.Sprintf("Event(%d)", uint8(e))
}

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
