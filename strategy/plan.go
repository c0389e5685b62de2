package strategy

import (
	"fmt"
	"slices"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Plan is everything that a strategy does on a tape, worked out beforehand: a graph of
// steps. An operation is at one step at a time.
type Plan struct {
	Strategy Strategy
	// Kinds equals [scenario.Kinds] of the assumptions.
	Kinds []scenario.Kind
	// Entry is what follows a first call that failed or was reported as a failure, by
	// the index of its kind. It is never the end of an operation that succeeded and is
	// believed to have: only a step leads there.
	Entry []Next
	// Misrouted holds the indices of the kinds, ascending, whose distorted report is
	// answered by another first action than an honest report. A kind that is reported as
	// a success is not answered, and is not among them.
	Misrouted []int
	// Steps holds every step that can be reached. Each leads to later ones or to an end.
	Steps []Step
	Live  Live

	handled []handled // by layers, in the order in which they were met
	answers memo      // of the router
}

// Step is a decision of the router or of a layer, or an event, with what follows it.
type Step struct {
	Class   scenario.Class // why the call before failed, in truth; Transient if it succeeded and was reported as a failure
	Kind    int            // of the operation, an index of Plan.Kinds
	Seen    contract.Error // what the router or the layer saw
	Event   Event          // NoEvent for a decision
	Action  Action         // of a decision
	Layer   int            // the layer that makes the attempt, from 1; 0 for the router
	New     bool           // a decision about a permanent failure for which nothing was retried or repaired before
	Attempt int            // of an action, the number of the call that it makes or would make, from 2; of an event by chance, the number of the call that it is about

	// Roll decides the step: Then follows if the roll is below Threshold, 0 to 2^32, and
	// Else otherwise. If Roll is NoRoll the threshold is 0. On every way to the step the
	// roll is known to be at least Floor, which is above 0 only if earlier steps compared
	// the same roll and failed: the outage roll decides every attempt of an operation. No
	// step compares a roll again after a success. Floor <= Threshold, or Threshold is 0.
	Roll             scenario.Roll
	Floor, Threshold uint64

	// Wait is how long the controller waits before the attempt. StartMS is when the
	// attempt starts, in milliseconds from the start of the first call; it is absent if
	// chance decides. LatencyMS is how long the call takes. An event that resolves an
	// operation has both too, of the call that it is about: the first.
	Wait      Wait
	StartMS   optional.Value[int64]
	LatencyMS int64
	// Guard decides an event without a roll: Then follows if the condition fails.
	Guard Guard

	Then, Else Next
}

// RollAttempt returns the attempt to which the roll of the step belongs.
func (s *Step) RollAttempt() int {
	if s.Roll == scenario.OutageRoll {
		return 1 // every attempt meets the same outage
	}
	return s.Attempt
}

// Live is what steps need that is known only while operations run. What no step of a
// plan needs is zero.
type Live struct {
	// CallMS is when the first call ends, in milliseconds from its start, and OutageMS
	// how long outages last. Steps need them if chance decides when attempts start.
	CallMS   int64             `json:"CallMS"`
	OutageMS scenario.OutageMS `json:"OutageMS"`
	// DeadlineMS is the time before which an attempt must start, for the guard OnTime.
	DeadlineMS int64 `json:"DeadlineMS"`
	// Throttle decides the guard Affordable. ArrivalRate is the number of operations
	// that begin in a second, if the throttle counts seconds.
	Throttle    Throttle `json:"Throttle"`
	ArrivalRate float64  `json:"ArrivalRate"`
}

// Wait is the milliseconds before an attempt: a whole number from Lo to Hi, each
// equally likely, chosen by the jitter roll of the attempt. If Decorrelated, Hi is
// three times the previous wait, or Lo if Lo is more. Cap bounds the result,
// and is applied last.
type Wait struct {
	Lo           int64 `json:"Lo"`
	Hi           int64 `json:"Hi"`
	Cap          int64 `json:"Cap"`
	Decorrelated bool  `json:"Decorrelated"`
}

// Guard is a condition on an attempt that is known only while operations run.
type Guard uint8

// The guards. A condition that is known at compile time needs no guard.
const (
	NoGuard    Guard = iota
	OnTime           // the attempt starts before the deadline, after the step's wait
	Affordable       // the shared budget of the run allows the attempt
)

// Event is something that happens although no router decides it.
type Event uint8

// The events. An event with a roll happens if the roll succeeds, and an event with a
// guard if the condition fails: then Then follows. Any other event always happens, and
// Then and Else are equal.
const (
	NoEvent     Event = iota
	Commits           // the call that failed was carried out: by the commit roll
	Changes           // the repaired call fails in another class, the class of the next step: by the after-repair roll
	Duplicates        // an effect has happened once more
	TooLate           // the attempt would not start before the deadline
	TooLong           // the error asks for a longer wait than the strategy honours
	Refused           // the shared budget allows no attempt
	Unconfirmed       // a destructive operation is tried again without asking a person
)

var eventNames = [...]string{"none", "commits", "changes", "duplicates", "too_late", "too_long", "refused", "unconfirmed"}

// String returns the name that JSON uses.
func (e Event) String() string {
	if int(e) < len(eventNames) {
		return eventNames[e]
	}
	return fmt.Sprintf("Event(%d)", uint8(e))
}

// Next is where an operation goes next: the index of a step, or, if negative, the end
// of the operation.
type Next int

// Ends returns the end of an operation in a state, which the controller believes, with
// whether the operation has succeeded in truth.
func Ends(s State, succeeded bool) Next {
	n := -1 - 2*Next(s)
	if succeeded {
		n--
	}
	return n
}

// Step returns the index of the step. It returns false at an end.
func (n Next) Step() (int, bool) { return int(n), n >= 0 }

// End returns the state and the truth. It returns false if a step follows.
func (n Next) End() (s State, succeeded, ok bool) {
	if n >= 0 {
		return 0, false, false
	}
	code := -1 - n
	return State(code / 2), code%2 == 1, true
}

// State is what the controller believes about an operation that has ended.
type State uint8

// The states.
const (
	StateResolved    State = iota // it succeeded
	StatePartial                  // the controller goes on without it
	StateRetryable                // it may succeed later; no attempt is left now
	StateBlocked                  // the controller gave it up
	StateNeedsReview              // a person decides
	StateCrashed                  // the controller itself ended
)

var stateNames = [...]string{"resolved", "partial", "retryable", "blocked", "needs_review", "crashed"}

// NumStates is the number of states.
const NumStates = len(stateNames)

// String returns the name that JSON uses.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// MarshalText implements [encoding.TextMarshaler].
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// sort orders the steps so that each leads to later steps only. The compiler adds a
// step before the steps it leads to, except for a state that two ways lead to.
func (p *Plan) sort() {
	s := sorter{steps: p.Steps, left: make([]int, len(p.Steps))}
	for _, n := range slices.Backward(p.Entry) {
		s.visit(n)
	}
	p.Steps = make([]Step, len(s.steps))
	for i, step := range s.steps {
		step.Then, step.Else = s.moved(step.Then), s.moved(step.Else)
		p.Steps[s.moved(Next(i))] = step
	}
	for k, n := range p.Entry {
		p.Entry[k] = s.moved(n)
	}
}

// sorter places steps from the end backwards: a step is placed once every step that it
// leads to has a place.
type sorter struct {
	steps  []Step
	left   []int // the number of steps from this one to the end; 0 while it has no place
	placed int
}

func (s *sorter) visit(n Next) {
	i, more := n.Step()
	if !more || s.left[i] > 0 {
		return
	}
	s.visit(s.steps[i].Else)
	s.visit(s.steps[i].Then)
	s.placed++
	s.left[i] = s.placed
}

// moved returns n after sorting.
func (s *sorter) moved(n Next) Next {
	if i, more := n.Step(); more {
		return Next(len(s.steps) - s.left[i])
	}
	return n
}
