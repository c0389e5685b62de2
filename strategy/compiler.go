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

// compiler works out the plan of one strategy. Its methods take a place where an
// operation can be and return what follows there. They add the steps on the way,
// depth first: what follows if a step does not succeed before what follows if it
// does.
type compiler struct {
	assumed scenario.Assumptions
	budget  int                         // of recovery attempts
	late    optional.Value[int64]       // the first ms at which no attempt may start
	recalls bool                        // whether one may depends on the wait before, whoever made that
	commits uint64                      // threshold that a failed write was carried out
	changes [scenario.NumClasses]uint64 // thresholds of the class after a repair

	plan    *Plan
	answers memo
	known   map[place]Next           // what follows where ways can meet again; nil where they cannot
	opening []optional.Value[Action] // the first answer about operations of each kind, if any is asked for
	err     error                    // the first; what follows it is thrown away
}

// begin prepares for the plan of a strategy under what is assumed.
func (c *compiler) begin(s *Strategy) {
	a := &c.assumed
	c.budget, c.late = s.attempts(a), s.deadline(a)
	c.recalls = !c.late.IsZero() && s.decorrelates()
	c.commits = scenario.Threshold(a.CommitOnFailure)
	c.plan = &Plan{Strategy: *s, Kinds: scenario.Kinds(*a)}
	if a.AfterRepair > 0 {
		c.changes = a.AfterRepairThresholds()
	}
	if c.commits > 0 || a.AfterRepair > 0 {
		c.known = map[place]Next{}
	}
	c.plan.Entry = make([]Next, len(c.plan.Kinds))
	c.opening = make([]optional.Value[Action], len(c.plan.Kinds))
	c.plan.Steps = make([]Step, 0, len(c.plan.Kinds))
	c.answers = make(memo, 0, scenario.NumClasses)
}

// place is all that what follows a failed call can depend on.
type place struct {
	kind     int            // of the operation
	class    scenario.Class // why the call failed, in truth
	attempt  int            // the number of the call, from 1
	asked    int            // the last question, 0 for none: it stands for all errors before
	retried  retried        // by the layers of the runtime, since the router made a call
	nowMS    int64          // when the call ended, or at the latest where that is unsure; 0 where it is and there is no deadline
	unsure   bool           // chance decides when
	waitedMS int64          // the longest that can have been waited before it, where the compiler recalls that; below 0 for the first call
	outage   uint64         // what the outage roll is known to have reached
	repaired bool           // the call was a repair
	fresh    bool           // the failure is permanent, and nothing was retried or repaired for it
	done     bool           // a call has done what the operation is for, whatever was reported
	stored   bool           // the server has a success under the key of the call
}

// first returns what follows the first call of an operation of a kind.
func (c *compiler) first(kind int) Next {
	k := c.plan.Kinds[kind]
	if k.Distortion == scenario.FailureAsSuccess {
		return Ends(StateResolved, false)
	}
	class, failed := k.Class.Get()
	return c.failed(place{kind: kind, class: class, attempt: 1, nowMS: c.assumed.LatencyMS.Call, waitedMS: -1, fresh: class.Permanent(), done: !failed, stored: !failed})
}

// failed returns what follows a call that failed, or was reported to.
func (c *compiler) failed(at place) Next {
	if c.commits == 0 || !c.writes(at) || c.phantom(at) {
		return c.changed(at)
	}
	i := c.add(&Step{Event: Commits, Attempt: at.attempt, Roll: scenario.CommitRoll, Threshold: c.commits}, at)
	otherwise := c.changed(at)
	return c.lead(i, c.carriedOut(at), otherwise)
}

// carriedOut returns what follows a call that failed, or was reported to, and was
// carried out all the same.
func (c *compiler) carriedOut(at place) Next {
	again := at.done
	at.done, at.stored = true, true
	if !again {
		return c.changed(at)
	}
	i := c.add(&Step{Event: Duplicates, Attempt: at.attempt}, at)
	next := c.changed(at)
	return c.lead(i, next, next)
}

// changed returns what follows once the class of a failure is drawn anew, if the
// call was a repair.
func (c *compiler) changed(at place) Next {
	repaired := at.repaired && at.class == scenario.Validation && !c.phantom(at)
	at.repaired = false          // it does not matter any more
	if repaired && !c.over(at) { // nor does the class where nothing is decided any more
		return c.drawn(at, scenario.Transient, 0)
	}
	return c.decide(at)
}

