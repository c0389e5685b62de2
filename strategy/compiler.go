package strategy

import (
	"errors"
	"fmt"
	"slices"

	"errbench/optional"
	"errbench/scenario"
)

// maxSteps bounds a plan.
const maxSteps = 1 << 16

// compiler works out the plan of one strategy: where operations can come, and
// what follows there.
type compiler struct {
	assumptions scenario.Assumptions
	budget      int // of recovery attempts
	plan        *Plan
	answers     memo
	known       map[place]Next           // what follows where ways can meet again; nil where they cannot
	opening     []optional.Value[Action] // the first answer about operations of each kind, if any is asked for
}

func newCompiler(s Strategy, a scenario.Assumptions, budget int) *compiler {
	c := &compiler{
		assumptions: a, budget: budget,
		plan:    &Plan{Strategy: s, Kinds: scenario.Kinds(a), Steps: make([]Step, 0, scenario.NumClasses)},
		answers: make(memo, 0, scenario.NumClasses),
	}
	c.opening = make([]optional.Value[Action], len(c.plan.Kinds))
	if a.CommitOnFailure > 0 || a.AfterRepair > 0 {
		c.known = map[place]Next{}
	}
	return c
}

// place is all that what follows a failed call can depend on.
type place struct {
	kind     int            // of the operation
	class    scenario.Class // why the call failed, in truth
	attempt  int            // its number, from 1
	asked    int            // the last question, 0 for none; it stands for all errors before
	nowMS    int64          // when the call ended
	unsure   bool           // chance decides when: nowMS says nothing
	outage   uint64         // what the outage roll is known to have reached
	repaired bool           // the call was a repair
	fresh    bool           // none before was retried or repaired when it had failed for this class

	// done is whether a call has carried the operation out, though it failed or
	// was reported to; stored is whether under the key of the next call.
	done, stored bool
}

// first returns what follows the first call of an operation.
func (c *compiler) first(kind int) (Next, error) {
	class, failed := c.plan.Kinds[kind].Class.Get()
	at := place{kind: kind, class: class, attempt: 1, nowMS: c.assumptions.LatencyMS.Call, fresh: true}
	if !failed {
		at.done, at.stored = true, true
	}
	if c.plan.Kinds[kind].Distortion == scenario.FailureAsSuccess {
		return c.end(StateResolved, at), nil
	}
	return c.failed(at)
}

// phantom tells whether the calls succeed and are reported to fail.
func (c *compiler) phantom(at place) bool {
	return c.plan.Kinds[at.kind].Class.IsZero()
}

func (c *compiler) risk(at place) scenario.Risk { return c.plan.Kinds[at.kind].Risk }

// end returns the end of an operation.
func (c *compiler) end(s State, at place) Next {
	return Ends(s, s == StateResolved && !c.lies(at) || at.done)
}

// lies tells whether a failure of the operation is reported as a success.
func (c *compiler) lies(at place) bool {
	return c.plan.Kinds[at.kind].Distortion == scenario.FailureAsSuccess
}

// failed returns what follows a call that failed: whether it was carried out all
// the same, then whether it fails for another reason than before, then what the
// controller does.
func (c *compiler) failed(at place) (Next, error) {
	threshold := scenario.Threshold(c.assumptions.CommitOnFailure)
	if threshold == 0 || c.risk(at) == scenario.ReadOnly || c.phantom(at) {
		return c.changed(at)
	}
	carried := at
	carried.done, carried.stored = true, true
	return c.event(Step{Event: Commits, Attempt: at.attempt, Roll: scenario.CommitRoll, Threshold: threshold}, at,
		func() (Next, error) {
			if !at.done {
				return c.changed(carried)
			}
			return c.event(Step{Event: Duplicates, Attempt: at.attempt}, at, nil, func() (Next, error) { return c.changed(carried) })
		},
		func() (Next, error) { return c.changed(at) })
}

// changed returns what follows once the class of the failure is drawn anew, if
// the call was a repair: for the first class whose threshold the roll is below.
func (c *compiler) changed(at place) (Next, error) {
	if !at.repaired || at.class != scenario.Validation || c.assumptions.AfterRepair == 0 {
		return c.decide(at)
	}
	return c.draw(at, c.assumptions.AfterRepairThresholds(), 0, 0)
}

// draw draws among the classes from one on, where the roll has reached a floor.
func (c *compiler) draw(at place, thresholds [scenario.NumClasses]uint64, from scenario.Class, floor uint64) (Next, error) {
	for ; int(from) < scenario.NumClasses; from++ {
		if thresholds[from] <= floor {
			continue
		}
		other := at
		other.class, other.fresh = from, true
		return c.event(Step{Event: Changes, Attempt: at.attempt, Roll: scenario.AfterRepairRoll, Floor: floor, Threshold: thresholds[from]}, at,
			func() (Next, error) { return c.decide(other) },
			func() (Next, error) { return c.draw(at, thresholds, from+1, thresholds[from]) })
	}
	return c.decide(at)
}

