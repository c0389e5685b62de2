package replay

import (
	"errbench/scenario"
	"errbench/strategy"
)

// stride is a step of a plan as walkers take it: what they look at stands close
// together, since many walkers take turns.
type stride struct {
	by              verdict
	attempts        bool  // it makes a recovery attempt
	roll, jitter    int32 // faces of the dice
	threshold       uint64
	wait            strategy.Wait
	latencyMS       int64
	then, otherwise strategy.Next
}

// verdict is what decides a step.
type verdict uint8

const (
	byRoll     verdict = iota // its threshold, of 0 where no roll does
	byStart                   // whether the outage is over when its attempt starts
	byDeadline                // the guard OnTime
	byBudget                  // the guard Affordable
	byRouter                  // nothing: the router makes no attempt
)

// strideOf returns the step as walkers take it.
func strideOf(s *strategy.Step) stride {
	return stride{
		by: verdictOf(s), attempts: s.Action.Attempt(),
		roll: faceOf(s.Roll, s.RollAttempt()), jitter: faceOf(scenario.JitterRoll, s.Attempt),
		threshold: s.Threshold, wait: s.Wait, latencyMS: s.LatencyMS,
		then: s.Then, otherwise: s.Else,
	}
}

func verdictOf(s *strategy.Step) verdict {
	switch {
	case s.Guard == strategy.OnTime:
		return byDeadline
	case s.Guard == strategy.Affordable:
		return byBudget
	case s.Timed():
		return byStart
	case s.Event == strategy.NoEvent && !s.Action.Attempt():
		return byRouter
	default:
		return byRoll
	}
}
