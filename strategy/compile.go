package strategy

import (
	"fmt"
	"slices"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// maxSteps bounds a plan.
const maxSteps = 1 << 16

// CompileAll compiles each strategy, in order. It returns an error if the assumptions
// are not valid or two strategies have one name.
func CompileAll(strategies []Strategy, a scenario.Assumptions) ([]*Plan, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	var plans []*Plan
	for _, s := range strategies {
		if slices.ContainsFunc(plans, func(p *Plan) bool { return p.Strategy.Name == s.Name }) {
			return nil, fmt.Errorf("two strategies are named %q; give each its own name", s.Name)
		}
		p, err := Compile(s, a)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// Compile asks the router of the strategy each distinct question once and returns its
// decisions as a plan. The assumptions must be valid.
func Compile(s Strategy, a scenario.Assumptions) (*Plan, error) {
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("strategy %s: %w", s.Name, err)
	}
	c := newCompiler(&s, a)
	for kind := range c.plan.Kinds {
		c.plan.Entry[kind] = c.firstCall(kind)
	}
	if c.err != nil {
		return nil, fmt.Errorf("strategy %s: %w", s.Name, c.err)
	}
	c.plan.Misrouted, c.plan.answers = c.misrouted(), c.answers
	if c.known != nil {
		c.plan.sort()
	}
	return c.plan, nil
}

// compiler compiles one strategy. Its methods follow an operation from its first call
// on: each takes the state of a call and returns what comes next, after it has added
// the steps on the way. The steps are added depth first, the way of a failure before
// the way of a success.
type compiler struct {
	assumed scenario.Assumptions
	budget  int                         // recovery attempts
	late    optional.Value[int64]       // the first ms at which no attempt may start
	recalls bool                        // a wait may depend on the wait before, whichever layer made that
	commits uint64                      // threshold of the event that a failed write was carried out
	changes [scenario.NumClasses]uint64 // thresholds of the class after a repair

	plan    *Plan
	answers memo
	noted   map[handled]bool         // the elements of plan.handled
	known   map[callState]Next       // what follows a state; nil if no two ways lead to one state
	opening []optional.Value[Action] // the first answer about each kind, if one is asked for
	err     error                    // the first; the plan is discarded
}

func newCompiler(s *Strategy, a scenario.Assumptions) compiler {
	c := compiler{assumed: a, budget: s.attempts(&a), late: s.deadline(&a)}
	c.recalls = !c.late.IsZero() && s.decorrelates()
	c.commits = scenario.Threshold(a.CommitOnFailure)
	c.plan = &Plan{Strategy: *s, Kinds: scenario.Kinds(a)}
	if a.AfterRepair > 0 {
		c.changes = a.AfterRepairThresholds()
	}
	if c.commits > 0 || a.AfterRepair > 0 {
		c.known = map[callState]Next{}
	}
	c.plan.Entry = make([]Next, len(c.plan.Kinds))
	c.opening = make([]optional.Value[Action], len(c.plan.Kinds))
	c.plan.Steps = make([]Step, 0, len(c.plan.Kinds))
	c.answers.asked = make([]asked, 0, scenario.NumClasses)
	return c
}

// callState is everything that the rest of an operation depends on after a failed
// call. It is the memo key: two ways to one state continue with one step.
type callState struct {
	kind     int            // of the operation
	class    scenario.Class // why the call failed, in truth
	attempt  int            // the number of the call, from 1
	asked    int            // id of the last question, 0 for none; it stands for all errors before
	retried  retried        // by each layer, since the router made a call
	nowMS    int64          // when the call ended; if unsure, the latest time, or 0 without a deadline
	unsure   bool           // chance decides when the call ended
	waitedMS int64          // the longest possible wait before the call, if the compiler recalls waits; negative for the first call
	outage   uint64         // the outage roll is known to be at least this
	repaired bool           // the call was a repair
	fresh    bool           // the failure is permanent, and nothing was retried or repaired for it
	done     bool           // a call has had its effect, whatever was reported
	stored   bool           // the server has a success under the key of the call
}

// firstCall returns what follows the first call of an operation.
func (c *compiler) firstCall(kind int) Next {
	k := c.plan.Kinds[kind]
	class, failed := k.Class.Get()
	at := callState{kind: kind, class: class, attempt: 1, nowMS: c.assumed.LatencyMS.Call, waitedMS: -1, fresh: class.Permanent(), done: !failed, stored: !failed}
	if k.Distortion == scenario.FailureAsSuccess {
		return c.unnoticed(at)
	}
	return c.failed(at)
}

// unnoticed returns what follows a first call that failed and is reported as a success:
// the operation ends, but a write may have been carried out.
func (c *compiler) unnoticed(at callState) Next {
	otherwise := Ends(StateResolved, false)
	if c.commits == 0 || !c.writes(at) {
		return otherwise
	}
	s := Step{Event: Commits, Attempt: at.attempt, Roll: scenario.CommitRoll, Threshold: c.commits, StartMS: optional.Of[int64](0), LatencyMS: at.nowMS}
	return c.lead(c.add(&s, at), resolved, otherwise)
}

// failed returns what follows a call that failed or was reported as a failure: it may
// have been carried out.
func (c *compiler) failed(at callState) Next {
	if c.commits == 0 || !c.writes(at) || c.phantom(at) {
		return c.classDrawn(at)
	}
	i := c.add(&Step{Event: Commits, Attempt: at.attempt, Roll: scenario.CommitRoll, Threshold: c.commits}, at)
	otherwise := c.classDrawn(at)
	return c.lead(i, c.carriedOut(at), otherwise)
}

// carriedOut returns what follows a call that was carried out although it was reported
// as a failure.
func (c *compiler) carriedOut(at callState) Next {
	again := at.done
	at.done, at.stored = true, true
	if !again {
		return c.classDrawn(at)
	}
	i := c.add(&Step{Event: Duplicates, Attempt: at.attempt}, at)
	next := c.classDrawn(at)
	return c.lead(i, next, next)
}

// classDrawn returns what follows once the failure of a repaired call may have got a
// new class.
func (c *compiler) classDrawn(at callState) Next {
	repaired := at.repaired && at.class == scenario.Validation && !c.phantom(at)
	at.repaired = false                 // it decides nothing from here on
	if repaired && !c.classIsMoot(at) { // nor does the class, if nothing is left to decide
		return c.classFrom(at, scenario.Transient, 0)
	}
	return c.decide(at)
}

// classFrom returns what follows if the new class is the given one or a later one. The
// after-repair roll is at least the floor, and chooses the first class whose threshold
// is above it.
func (c *compiler) classFrom(at callState, from scenario.Class, floor uint64) Next {
	for int(from) < scenario.NumClasses && c.changes[from] <= floor {
		from++
	}
	if int(from) == scenario.NumClasses {
		return c.decide(at)
	}
	below := c.changes[from]
	i := c.add(&Step{Event: Changes, Attempt: at.attempt, Roll: scenario.AfterRepairRoll, Floor: floor, Threshold: below}, at)
	otherwise := c.classFrom(at, from+1, below)
	at.class, at.fresh = from, from.Permanent()
	return c.lead(i, c.decide(at), otherwise)
}

// classIsMoot reports whether the rest of the operation does not depend on the class of
// the failure: no attempt is left, and no layer can let the controller crash.
func (c *compiler) classIsMoot(at callState) bool {
	return at.attempt > c.budget && len(c.plan.Strategy.Layers) == 0
}

// decide returns what the controller does about a failed call.
func (c *compiler) decide(at callState) Next {
	if c.classIsMoot(at) || c.err != nil {
		return c.spent(at)
	}
	if next, ok := c.known[at]; ok {
		return next
	}
	next := c.raised(at)
	if c.known != nil {
		c.known[at] = next
	}
	return next
}

// raised returns what follows once the layers have seen the failure as an exception.
func (c *compiler) raised(at callState) Next {
	layers := c.plan.Strategy.Layers
	if len(layers) == 0 {
		return c.routed(at)
	}
	s := Step{New: at.fresh, Attempt: at.attempt + 1}
	s.Seen, _ = exceptions().Report(c.reported(at), &c.assumed)
	layer, verdict := layers.catch(&s.Seen, &at.retried)
	switch {
	case layer == 0 && verdict == Raise:
		outermost := len(layers)
		c.handle(outermost, int(at.retried[outermost-1])+1, Crash, &s.Seen, &at)
		return c.act(&s, Answer{Action: Crash}, at)
	case at.attempt > c.budget:
		return c.spent(at)
	case layer == 0:
		return c.routed(at)
	}
	s.Layer = layer
	c.handle(layer, int(at.retried[layer-1]), Retry, &s.Seen, &at)
	return c.act(&s, Answer{Action: Retry}, at)
}

// routed returns what follows the answer of the router.
func (c *compiler) routed(at callState) Next {
	s := Step{New: at.fresh, Attempt: at.attempt + 1}
	s.Seen, _ = c.plan.Strategy.Contract.Report(c.reported(at), &c.assumed)
	var answer Answer
	at.asked, answer = c.ask(&s.Seen, at)
	at.retried = retried{}
	return c.act(&s, answer, at)
}

// ask returns the id of the question about an error, and the answer.
func (c *compiler) ask(seen *contract.Error, at callState) (int, Answer) {
	r := c.plan.Strategy.Router
	id, answer, err := c.answers.ask(r, seen, c.plan.Kinds[at.kind].Risk, at.asked)
	if err == nil {
		err = answer.Validate()
	}
	if err != nil {
		c.fail(fmt.Errorf("router %s, asked at attempt %d: %w", r.Name(), at.attempt, err))
		return id, Answer{}
	}
	return id, answer
}

// act returns what follows an answer of the router or of a layer.
func (c *compiler) act(s *Step, answer Answer, at callState) Next {
	s.Action = answer.Action
	if at.attempt == 1 {
		c.opening[at.kind] = optional.Of(s.Action)
	}
	if s.Action.Attempt() {
		if !c.destructive(at) || c.plan.Strategy.WriteGuard&Confirm == 0 {
			return c.timed(s, answer.DelayMS, at)
		}
		s.Action, s.Layer = Authorize, 0
	}
	end := Ends(s.Action.state(), at.done)
	return c.lead(c.add(s, at), end, end)
}

// timed returns what follows the decision to make an attempt, which must start before
// the deadline.
func (c *compiler) timed(s *Step, delayMS int64, at callState) Next {
	wait, ready := c.wait(s, delayMS, at)
	if !ready {
		return c.addEvent(TooLong, s.Attempt, at, c.spent(at))
	}
	s.Wait = wait
	late, bounded := c.late.Get()
	at.waitedMS = wait.span(at.waitedMS).Hi
	at.nowMS += at.waitedMS // the latest time at which the attempt starts
	if !at.unsure && !wait.Random() {
		if bounded && at.nowMS >= late {
			return c.addEvent(TooLate, s.Attempt, at, c.spent(at))
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
	at.nowMS = late - 1
	return c.lead(i, c.spent(at), c.afforded(s, at))
}

// wait returns the wait before an attempt. It returns false if the error asks for a
// longer one than the controller waits.
func (c *compiler) wait(s *Step, delayMS int64, at callState) (Wait, bool) {
	call := c.answers.attempt(at.asked)
	if s.Layer > 0 {
		call = int(at.retried[s.Layer-1])
	}
	return c.plan.Strategy.wait(s.Layer, call, delayMS, &s.Seen)
}

// afforded returns what follows if the shared budget of the operations allows the
// attempt.
func (c *compiler) afforded(s *Step, at callState) Next {
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

// confirmed returns what follows an attempt that, for a destructive operation, no
// person was asked about.
func (c *compiler) confirmed(s *Step, at callState) Next {
	if !c.destructive(at) {
		return c.made(s, at)
	}
	i := c.add(&Step{Event: Unconfirmed, Attempt: s.Attempt}, at)
	next := c.made(s, at)
	return c.lead(i, next, next)
}

// made adds an attempt and returns it, with what follows it.
func (c *compiler) made(s *Step, at callState) Next {
	if s.Action == Repair && c.assumed.RepairTakesNewKey {
		at.stored = false
	}
	replayed := at.stored && c.keyed(at)
	c.setThreshold(s, at, replayed)
	s.LatencyMS = s.Action.latency(c.assumed.LatencyMS)
	i := c.add(s, at)
	at = c.afterFailure(s, at)

	switch {
	case c.phantom(at) && c.writes(at) && !replayed:
		return c.lead(i, resolved, c.carriedOut(at))
	case replayed && !c.phantom(at):
		return c.lead(i, resolved, resolved)
	}
	otherwise := c.failed(at)
	if at.done && c.writes(at) && s.Roll != scenario.NoRoll {
		return c.lead(i, c.addEvent(Duplicates, at.attempt, at, resolved), otherwise)
	}
	return c.lead(i, resolved, otherwise)
}

// keyed reports whether the server recognizes the key of a call, so that it answers
// with a stored success and does nothing.
func (c *compiler) keyed(at callState) bool {
	return c.plan.Kinds[at.kind].Risk == scenario.IdempotentWrite && c.plan.Strategy.WriteGuard&UseKey != 0 && c.assumed.ServerHonoursKey
}

// setThreshold sets the roll that decides an attempt, and its threshold.
func (c *compiler) setThreshold(s *Step, at callState, replayed bool) {
	switch roll := s.Action.roll(at.class); {
	case c.phantom(at):
		// Every call is reported as a failure.
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

// chance returns the probability that a roll succeeds, given what the error revealed
// or pretended.
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

// afterFailure returns the state after an attempt that failed.
func (c *compiler) afterFailure(s *Step, at callState) callState {
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

// spent returns the end of an operation for which nothing more is tried.
func (c *compiler) spent(at callState) Next { return Ends(StateRetryable, at.done) }

// addEvent adds an event that always happens, and that the end follows.
func (c *compiler) addEvent(e Event, attempt int, at callState, end Next) Next {
	return c.lead(c.add(&Step{Event: e, Attempt: attempt}, at), end, end)
}

// add adds a step that is reached in a state, and returns its index.
func (c *compiler) add(s *Step, at callState) int {
	if len(c.plan.Steps) == maxSteps {
		c.fail(fmt.Errorf("the plan needs more than %d steps, after %d questions to the router; lower recovery_attempts, or use a router that distinguishes fewer errors", maxSteps, len(c.answers.asked)))
		return 0
	}
	s.Kind, s.Class = at.kind, at.class
	c.plan.Steps = append(c.plan.Steps, *s)
	return len(c.plan.Steps) - 1
}

// lead sets where a step leads, and returns the step.
func (c *compiler) lead(i int, then, otherwise Next) Next {
	s := &c.plan.Steps[i]
	s.Then, s.Else = then, otherwise
	return Next(i)
}

func (c *compiler) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// reported returns the kind as it is reported: its class may have changed.
func (c *compiler) reported(at callState) scenario.Kind {
	kind := c.plan.Kinds[at.kind]
	if !c.phantom(at) {
		kind.Class = optional.Of(at.class)
	}
	return kind
}

// phantom reports whether the calls succeed and are reported as failures.
func (c *compiler) phantom(at callState) bool { return c.plan.Kinds[at.kind].Class.IsZero() }

func (c *compiler) writes(at callState) bool {
	return c.plan.Kinds[at.kind].Risk != scenario.ReadOnly
}

func (c *compiler) destructive(at callState) bool {
	return c.plan.Kinds[at.kind].Risk == scenario.Destructive
}

// misrouted returns the kinds whose distorted report is answered by another first
// action than an honest report.
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