// event adds a step that is no decision, and what follows it. One without a roll
// or a guard has nothing but an Else.
func (c *compiler) event(s Step, at place, then, otherwise func() (Next, error)) (Next, error) {
	s.Kind, s.Class = at.kind, at.class
	return c.add(s, then, otherwise)
}

// add adds a step before what follows it.
func (c *compiler) add(s Step, then, otherwise func() (Next, error)) (Next, error) {
	i := len(c.plan.Steps)
	if i == maxSteps {
		return 0, fmt.Errorf("found more than %d steps; fewer recovery attempts, or a router that tells fewer errors apart, work", maxSteps)
	}
	c.plan.Steps = append(c.plan.Steps, s)
	var errs [2]error
	if s.Else, errs[1] = otherwise(); then == nil {
		s.Then = s.Else
	} else {
		s.Then, errs[0] = then()
	}
	c.plan.Steps[i].Then, c.plan.Steps[i].Else = s.Then, s.Else
	return Next(i), errors.Join(errs[:]...)
}

// decide returns what the controller does about a failed call, while its budget
// lasts.
func (c *compiler) decide(at place) (next Next, err error) {
	if at.attempt > c.budget {
		return c.end(StateRetryable, at), nil
	}
	here := at
	if known, ok := c.known[here]; ok {
		return known, nil
	}
	kind := c.plan.Kinds[at.kind]
	if !c.phantom(at) {
		kind.Class = optional.Of(at.class)
	}
	seen, _ := c.plan.Strategy.Contract.Report(kind, c.assumptions)
	id, action, err := c.answers.ask(c.plan.Strategy.Router, seen, at)
	if err != nil {
		return 0, err
	}
	if at.attempt == 1 {
		c.opening[at.kind] = optional.Of(action)
	}
	s := Step{Kind: at.kind, Class: at.class, Seen: seen, Action: action, New: at.fresh, Attempt: at.attempt + 1}
	at.asked = id
	destructive := c.risk(at) == scenario.Destructive
	switch {
	case action.Attempt() && destructive && c.plan.Strategy.WriteGuard&Confirm != 0:
		s.Action = Authorize
		next, err = c.stop(s, StateNeedsReview, at)
	case action.Attempt():
		next, err = c.timed(s, at)
	default:
		next, err = c.stop(s, action.state(), at)
	}
	if c.known != nil {
		c.known[here] = next
	}
	return next, err
}

// stop adds a step that ends the operation.
func (c *compiler) stop(s Step, state State, at place) (Next, error) {
	return c.add(s, nil, func() (Next, error) { return c.end(state, at), nil })
}

// timed adds an attempt, unless it comes too late, and what may keep it from
// being made.
func (c *compiler) timed(s Step, at place) (Next, error) {
	s.Wait = c.plan.Strategy.Backoff.wait(at.attempt)
	asked, waits := s.Seen.RetryAfterMS.Get()
	if waits && c.plan.Strategy.Waits.Honoured {
		if most, bounded := c.plan.Strategy.Waits.LongestMS.Get(); bounded && asked > most {
			return c.giveUp(Step{Event: TooLong, Attempt: s.Attempt}, at)
		}
		s.Wait = s.Wait.atLeast(asked)
	}
	if !at.unsure && !s.Wait.Random() {
		s.StartMS = optional.Of(at.nowMS + s.Wait.Lo)
	}
	deadline, bounded := c.assumptions.DeadlineMS.Get()
	start, sure := s.StartMS.Get()
	switch {
	case bounded && sure && start >= deadline:
		return c.giveUp(Step{Event: TooLate, Attempt: s.Attempt}, at)
	case bounded && !sure:
		late := Step{Event: TooLate, Attempt: s.Attempt, Guard: OnTime, Wait: s.Wait}
		return c.event(late, at, func() (Next, error) { return c.end(StateRetryable, at), nil }, func() (Next, error) { return c.afforded(s, at) })
	default:
		return c.afforded(s, at)
	}
}

// giveUp adds an event that ends the operation for now.
func (c *compiler) giveUp(s Step, at place) (Next, error) {
	return c.event(s, at, nil, func() (Next, error) { return c.end(StateRetryable, at), nil })
}

