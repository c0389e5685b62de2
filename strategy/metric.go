package strategy

import (
	"fmt"
	"slices"

	"errbench/scenario"
)

// Metric is a count of what a strategy did on a tape. Every metric is a linear form: it
// has a weight for an operation, for an operation of each kind, and for a visit and a
// success of each step. Replay counts these and exact computes their moments; only the
// weights say what they add up to.
type Metric uint8

// The metrics, in the order of summaries.
const (
	TransientFailures   Metric = iota // operations whose first call failed with this class
	ValidationFailures                //
	PermissionFailures                //
	NotFoundFailures                  //
	Attempts                          // calls: operations + recovery attempts
	Resolved                          // operations that ended in success, at once or after recovery
	RecoveryAttempts                  // retries, repairs and replacements
	Retries                           // actions taken, by kind
	Repairs                           //
	Authorizations                    //
	Replacements                      //
	Stops                             //
	FailedRecoveries                  // wasted: recovery attempts without success
	PermanentRecoveries               // wasted: retries or repairs of a permission or not_found failure, without success
	FutileRecoveries                  // wasted: recovery attempts that could not succeed
	Escalated                         // operations handed to a person

	// The metrics below are not in the published benchmark.
	WaitedMS           // milliseconds waited before recovery attempts that were made
	EarlyRetries       // recovery attempts that failed because the outage was not over
	DeadlineMisses     // recovery attempts that would have started at the deadline or later
	WaitsTooLong       // recovery attempts before which an error asked for a longer wait than the strategy waits
	RefusedAttempts    // recovery attempts that the shared budget of the operations refused
	DuplicateEffects   // effects of writes that had happened already
	UnknownOutcomes    // writes that ended unresolved, as the controller believes
	UnconfirmedRetries // recovery attempts of a destructive operation without asking a person
	Misrouted          // operations whose distorted report led to another first decision than an honest report; phantoms have no honest report
	FalseSuccesses     // operations believed to be resolved that have not succeeded
	MissedSuccesses    // operations believed to be unresolved that have succeeded
	PhantomFailures    // operations whose first call succeeded and is reported as a failure
	TerminalNotStopped // operations whose permanent failure was retried or repaired without success

	wastedBy                                              // failed recovery attempts, by the distortion of the report: a metric for each distortion
	inState  = wastedBy + Metric(scenario.NumDistortions) // operations by how they ended: two metrics for each state
	metrics  = inState + Metric(2*NumStates)
)

// WastedBy returns the metric that counts failed recovery attempts of operations whose
// report has the distortion.
func WastedBy(d scenario.Distortion) Metric { return wastedBy + Metric(d) }

// InState returns the metric that counts operations which the controller believes to
// have ended in a state, and which in truth have succeeded, or have not.
func InState(s State, succeeded bool) Metric { return inState + 2*Metric(s) + Metric(one(!succeeded)) }

// Published reports whether the published benchmark has the metric.
func (m Metric) Published() bool { return m <= Escalated }

// FromTape reports whether the metric depends only on the tape: it has the same value
// for every strategy.
func (m Metric) FromTape() bool { return m <= NotFoundFailures || m == PhantomFailures }

// FromThresholds reports whether the weights of the metric depend on the thresholds of steps,
// and not only on what the steps do.
func (m Metric) FromThresholds() bool { return m == FutileRecoveries }

// Direction says which of two values of a metric is better.
type Direction int8

// The directions. Neither is the direction of a metric that no strategy changes, and of
// a metric that counts actions and not their results.
const (
	LowerIsBetter  Direction = -1
	Neither        Direction = 0
	HigherIsBetter Direction = 1
)

// String returns "lower", "neither" or "higher".
func (d Direction) String() string {
	if d < LowerIsBetter || d > HigherIsBetter {
		return fmt.Sprintf("Direction(%d)", int8(d))
	}
	return [...]string{"lower", "neither", "higher"}[d+1]
}

