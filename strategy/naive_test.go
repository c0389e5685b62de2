package strategy

import (
	"math/big"
	"slices"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// naive takes one operation at a time through a strategy as prose has it, without
// a plan: it asks the router whenever there is a question, and keeps time, effects
// and history in plain variables. [Compile] is tested against it.
type naive struct {
	assumed  scenario.Assumptions
	strategy Strategy
	tape     *scenario.Tape
	op       scenario.Operation

	kind     scenario.Kind
	class    scenario.Class
	phantom  bool // it succeeded, and is reported to have failed
	calls    int  // made so far
	now      int64
	last     Action // that made the last call
	waited   optional.Value[int64]
	done     bool // the effect has happened
	stored   bool // the server remembers a success under the key of the last call
	error    contract.Error
	history  []contract.Error
	finished bool
	seen     course
}

// course is what happens to one operation, in order, and how it ends.
type course struct {
	Moments   []moment
	State     State
	Succeeded bool
	EndMS     int64 // of the last call, from the start of the first
}

// moment is a decision that is carried out, or an event that happens.
type moment struct {
	What      string // the action or the event
	Attempt   int
	WaitMS    int64 // before an attempt
	StartMS   int64
	Succeeded bool // the attempt, as it is reported
	Outage    bool // it fails since the outage lasts
	Class     scenario.Class
}

// operate returns the course of one operation.
func operate(s Strategy, a scenario.Assumptions, tape *scenario.Tape, op scenario.Operation) course {
	n := &naive{assumed: a, strategy: s, tape: tape, op: op, calls: 1, now: a.LatencyMS.Call}
	kind, troubled := op.Kind.Get()
	if !troubled {
		n.end(StateResolved, true)
		return n.seen
	}
	n.kind = kind
	class, failed := kind.Class.Get()
	n.class, n.phantom = class, !failed
	if kind.Distortion == scenario.FailureAsSuccess {
		n.mayCommit()
		n.end(StateResolved, false)
		return n.seen
	}
	if n.phantom {
		n.done, n.stored = n.writes(), n.writes()
	}
	first := func() {} // it was made
	for make := first; !n.finished; make = n.recover() {
		raised := n.through(len(s.Layers), make)
		if !n.finished && raised && len(s.Layers) > 0 {
			n.happens(moment{What: Crash.String(), Attempt: n.calls + 1, Class: n.class})
			n.end(StateCrashed, false)
		}
	}
	return n.seen
}

// through makes a call through the innermost layers of a number, and reports whether an
// exception comes out of them; nothing does when the operation has finished.
func (n *naive) through(layers int, make func()) (raised bool) {
	if layers == 0 {
		if make(); !n.finished {
			n.afterwards()
		}
		return true
	}
	l := n.strategy.Layers[layers-1]
	for retry := 1; ; retry++ {
		if !n.through(layers-1, make) || n.finished {
			return false
		}
		code, _ := n.report(contract.Contract{Reveals: contract.Code}).Code.Get()
		if !slices.Contains(l.Codes, code) {
			return l.Others == Raise
		}
		if retry > l.Retries {
			return l.Spent == Raise
		}
		make = func() { n.again(l, retry) }
	}
}

// again is a retry of a layer, with its retries since it was called.
func (n *naive) again(l Layer, retry int) {
	switch {
	case n.spent():
		n.end(StateRetryable, false)
	case n.destructive() && n.strategy.WriteGuard&Confirm != 0:
		n.happens(moment{What: Authorize.String(), Attempt: n.calls + 1, Class: n.class})
		n.end(StateNeedsReview, false)
	default:
		n.error = n.report(contract.Contract{Reveals: contract.RetryAfter})
		n.try(Retry, l.Backoff.Wait(retry), l.Waits)
	}
}

// report returns what a contract shows of the last call.
func (n *naive) report(c contract.Contract) contract.Error {
	kind := n.kind
	if !n.phantom {
		kind.Class = optional.Of(n.class)
	}
	e, _ := c.Report(kind, &n.assumed)
	return e
}

func (n *naive) end(s State, succeeded bool) {
	n.finished = true
	n.seen.State, n.seen.Succeeded, n.seen.EndMS = s, succeeded || n.done || n.phantom, n.now
}

func (n *naive) happens(m moment) { n.seen.Moments = append(n.seen.Moments, m) }

func (n *naive) event(e Event, attempt int) { n.happens(moment{What: e.String(), Attempt: attempt}) }

func (n *naive) writes() bool { return n.kind.Risk != scenario.ReadOnly }

func (n *naive) destructive() bool { return n.kind.Risk == scenario.Destructive }

// chance reports whether a roll of an attempt is below a probability.
func (n *naive) chance(roll scenario.Roll, attempt int, p float64) bool {
	return uint64(n.tape.Roll(n.op, roll, attempt)) < scenario.Threshold(p)
}

// afterwards settles what else becomes of a call that failed.
func (n *naive) afterwards() {
	if n.phantom {
		return
	}
	n.mayCommit()
	if n.spent() && len(n.strategy.Layers) == 0 {
		return // nobody sees the class any more
	}
	if n.last == Repair && n.class == scenario.Validation {
		roll := n.tape.Roll(n.op, scenario.AfterRepairRoll, n.calls)
		for class, below := range n.assumed.AfterRepairThresholds() {
			if uint64(roll) < below {
				n.class = scenario.Class(class)
				n.event(Changes, n.calls)
				return
			}
		}
	}
}

// mayCommit carries out a write whose call failed, by chance.
func (n *naive) mayCommit() {
	if n.writes() && n.chance(scenario.CommitRoll, n.calls, n.assumed.CommitOnFailure) {
		n.event(Commits, n.calls)
		n.effect(n.calls)
	}
}

// effect is what a call does to the world, where it does anything.
func (n *naive) effect(attempt int) {
	if n.done {
		n.event(Duplicates, attempt)
	}
	n.done, n.stored = true, true
}

// spent reports whether no attempt is left.
func (n *naive) spent() bool {
	budget := int(n.assumed.RecoveryAttempts)
	if own, ok := n.strategy.Budget.Get(); ok {
		budget = min(budget, own)
	}
	return n.calls-1 == budget
}

// recover asks the router and returns the call that it makes, if it does.
func (n *naive) recover() (make func()) {
	if n.finished {
		return nil
	}
	if n.spent() {
		n.end(StateRetryable, false)
		return nil
	}
	n.error = n.report(n.strategy.Contract)
	answer, err := n.strategy.Router.Route(Question{n.error, len(n.history) + 1, n.history, Operation{n.kind.Risk}})
	if err != nil {
		panic(err) // none of the routers here gives one
	}
	n.history = append(n.history, n.error)
	action := answer.Action
	attempt := action == Retry || action == Repair || action == Replace
	if attempt && n.destructive() && n.strategy.WriteGuard&Confirm != 0 {
		action, attempt = Authorize, false
	}
	if attempt {
		w := n.strategy.Backoff.Wait(len(n.history))
		w.Lo, w.Hi, w.Cap = max(w.Lo, answer.DelayMS), max(w.Hi, answer.DelayMS), max(w.Cap, answer.DelayMS)
		return func() { n.try(action, w, n.strategy.Waits) }
	}
	n.happens(moment{What: action.String(), Attempt: n.calls + 1, Class: n.class})
	switch action {
	case Stop:
		n.end(StateBlocked, false)
	case Authorize:
		n.end(StateNeedsReview, false)
	case Proceed:
		n.end(StatePartial, false)
	case Crash:
		n.end(StateCrashed, false)
	}
	return nil
}

// try makes an attempt, if there is time.
func (n *naive) try(action Action, w Wait, honours WaitPolicy) {
	attempt := n.calls + 1
	wait, ready := n.wait(w, honours)
	if !ready {
		n.event(TooLong, attempt)
		n.end(StateRetryable, false)
		return
	}
	start := n.now + wait
	for _, deadline := range []optional.Value[int64]{n.assumed.DeadlineMS, n.strategy.DeadlineMS} {
		if ms, ok := deadline.Get(); ok && start >= ms {
			n.event(TooLate, attempt)
			n.end(StateRetryable, false)
			return
		}
	}
	if n.destructive() {
		n.event(Unconfirmed, attempt)
	}
	n.waited = optional.Of(wait)
	n.calls, n.last = attempt, action
	switch action {
	case Retry:
		n.now = start + n.assumed.LatencyMS.Retry
	case Repair:
		n.now = start + n.assumed.LatencyMS.Repair
		if n.assumed.RepairTakesNewKey {
			n.stored = false
		}
	case Replace:
		n.now = start + n.assumed.LatencyMS.Replace
	}
	n.call(moment{What: action.String(), Attempt: attempt, WaitMS: wait, StartMS: start, Class: n.class}, action)
}

// wait returns the milliseconds before the next attempt, which are w, except for what the
// error asks for; false where they are too many.
func (n *naive) wait(w Wait, honours WaitPolicy) (int64, bool) {
	if asked, ok := n.error.RetryAfterMS.Get(); ok && honours.Honoured {
		if longest, limited := honours.LongestMS.Get(); limited && asked > longest {
			return 0, false
		}
		w.Lo, w.Hi, w.Cap = max(w.Lo, asked), max(w.Hi, asked), max(w.Cap, asked)
	}
	if w.Decorrelated {
		before, ok := n.waited.Get()
		if !ok {
			before = w.Lo
		}
		w.Hi = max(w.Lo, 3*before)
	}
	wait := w.Lo
	if w.Lo < w.Hi {
		more := big.NewInt(int64(n.tape.Roll(n.op, scenario.JitterRoll, n.calls+1)))
		more.Mul(more, big.NewInt(w.Hi-w.Lo+1)).Rsh(more, 32)
		wait += more.Int64()
	}
	return min(wait, w.Cap), true
}

// call is an attempt that is made.
func (n *naive) call(m moment, action Action) {
	replayed := n.stored && n.kind.Risk == scenario.IdempotentWrite &&
		n.strategy.WriteGuard&UseKey != 0 && n.assumed.ServerHonoursKey
	truly := replayed || n.phantom || n.succeeds(m.Attempt, m.StartMS, action)
	m.Succeeded = truly && !n.phantom
	m.Outage = !truly && n.byOutage(action)
	n.happens(m)
	if truly && !replayed && n.writes() {
		n.effect(m.Attempt)
	}
	if m.Succeeded {
		n.end(StateResolved, true)
	}
}

// byOutage reports whether the end of an outage decides an attempt.
func (n *naive) byOutage(action Action) bool {
	return n.class == scenario.Transient && action != Replace && n.assumed.TransientModel == scenario.Outage
}

// succeeds reports whether an attempt that is neither a replay nor one of a success
// that is reported as a failure succeeds.
func (n *naive) succeeds(attempt int, start int64, action Action) bool {
	switch {
	case n.byOutage(action):
		return n.assumed.OutageMS.Duration(n.tape.Roll(n.op, scenario.OutageRoll, 1)) <= start
	case n.class == scenario.Transient && action != Replace:
		return n.chance(scenario.RetryRoll, attempt, n.assumed.RetrySuccess)
	case n.class == scenario.Validation && action == Repair:
		return n.chance(scenario.RepairRoll, attempt, n.repairChance())
	case n.class == scenario.NotFound && action == Replace:
		return n.chance(scenario.ReplaceRoll, attempt, n.assumed.ReplaceSuccess)
	default:
		return false
	}
}

// repairChance returns the chance of a repair by what the error reveals.
func (n *naive) repairChance() float64 {
	chance := n.assumed.RepairSuccess
	text := func(v optional.Value[string]) bool {
		s, _ := v.Get()
		return s != ""
	}
	field, suggestion := text(n.error.Field), text(n.error.Suggestion)
	switch {
	case suggestion && n.kind.Distortion == scenario.MisleadingSuggestion:
		return chance.Misled
	case field && suggestion:
		return chance.Hint
	case field || suggestion:
		return chance.Field
	case text(n.error.Code):
		return chance.Code
	default:
		return chance.Message
	}
}
