package strategy

import (
	"fmt"

	"errbench/scenario"
)

// Action is what a controller does next about a failed operation.
type Action uint8

// The actions. Retry, repair and replace are recovery attempts. The others make no
// attempt and end the operation.
const (
	Stop      Action = iota // give the operation up
	Retry                   // make the same call again
	Repair                  // make the call again with corrected arguments
	Authorize               // hand the operation to a person
	Replace                 // use another tool or resource
	Proceed                 // go on without the operation
	Crash                   // let the controller itself end
)

var actionNames = [...]string{"stop", "retry", "repair", "authorize", "replace", "proceed", "crash"}

// Actions returns all actions in order.
func Actions() (all [len(actionNames)]Action) {
	for i := range all {
		all[i] = Action(i)
	}
	return all
}

// String returns the name that JSON uses.
func (a Action) String() string {
	if int(a) < len(actionNames) {
		return actionNames[a]
	}
	return fmt.Sprintf("Action(%d)", uint8(a))
}

// MarshalText implements [encoding.TextMarshaler].
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Attempt reports whether the action makes a recovery attempt.
func (a Action) Attempt() bool { return a == Retry || a == Repair || a == Replace }

// state returns the state in which an action that makes no attempt ends an operation.
func (a Action) state() State {
	switch a {
	case Authorize:
		return StateNeedsReview
	case Proceed:
		return StatePartial
	case Crash:
		return StateCrashed
	default:
		return StateBlocked
	}
}

// latency returns how long the call of an attempt takes, in milliseconds.
func (a Action) latency(of scenario.LatencyMS) int64 {
	switch a {
	case Retry:
		return of.Retry
	case Repair:
		return of.Repair
	default:
		return of.Replace
	}
}

// roll returns the roll that decides the action against the true class, NoRoll if the
// action cannot help. A repaired call is a new call, so the retry roll decides it
// against a transient failure.
func (a Action) roll(class scenario.Class) scenario.Roll {
	switch {
	case class == scenario.Transient && (a == Retry || a == Repair):
		return scenario.RetryRoll
	case class == scenario.Validation && a == Repair:
		return scenario.RepairRoll
	case class == scenario.NotFound && a == Replace:
		return scenario.ReplaceRoll
	default:
		return scenario.NoRoll
	}
}
