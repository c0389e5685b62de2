package strategy

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// timed returns what follows the decision for an attempt after a delay at least,
// which takes time.
func (c *compiler) timed(s *Step, delayMS int64, at place) Next {
	wait, ready := c.wait(s, delayMS, at)
	if !ready {
		return c.happens(TooLong, s.Attempt, at, c.spent(at))
	}
	s.Wait = wait
	late, bounded := c.late.Get()
	at.waitedMS = wait.span(at.waitedMS).Hi
	at.nowMS += at.waitedMS // when the attempt starts, at the latest
	if !at.unsure && !wait.Random() {
		if bounded && at.nowMS >= late {
			return c.happens(TooLate, s.Attempt, at, c.spent(at))
		}
		s.StartMS = optional.Of(at.nowMS)
		return c.afforded(s, at)
	}
	c.plan.Live.CallMS = c.assumed.LatencyMS.Call
	if !bounded || at.nowMS < late {
		return c.afforded(s, at)
	}
	c.plan.Live.DeadlineMS = late
	i := c.add(&Step{Event: TooLate, Attempt: s.Attempt, Guard: OnTime, Wait: wait}, at)
	at.nowMS = late - 1 // in time
	return c.lead(i, c.spent(at), c.afforded(s, at))
}

// wait returns the wait before an attempt, as of who makes it: a layer of the runtime
// or, after a delay at least, the router; each counts its own. It returns false where
// the error asks for a longer one.
func (c *compiler) wait(s *Step, delayMS int64, at place) (Wait, bool) {
	strategy := &c.plan.Strategy
	if s.Layer > 0 {
		layer := &strategy.Runtime[s.Layer-1]
		return layer.Waits.wait(layer.Backoff.Wait(int(at.retried[s.Layer-1])), &s.Seen)
	}
	recovery := c.answers.attempt(at.asked)
	return strategy.Waits.wait(strategy.Backoff.Wait(recovery).atLeast(delayMS), &s.Seen)
}

// afforded returns what follows where other operations may have spent the budget.
func (c *compiler) afforded(s *Step, at place) Next {
	throttle := c.plan.Strategy.Throttle
	if throttle == (Throttle{}) {
		return c.confirmed(s, at)
	}
	c.plan.Live.Throttle = throttle
	if throttle.CountsSeconds() {
		c.plan.Live.ArrivalRate = c.assumed.ArrivalRate
	}
	i := c.add(&Step{Event: Refused, Attempt: s.Attempt, Guard: Affordable}, at)
	return c.lead(i, c.spent(at), c.confirmed(s, at))
}

// confirmed returns what follows where a person should have been asked.
func (c *compiler) confirmed(s *Step, at place) Next {
	if !c.destructive(at) {
		return c.made(s, at)
	}
	i := c.add(&Step{Event: Unconfirmed, Attempt: s.Attempt}, at)
	next := c.made(s, at)
	return c.lead(i, next, next)
}

// made adds an attempt that is made, and what follows it.
func (c *compiler) made(s *Step, at place) Next {
	if s.Action == Repair && c.assumed.RepairTakesNewKey {
		at.stored = false
	}
	replayed := at.stored && c.keyed(at)
	c.decided(s, at, replayed)
	s.LatencyMS = s.Action.latency(c.assumed.LatencyMS)
	i := c.add(s, at)
	at = c.after(s, at)

	switch {
	case c.phantom(at) && c.writes(at) && !replayed:
		return c.lead(i, resolved, c.carriedOut(at))
	case replayed && !c.phantom(at):
		return c.lead(i, resolved, resolved)
	}
	otherwise := c.failed(at)
	if at.done && c.writes(at) && s.Roll != scenario.NoRoll {
		return c.lead(i, c.happens(Duplicates, at.attempt, at, resolved), otherwise)
	}
	return c.lead(i, resolved, otherwise)
}

// keyed tells whether the server answers a call with the success that it has
// stored, and does nothing.
func (c *compiler) keyed(at place) bool {
	return c.plan.Kinds[at.kind].Risk == scenario.IdempotentWrite && c.plan.Strategy.WriteGuard&UseKey != 0 && c.assumed.ServerHonoursKey
}

// decided says what decides an attempt.
func (c *compiler) decided(s *Step, at place, replayed bool) {
	switch roll := s.Action.roll(at.class); {
	case c.phantom(at):
		// it is reported to fail
	case replayed:
		s.Roll, s.Threshold = scenario.RetryRoll, scenario.Threshold(1)
	case roll == scenario.RetryRoll && c.assumed.TransientModel == scenario.Outage:
		s.Roll, s.Floor = scenario.OutageRoll, at.outage
		if start, sure := s.StartMS.Get(); sure {
			s.Threshold = max(s.Floor, c.assumed.OutageMS.Threshold(start))
		} else {
			c.plan.Live.OutageMS = c.assumed.OutageMS
		}
	default:
		s.Roll, s.Threshold = roll, scenario.Threshold(chance(roll, s.Seen, c.plan.Kinds[at.kind].Distortion, &c.assumed))
	}
}

// after returns the place after an attempt from a place that did not succeed.
func (c *compiler) after(s *Step, at place) place {
	at.attempt, at.repaired, at.fresh = s.Attempt, s.Action == Repair, at.fresh && s.Action == Replace
	if s.Roll == scenario.OutageRoll {
		at.outage = max(at.outage, s.Threshold)
	}
	at.nowMS, at.unsure = at.nowMS+s.LatencyMS, s.StartMS.IsZero()
	if at.unsure && c.late.IsZero() {
		at.nowMS = 0
	}
	if !c.recalls {
		at.waitedMS = 0
	}
	return at
}

// chance returns the probability that a roll succeeds, given what the error
// revealed, or made believe.
func chance(roll scenario.Roll, seen contract.Error, d scenario.Distortion, a *scenario.Assumptions) float64 {
	switch roll {
	case scenario.RetryRoll:
		return a.RetrySuccess
	case scenario.RepairRoll:
		if d == scenario.MisleadingSuggestion && seen.Says(contract.Suggestion) {
			return a.RepairSuccess.Misled
		}
		return [...]float64{
			contract.DetailMessage: a.RepairSuccess.Message,
			contract.DetailCode:    a.RepairSuccess.Code,
			contract.DetailField:   a.RepairSuccess.Field,
			contract.DetailHint:    a.RepairSuccess.Hint,
		}[seen.Detail()]
	case scenario.ReplaceRoll:
		return a.ReplaceSuccess
	default:
		return 0
	}
}