// Better returns which of two values of the metric is better.
func (m Metric) Better() Direction {
	switch {
	case m >= wastedBy && m < inState:
		return LowerIsBetter
	case m >= inState:
		return betterEnd(State((m-inState)/2), (m-inState)%2 == 0)
	}
	switch m {
	case Resolved:
		return HigherIsBetter
	case Attempts, RecoveryAttempts, FailedRecoveries, PermanentRecoveries, FutileRecoveries,
		WaitedMS, EarlyRetries, DeadlineMisses, WaitsTooLong,
		DuplicateEffects, UnknownOutcomes, UnconfirmedRetries,
		Misrouted, FalseSuccesses, MissedSuccesses, TerminalNotStopped:
		return LowerIsBetter
	default:
		return Neither
	}
}

// betterEnd returns the direction of the operations that end in a state. A controller
// that believes the truth about an unresolved operation has done nothing wrong.
func betterEnd(s State, succeeded bool) Direction {
	switch believed := s == StateResolved; {
	case believed != succeeded:
		return LowerIsBetter
	case succeeded:
		return HigherIsBetter
	default:
		return Neither
	}
}

var metricKeys = [...]string{
	"failures.transient", "failures.validation", "failures.permission", "failures.not_found",
	"attempts", "resolved", "recovery_attempts",
	"actions.retry", "actions.repair", "actions.authorize", "actions.replace", "actions.stop",
	"wasted_retries.failed", "wasted_retries.permanent", "wasted_retries.futile", "escalated",
	"time.waited_ms", "time.early_retries", "time.deadline_misses", "time.waits_too_long", "time.refused_attempts",
	"side_effects.duplicates", "side_effects.unknown_outcomes", "side_effects.unconfirmed_retries",
	"reports.misrouted", "reports.false_successes", "reports.missed_successes", "reports.phantom_failures", "reports.terminal_not_stopped",
}

// String returns the key of the metric in the JSON of a summary.
func (m Metric) String() string {
	switch {
	case m < wastedBy:
		return metricKeys[m]
	case m < inState:
		return "reports.wasted_by_distortion." + scenario.Distortion(m-wastedBy).String()
	case m < metrics:
		truth := [...]string{"succeeded", "failed"}[(m-inState)%2]
		return "states." + State((m-inState)/2).String() + "." + truth
	default:
		return fmt.Sprintf("Metric(%d)", uint8(m))
	}
}

// Metrics returns every metric, in order.
func Metrics() []Metric {
	all := make([]Metric, metrics)
	for i := range all {
		all[i] = Metric(i)
	}
	return all
}

// All weights below are -1, 0 or 1, so that products with them are exact. The
// milliseconds of a wait are the exception.

// PerOperation returns what every operation adds to the metric: its first call, and the
// end that it has if that call succeeds. It is not negative.
func (m Metric) PerOperation() int64 {
	return one(m == Attempts) + m.perEnd(resolved, scenario.ReadOnly)
}

// PerKind returns what an operation adds in addition if it is of a kind, which is an
// index of p.Kinds. Its end replaces the end that [Metric.PerOperation] counts; if steps
// follow the first call, they count the end.
func (m Metric) PerKind(p *Plan, kind int) int64 {
	if !m.countsKinds() {
		return 0
	}
	k := p.Kinds[kind]
	c, failed := k.Class.Get()
	switch {
	case m <= NotFoundFailures:
		return one(failed && scenario.Class(m) == c)
	case m == PhantomFailures:
		return one(!failed)
	case m == Misrouted:
		return one(slices.Contains(p.Misrouted, kind))
	default:
		return m.perEnd(p.Entry[kind], k.Risk) - m.PerOperation()
	}
}

// countsKinds reports whether a kind of operations can add to the metric.
func (m Metric) countsKinds() bool { return m.FromTape() || m == Misrouted || m.countsEnds() }

// countsEnds reports whether the metric depends on how operations end.
func (m Metric) countsEnds() bool {
	return m >= inState || m == Resolved || m == UnknownOutcomes || m == FalseSuccesses || m == MissedSuccesses
}

