package replay

import (
	"math"
	"math/bits"
	"slices"

	"errbench/scenario"
	"errbench/strategy"
)

// walker takes operations through one plan, one after the other: what it does
// depends on more than where in the plan an operation is, on when an attempt
// starts or on what operations before have used up.
type walker struct {
	place     int // among the plans
	plan      *strategy.Plan
	timed     bool // chance decides when attempts start
	throttled bool
	firstMS   int64 // when the first call ends
	deadline  int64 // in ms
	outage    scenario.OutageMS

	tally     *PlanTally
	won, lost int64 // of the current run: operations resolved, and attempts without success
	budget    budget

	// Of the operation:
	dice   *dice
	endMS  int64 // when the last call ended
	waitMS int64 // before the last attempt; below 0 before the first
}

// walked tells whether a plan needs a walker.
func walked(p *strategy.Plan) bool { return p.WaitsAtRandom() || throttled(p) }

// throttled tells whether the operations of a run share a budget.
func throttled(p *strategy.Plan) bool {
	return slices.ContainsFunc(p.Steps, func(s strategy.Step) bool { return s.Guard == strategy.Affordable })
}

func newWalker(a scenario.Assumptions, place int, p *strategy.Plan, d *dice, t *PlanTally) *walker {
	w := &walker{
		place: place, plan: p, timed: p.WaitsAtRandom(), throttled: throttled(p),
		firstMS: a.LatencyMS.Call, deadline: math.MaxInt64, outage: a.OutageMS,
		tally: t, dice: d,
		budget: budget{throttle: p.Strategy.Throttle},
	}
	if ms, bounded := a.DeadlineMS.Get(); bounded {
		w.deadline = ms
	}
	return w
}

// start begins a run.
func (w *walker) start() {
	w.won, w.lost = 0, 0
	w.budget.start()
}

// walk takes an operation that arrives in a second of the run through the plan.
func (w *walker) walk(op arrival, second int64) {
	if w.throttled {
		w.budget.arrive(second)
		w.budget.called(op.kind < 0 || w.believed(op.kind))
	}
	if op.kind >= 0 {
		w.follow(op.kind)
	}
	w.budget.settle()
}

// believed tells whether the first call of a kind is taken for a success.
func (w *walker) believed(kind int) bool {
	return w.plan.Kinds[kind].Distortion == scenario.FailureAsSuccess
}

// follow takes the operation that the dice have through the plan.
func (w *walker) follow(kind int) {
	w.endMS, w.waitMS = w.firstMS, -1
	next := w.plan.Entry[kind] // never the end of an operation that is resolved in truth
	for i, more := next.Step(); more; i, more = next.Step() {
		s := &w.plan.Steps[i]
		w.tally.Visits[i]++
		if next = s.Else; w.succeeds(s) {
			w.tally.Successes[i]++
			next = s.Then
		}
	}
	if state, succeeded, _ := next.End(); succeeded && state == strategy.StateResolved {
		w.won++
		if w.timed {
			w.tally.Times.count(w.endMS)
		}
	}
}

// succeeds tells whether a step does.
func (w *walker) succeeds(s *strategy.Step) bool {
	switch {
	case s.Action.Attempt():
		return w.attempt(s)
	case s.Guard == strategy.OnTime:
		return w.endMS+w.wait(s) >= w.deadline
	case s.Guard == strategy.Affordable:
		return !w.budget.affords()
	case s.Event == strategy.NoEvent:
		w.budget.forgive()
		return false
	default:
		return w.below(s)
	}
}

// below tells whether the roll of a step is below its threshold.
func (w *walker) below(s *strategy.Step) bool {
	return s.Threshold > 0 && uint64(w.dice.roll(s.Roll, s.RollAttempt())) < s.Threshold
}

// attempt makes an attempt, and tells whether it succeeded.
func (w *walker) attempt(s *strategy.Step) bool {
	w.waitMS = w.wait(s)
	start := w.endMS + w.waitMS
	w.endMS = start + s.LatencyMS
	succeeded := w.below(s)
	if s.Timed() {
		succeeded = w.outage.Duration(w.dice.roll(s.Roll, s.RollAttempt())) <= start
	}
	if w.timed {
		w.tally.WaitedMS += w.waitMS
	}
	if !succeeded {
		w.lost++
	}
	w.budget.called(succeeded)
	return succeeded
}

// wait returns the milliseconds before the attempt that a step is about: Lo +
// floor(roll * n / 2^32), where n is how many there are to choose from, or Cap if
// that is less.
func (w *walker) wait(s *strategy.Step) int64 {
	lo, hi := s.Wait.Lo, s.Wait.Hi
	if s.Wait.Decorrelated {
		before := w.waitMS
		if before < 0 {
			before = lo
		}
		hi = max(lo, 3*before)
	}
	if lo < hi {
		upper, lower := bits.Mul64(uint64(w.dice.roll(scenario.JitterRoll, s.Attempt)), uint64(hi-lo+1)) // 32 + 42 bits
		lo += int64(upper<<32 | lower>>32)
	}
	return min(lo, s.Wait.Cap)
}
