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
	rolls     *rollCache // of the operation
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

// follow takes the operation of the roll cache through the plan. What every step reads
// and writes is in local variables, since this loop is most of the time of a replay.
func (w *walker) follow(kind int) {
	steps, visits, successes := w.steps, w.tally.Visits, w.tally.Successes
	clock := clock{endMS: w.live.CallMS, waitMS: -1, nextMS: -1}
	lost := int64(0)
	next := w.plan.Entry[kind]
	for next >= 0 {
		s := &steps[next]
		visits[next]++
		start := int64(0)
		if s.attempts && w.timed {
			if clock.nextMS < 0 {
				clock.nextMS = w.wait(s, clock.waitMS)
			}
			start = clock.attempt(s.latencyMS)
			w.tally.WaitedMS += clock.waitMS
		}
		var succeeds bool
		switch s.by {
		case byRoll:
			succeeds = s.threshold > 0 && uint64(w.rolls.roll(s.roll)) < s.threshold
		case byStart:
			succeeds = w.live.OutageMS.Duration(w.rolls.roll(s.roll)) <= start
		case byDeadline:
			clock.nextMS = w.wait(s, clock.waitMS)
			succeeds = clock.endMS+clock.nextMS >= w.live.DeadlineMS
		case byBudget:
			succeeds = !w.budget.affords()
		case byRouter:
			w.budget.forgive()
		}
		if s.attempts {
			lost += 1 - one(succeeds)
			if w.throttled {
				w.budget.called(succeeds)
			}
		}
		if successes[next] += one(succeeds); succeeds {
			next = s.then
		} else {
			next = s.otherwise
		}
	}
	w.lost += lost
	if next == resolved {
		w.won++
		if w.timed {
			w.tally.Times.count(clock.endMS)
		}
	}
}

// clock holds the times of an operation, in milliseconds from the start of its first call.
type clock struct {
	endMS  int64 // when the last call ended
	waitMS int64 // before the last attempt; below 0 before the first
	nextMS int64 // before the next attempt; below 0 if it is not drawn yet
}

// attempt makes an attempt after the next wait, and returns when it starts.
func (c *clock) attempt(latencyMS int64) (startMS int64) {
	startMS = c.endMS + c.nextMS
	c.endMS, c.waitMS, c.nextMS = startMS+latencyMS, c.nextMS, -1
	return startMS
}

// resolved is the end of an operation that has succeeded and is believed to have.
var resolved = strategy.Ends(strategy.StateResolved, true)

// wait returns the milliseconds before the attempt that a step is about, which is after
// another wait.
func (w *walker) wait(s *walkStep, beforeMS int64) int64 {
	roll := uint32(0)
	if s.random {
		roll = w.rolls.roll(s.jitter)
	}
	return s.wait.Of(roll, beforeMS)
}

func one(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
