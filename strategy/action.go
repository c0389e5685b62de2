// Package strategy is what a controller does about an error: [Router] picks an
// [Action] from what it observes, [Strategy] joins a router with a contract
// and an attempt budget, and [Compile] works out the router's decisions once,
// as a [Plan] of integer steps. It also says what a step means for each
// [Metric], but it counts nothing: replay and exact do.
package strategy

import (
	"fmt"

	"errbench/scenario"
)

// Action is what a controller does next about a failed operation.
type Action uint8

// The actions. Retry, repair and replace are recovery attempts; the others make
// no attempt and end the operation.
const (
	Stop      Action = iota // give the operation up
	Retry                   // make the same call again
	Repair                  // make the call again with corrected arguments
	Authorize               // hand the operation to a person
	Replace                 // use another tool or resource
	Proceed                 // go on without it, with what is there
	Crash                   // let the controller itself end
)

var actionNames = [...]string{"stop", "retry", "repair", "authorize", "replace", "proceed", "crash"}

// Actions returns all actions, in their order.
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

// Attempt tells whether the action makes a recovery attempt.
func (a Action) Attempt() bool { return a == Retry || a == Repair || a == Replace }

// state returns where an action leads that makes no attempt.
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

// roll returns the roll that decides the action against a true class, and
// NoRoll where the action can never help. A repaired call is a new call, so on
// a transient failure it is decided as a retry is, by the same roll.
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