// afforded adds an attempt that a budget of all operations may refuse.
func (c *compiler) afforded(s Step, at place) (Next, error) {
	if c.plan.Strategy.Throttle == (Throttle{}) {
		return c.asked(s, at)
	}
	return c.event(Step{Event: Refused, Attempt: s.Attempt, Guard: Affordable}, at,
		func() (Next, error) { return c.end(StateRetryable, at), nil },
		func() (Next, error) { return c.asked(s, at) })
}

// asked adds an attempt, of a destructive operation without having asked.
func (c *compiler) asked(s Step, at place) (Next, error) {
	if c.risk(at) != scenario.Destructive {
		return c.attempt(s, at)
	}
	return c.event(Step{Event: Unconfirmed, Attempt: s.Attempt}, at, nil, func() (Next, error) { return c.attempt(s, at) })
}

// attempt adds an attempt and what follows it.
func (c *compiler) attempt(s Step, at place) (Next, error) {
	a, writes := c.assumptions, c.risk(at) != scenario.ReadOnly
	if s.Action == Repair && a.RepairTakesNewKey {
		at.stored = false
	}
	keyed := c.risk(at) == scenario.IdempotentWrite && c.plan.Strategy.WriteGuard&UseKey != 0
	replayed := writes && at.stored && keyed && a.ServerHonoursKey // the stored success, without an effect
	s.LatencyMS = s.Action.latency(a.LatencyMS)
	c.decided(&s, at, replayed)

	next := at
	next.attempt, next.repaired, next.fresh = at.attempt+1, s.Action == Repair, at.fresh && s.Action == Replace
	if s.Roll == scenario.OutageRoll {
		next.outage = max(at.outage, s.Threshold)
	}
	if start, sure := s.StartMS.Get(); sure {
		next.nowMS = start + s.LatencyMS
	} else {
		next.nowMS, next.unsure = 0, true
	}
	twice := func(follow func() (Next, error)) func() (Next, error) {
		if !writes || !at.done || replayed {
			return follow
		}
		return func() (Next, error) {
			return c.event(Step{Event: Duplicates, Attempt: s.Attempt}, at, nil, follow)
		}
	}
	failed := func() (Next, error) { return c.failed(next) }
	if c.phantom(at) { // it is carried out again
		next.done, next.stored = true, true
		failed = twice(failed)
	}
	return c.add(s, twice(func() (Next, error) { return Ends(StateResolved, true), nil }), failed)
}

// decided says what decides an attempt.
func (c *compiler) decided(s *Step, at place, replayed bool) {
	a, certain := c.assumptions, scenario.Threshold(1)
	s.Roll = s.Action.roll(at.class)
	switch {
	case c.phantom(at):
		s.Roll = scenario.NoRoll
	case replayed:
		s.Roll, s.Threshold = scenario.RetryRoll, certain
	case s.Roll == scenario.RetryRoll && a.TransientModel == scenario.Outage:
		s.Roll, s.Floor = scenario.OutageRoll, at.outage
		if start, sure := s.StartMS.Get(); sure {
			s.Threshold = max(s.Floor, a.OutageMS.Threshold(start))
		}
	default:
		s.Threshold = scenario.Threshold(chance(s.Roll, s.Seen, c.plan.Kinds[at.kind].Distortion, a))
	}
}

// misrouted returns the kinds whose distorted report is answered by another first
// action than an honest one.
func (c *compiler) misrouted() []int {
	var kinds []int
	for i, k := range c.plan.Kinds {
		honest := slices.Index(c.plan.Kinds, scenario.Kind{Class: k.Class, Risk: k.Risk})
		if honest >= 0 && !c.opening[i].IsZero() && c.opening[i] != c.opening[honest] {
			kinds = append(kinds, i)
		}
	}
	return kinds
}

// sort puts every step before those that it leads to, which they need not be
// where ways have met.
func (c *compiler) sort() {
	if c.known == nil {
		return
	}
	steps := c.plan.Steps
	place := make([]int, len(steps)) // from 1, counted from the last; 0 where it is not known yet
	var order []int
	var visit func(n Next)
	visit = func(n Next) {
		i, ok := n.Step()
		if !ok || place[i] > 0 {
			return
		}
		place[i] = 1
		visit(steps[i].Else)
		visit(steps[i].Then)
		order = append(order, i)
		place[i] = len(order)
	}
	for _, n := range slices.Backward(c.plan.Entry) {
		visit(n)
	}
	move := func(n Next) Next {
		if i, ok := n.Step(); ok {
			return Next(len(order) - place[i])
		}
		return n
	}
	sorted := make([]Step, len(order))
	for _, i := range order {
		s := steps[i]
		s.Then, s.Else = move(s.Then), move(s.Else)
		sorted[move(Next(i))] = s
	}
	c.plan.Steps = sorted
	for k, n := range c.plan.Entry {
		c.plan.Entry[k] = move(n)
	}
}
