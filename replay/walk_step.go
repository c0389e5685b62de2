package replay

import (
	"errbench/scenario"
	"errbench/strategy"
)

// walkStep is a step in the form of walkers: small, since many walkers take turns and share
// the cache.
type walkStep struct {
	by              stepDecider
	attempts        bool  // it makes a recovery attempt
	random          bool  // chance decides the wait
	roll, jitter    int32 // indexes of the roll cache
	threshold       uint64
	wait            strategy.Wait
	latencyMS       int64
	then, otherwise strategy.Next
}

// stepDecider names what decides a step.
type stepDecider uint8

const (
	byRoll     stepDecider = iota // its threshold, which is 0 if no roll decides
	byStart                       // whether the outage is over at the start of its attempt
	byDeadline                    // the guard OnTime
	byBudget                      // the guard Affordable
	byRouter                      // nothing: the router makes no attempt
)

// walkStepOf returns the form of a step that walkers take.
func walkStepOf(s *strategy.Step) walkStep {
	return walkStep{
		by: deciderOf(s), attempts: s.Action.Attempt(),
		roll: rollIndex(s.Roll, s.RollAttempt()), jitter: rollIndex(scenario.JitterRoll, s.Attempt),
		threshold: s.Threshold, wait: s.Wait, random: s.Wait.Random(), latencyMS: s.LatencyMS,
		then: s.Then, otherwise: s.Else,
	}
}

func deciderOf(s *strategy.Step) stepDecider {
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
