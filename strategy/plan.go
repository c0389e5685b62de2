package strategy

import (
	"errbench/contract"
	"errbench/scenario"
)

// End is the index of no step: the operation ends.
const End = -1

// Plan is everything that a strategy does on a tape, worked out beforehand: a
// chain of steps for each class, in which an operation is at one step at a time.
type Plan struct {
	Strategy Strategy
	// Entry is the step that follows a failed first call, by its true class;
	// End where nothing is done.
	Entry [scenario.NumClasses]int
	// Steps is ordered so that every step leads to a later one: Next > its index,
	// or End. The steps of a class form one chain from its Entry: each step is
	// the Entry of one class or the Next of one step.
	Steps []Step
}

// Step is one decision of the router and what becomes of it.
type Step struct {
	Class   scenario.Class // the true class of the failure that the step answers
	Seen    contract.Error // what the router was shown
	Action  Action
	Attempt int // the number of the call that the action makes, from 2; where it makes none, of the call that it would be

	// Roll decides the action: it succeeds if the roll is below Threshold, 0 to
	// 2^32. Where Roll is NoRoll the threshold is 0.
	Roll      scenario.Roll
	Threshold uint64
	// DelayMS is the wait before the attempt in milliseconds, at least 0. Time
	// is not part of the model yet: it is 0.
	DelayMS int64
	// Guard is what must hold for the attempt to be made. It is NoGuard yet.
	Guard Guard
	// Next is the step after a failed attempt, or End.
	Next int
}

// Guard is a condition on an attempt that is known only while an operation
// runs, such as time left or a budget shared between operations.
type Guard uint8

// NoGuard lets every attempt through.
const NoGuard Guard = 0