// PerStep returns what a visit of a step of the plan adds, and what its success adds in
// addition.
func (m Metric) PerStep(p *Plan, s *Step) (visit, success int64) {
	if m.FromTape() {
		return 0, 0 // the kinds decide it
	}
	if m >= wastedBy && m < inState {
		wasted := one(s.attempts() && m == WastedBy(p.Kinds[s.Kind].Distortion))
		return wasted, -wasted
	}
	switch m {
	case Attempts, RecoveryAttempts:
		return one(s.attempts()), 0
	case Retries:
		return one(s.takes(Retry)), 0
	case Repairs:
		return one(s.takes(Repair)), 0
	case Authorizations, Escalated:
		return one(s.takes(Authorize)), 0
	case Replacements:
		return one(s.takes(Replace)), 0
	case Stops:
		return one(s.takes(Stop)), 0
	case FailedRecoveries:
		return one(s.attempts()), -one(s.attempts())
	case PermanentRecoveries:
		return one(s.permanent()), 0
	case FutileRecoveries:
		return one(s.futile()), 0
	case WaitedMS:
		return one(s.attempts()) * s.Wait.Lo, 0 // used if chance decides no wait
	case EarlyRetries:
		early := one(s.attempts() && s.Roll == scenario.OutageRoll)
		return early, -early
	case DeadlineMisses:
		return s.happens(TooLate)
	case WaitsTooLong:
		return s.happens(TooLong)
	case RefusedAttempts:
		return s.happens(Refused)
	case DuplicateEffects:
		return s.happens(Duplicates)
	case UnconfirmedRetries:
		return s.happens(Unconfirmed)
	case TerminalNotStopped:
		return one(s.New && s.permanent()), 0
	default:
		risk := p.Kinds[s.Kind].Risk
		then, otherwise := m.perEnd(s.Then, risk), m.perEnd(s.Else, risk)
		return otherwise, then - otherwise
	}
}

// perEnd returns what the end of an operation of a risk adds, and 0 if a step
// follows.
func (m Metric) perEnd(n Next, risk scenario.Risk) int64 {
	state, succeeded, ended := n.End()
	if !ended {
		return 0
	}
	believed := state == StateResolved
	switch {
	case m >= inState:
		return one(m == InState(state, succeeded))
	case m == Resolved:
		return one(believed && succeeded)
	case m == UnknownOutcomes:
		return one(!believed && risk != scenario.ReadOnly)
	case m == FalseSuccesses:
		return one(believed && !succeeded)
	case m == MissedSuccesses:
		return one(!believed && succeeded)
	default:
		return 0
	}
}

// resolved is the end of an operation that has succeeded and is believed to have.
var resolved = Ends(StateResolved, true)

// takes reports whether the step is a decision for the action.
func (s *Step) takes(a Action) bool { return s.Event == NoEvent && s.Action == a }

// attempts reports whether the step makes a recovery attempt.
func (s *Step) attempts() bool { return s.Event == NoEvent && s.Action.Attempt() }

// happens returns how often the event happens at a visit of the step, and how often in
// addition at its success.
func (s *Step) happens(e Event) (visit, success int64) {
	certain := s.Roll == scenario.NoRoll && s.Guard == NoGuard
	return one(s.Event == e && certain), one(s.Event == e && !certain)
}

// permanent reports whether the step retries or repairs a permanent failure for nothing.
// No roll decides such an attempt, unless the server answers it with a stored success.
func (s *Step) permanent() bool {
	return s.Class.Permanent() && (s.takes(Retry) || s.takes(Repair)) && s.Roll == scenario.NoRoll
}

// resolves reports whether a success of the step resolves its operation: an attempt does,
// and so does a commit of a failure that was reported as a success.
func (s *Step) resolves() bool { return s.attempts() || s.Event == Commits && s.Then == resolved }

// futile reports whether the step makes an attempt that cannot succeed. It returns false
// if chance decides when the attempt starts: then this is not known.
func (s *Step) futile() bool { return s.attempts() && s.Threshold <= s.Floor && !s.Timed() }

// byChance reports whether an assumed probability decides the attempt of the step, and
// not its start or what the server has stored.
func (s *Step) byChance() bool {
	return s.attempts() && s.Roll != scenario.NoRoll && s.Roll != scenario.OutageRoll && s.Then != s.Else
}

// Timed reports whether the step succeeds if the outage is over when its attempt starts,
// and chance decides that start.
func (s *Step) Timed() bool { return s.Roll == scenario.OutageRoll && s.StartMS.IsZero() }

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Charge is a price, and the metric that counts how often it is paid.
type Charge struct {
	Price  float64 // at least 0
	Metric Metric
}

// Charges returns what a strategy pays in one currency.
func Charges(p scenario.Prices) [3]Charge {
	return [...]Charge{{p.Attempt, Attempts}, {p.Repair, Repairs}, {p.Escalation, Escalated}}
}
