package replay

import (
	"errbench/scenario"
	"errbench/strategy"
)

// walker takes operations through one plan, one after the other. It is for plans in which a
// step depends on the start of an attempt or on the budget that earlier operations left.
type walker struct {
	place     int // among the plans
	plan      *strategy.Plan
	live      strategy.Live
	steps     []walkStep // the steps of the plan
	timed     bool       // chance decides waits
	throttled bool

	tally     *PlanTally
	won, lost int64 // of the current run: operations resolved, and attempts without success
	budget    budget

	// Of the operation:
	rolls  *rollCache
	endMS  int64 // when the last call ended
	waitMS int64 // before the last attempt; below 0 before the first
	nextMS int64 // before the next attempt; below 0 if it is not drawn yet
}

// walked reports whether a plan needs a walker.
func walked(p *strategy.Plan) bool { return p.WaitsAtRandom() || throttled(p) }

// throttled reports whether the operations of a run share a budget.
func throttled(p *strategy.Plan) bool {
	return p.Live.Throttle != (strategy.Throttle{})
}

func newWalker(place int, p *strategy.Plan, d *rollCache, t *PlanTally) *walker {
	w := &walker{
		place: place, plan: p, live: p.Live, timed: p.WaitsAtRandom(), throttled: throttled(p),
		tally: t, rolls: d,
		budget: budget{throttle: p.Live.Throttle},
	}
	for i := range p.Steps {
		w.steps = append(w.steps, walkStepOf(&p.Steps[i]))
	}
	return w
}

// start begins a run.
func (w *walker) start() {
	w.won, w.lost = 0, 0
	w.budget.start()
}

// pass records operations that are reported as successes, in a second of the run.
func (w *walker) pass(operations, second int64) {
	if w.throttled {
		w.budget.arrive(operations, second)
		w.budget.succeeded(operations)
	}
}

// walk takes an operation through the plan. It arrives in a second of the run.
func (w *walker) walk(kind int, second int64) {
	if w.throttled {
		w.budget.arrive(1, second)
		w.budget.called(w.plan.Kinds[kind].Distortion == scenario.FailureAsSuccess)
	}
	w.follow(kind)
	if w.throttled {
		w.budget.settle()
	}
}

// follow takes the operation of the roll cache through the plan.
func (w *walker) follow(kind int) {
	w.endMS, w.waitMS, w.nextMS = w.live.CallMS, -1, -1
	next := w.plan.Entry[kind]
	for i, more := next.Step(); more; i, more = next.Step() {
		s := &w.steps[i]
		w.tally.Visits[i]++
		if next = s.otherwise; w.succeeds(s) {
			w.tally.Successes[i]++
			next = s.then
		}
	}
	if next == resolved {
		w.won++
		if w.timed {
			w.tally.Times.count(w.endMS)
		}
	}
}

// resolved is the end of an operation that has succeeded and is believed to have.
var resolved = strategy.Ends(strategy.StateResolved, true)

// succeeds reports whether a step succeeds.
func (w *walker) succeeds(s *walkStep) bool {
	switch {
	case s.attempts:
		return w.attempt(s)
	case s.by == byDeadline:
		w.nextMS = w.wait(s)
		return w.endMS+w.nextMS >= w.live.DeadlineMS
	case s.by == byBudget:
		return !w.budget.affords()
	case s.by == byRouter:
		w.budget.forgive()
		return false
	default:
		return w.below(s)
	}
}

// below reports whether the roll of a step is below its threshold.
func (w *walker) below(s *walkStep) bool {
	return s.threshold > 0 && uint64(w.rolls.roll(s.roll)) < s.threshold
}

// attempt makes an attempt, and reports whether it succeeded.
func (w *walker) attempt(s *walkStep) bool {
	start := int64(0)
	if w.timed {
		if w.nextMS < 0 {
			w.nextMS = w.wait(s)
		}
		w.waitMS, w.nextMS = w.nextMS, -1
		start = w.endMS + w.waitMS
		w.endMS = start + s.latencyMS
		w.tally.WaitedMS += w.waitMS
	}
	var succeeded bool
	if s.by == byStart {
		succeeded = w.live.OutageMS.Duration(w.rolls.roll(s.roll)) <= start
	} else {
		succeeded = w.below(s)
	}
	if !succeeded {
		w.lost++
	}
	if w.throttled {
		w.budget.called(succeeded)
	}
	return succeeded
}

// wait returns the milliseconds before the attempt that a step is about.
func (w *walker) wait(s *walkStep) int64 {
	roll := uint32(0)
	if s.wait.Random() {
		roll = w.rolls.roll(s.jitter)
	}
	return s.wait.Of(roll, w.waitMS)
}