// drawn returns what follows for the first class, from one on, of which the
// after-repair roll is below the threshold; it has reached the floor.
func (c *compiler) drawn(at place, from scenario.Class, floor uint64) Next {
	for int(from) < scenario.NumClasses && c.changes[from] <= floor {
		from++
	}
	if int(from) == scenario.NumClasses {
		return c.decide(at)
	}
	below := c.changes[from]
	i := c.add(&Step{Event: Changes, Attempt: at.attempt, Roll: scenario.AfterRepairRoll, Floor: floor, Threshold: below}, at)
	otherwise := c.drawn(at, from+1, below)
	at.class, at.fresh = from, from.Permanent()
	return c.lead(i, c.decide(at), otherwise)
}

// over tells whether what follows a failed call does not depend on why it failed: no
// attempt is left, and no runtime that could let the controller crash.
func (c *compiler) over(at place) bool {
	return at.attempt > c.budget && len(c.plan.Strategy.Runtime) == 0
}

// decide returns what the controller does about a failed call, while its budget
// lasts.
func (c *compiler) decide(at place) Next {
	if c.over(at) || c.err != nil {
		return c.spent(at)
	}
	if next, ok := c.known[at]; ok {
		return next
	}
	next := c.met(at)
	if c.known != nil {
		c.known[at] = next
	}
	return next
}

// met returns what follows once the layers of the runtime have met an exception.
func (c *compiler) met(at place) Next {
	runtime := c.plan.Strategy.Runtime
	if len(runtime) == 0 {
		return c.routed(at)
	}
	s := Step{New: at.fresh, Attempt: at.attempt + 1}
	s.Seen, _ = exceptions().Report(c.reported(at), &c.assumed)
	layer, verdict := runtime.meet(&s.Seen, &at.retried)
	switch {
	case layer == 0 && verdict == Raise:
		return c.acts(&s, Answer{Action: Crash}, at)
	case at.attempt > c.budget:
		return c.spent(at)
	case layer == 0:
		return c.routed(at)
	}
	s.Layer = layer
	return c.acts(&s, Answer{Action: Retry}, at)
}

// routed returns what follows the answer of the router.
func (c *compiler) routed(at place) Next {
	s := Step{New: at.fresh, Attempt: at.attempt + 1}
	s.Seen, _ = c.plan.Strategy.Contract.Report(c.reported(at), &c.assumed)
	var answer Answer
	at.asked, answer = c.ask(&s.Seen, at)
	at.retried = retried{}
	return c.acts(&s, answer, at)
}

// acts returns what follows an answer.
func (c *compiler) acts(s *Step, answer Answer, at place) Next {
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

// reported returns what the operation is to who reports the failure: its class may
// have changed.
func (c *compiler) reported(at place) scenario.Kind {
	kind := c.plan.Kinds[at.kind]
	if !c.phantom(at) {
		kind.Class = optional.Of(at.class)
	}
	return kind
}

// ask returns the id of the question about an error, and the answer.
func (c *compiler) ask(seen *contract.Error, at place) (int, Answer) {
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

// spent returns the end of an operation for which nothing more is tried.
func (c *compiler) spent(at place) Next { return Ends(StateRetryable, at.done) }

// happens adds an event that always happens at a place, and ends the operation.
func (c *compiler) happens(e Event, attempt int, at place, end Next) Next {
	return c.lead(c.add(&Step{Event: e, Attempt: attempt}, at), end, end)
}

// add adds a step that is reached from a place, and returns its index.
func (c *compiler) add(s *Step, at place) int {
	if len(c.plan.Steps) == maxSteps {
		c.fail(fmt.Errorf("found more than %d steps, after %d questions to the router; fewer recovery attempts, or a router that tells fewer errors apart, work", maxSteps, len(c.answers)))
		return 0
	}
	s.Kind, s.Class = at.kind, at.class
	c.plan.Steps = append(c.plan.Steps, *s)
	return len(c.plan.Steps) - 1
}

// lead says where a step leads, once that is known.
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

// phantom tells whether the calls succeed and are reported to fail.
func (c *compiler) phantom(at place) bool { return c.plan.Kinds[at.kind].Class.IsZero() }

func (c *compiler) writes(at place) bool { return c.plan.Kinds[at.kind].Risk != scenario.ReadOnly }

func (c *compiler) destructive(at place) bool {
	return c.plan.Kinds[at.kind].Risk == scenario.Destructive
}
