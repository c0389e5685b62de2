package strategy

import "errbench/scenario"

// Metric is a count of what a strategy did on a tape. Every metric is a linear
// form: so much for each operation, for each failure of a class, and for each
// visit and each success of a step. Replay counts those, exact knows their
// moments, and what they add up to is said here alone.
type Metric uint8

// The metrics, in the order of summaries.
const (
	TransientFailures   Metric = iota // operations whose first call failed so
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
	PermanentRecoveries               // wasted: retries or repairs of a permission or not_found failure
	FutileRecoveries                  // wasted: recovery attempts whose threshold is zero
	Escalated                         // operations handed to a person
)

var metricKeys = [...]string{
	"failures.transient", "failures.validation", "failures.permission", "failures.not_found",
	"attempts", "resolved", "recovery_attempts",
	"actions.retry", "actions.repair", "actions.authorize", "actions.replace", "actions.stop",
	"wasted_retries.failed", "wasted_retries.permanent", "wasted_retries.futile", "escalated",
}

// String returns the key of the metric in the JSON of a summary.
func (m Metric) String() string { return metricKeys[m] }

// Metrics returns every metric, in order.
func Metrics() []Metric {
	all := make([]Metric, len(metricKeys))
	for i := range all {
		all[i] = Metric(i)
	}
	return all
}

// Tally holds what metrics are made of: counts of a replay, or expectations.
type Tally[N int64 | float64] struct {
	Operations        N
	Kinds             []N // operations of each kind of the plan
	Visits, Successes []N // by step of the plan; Successes[i] <= Visits[i]
}

// Total returns the value of a metric.
func Total[N int64 | float64](m Metric, p *Plan, t Tally[N]) N {
	total := N(N(m.PerOperation()) * t.Operations)
	for k, kind := range p.Kinds {
		total += N(N(m.PerKind(kind)) * t.Kinds[k])
	}
	for i := range p.Steps {
		visit, success := m.PerStep(&p.Steps[i])
		total += N(N(visit)*t.Visits[i]) + N(N(success)*t.Successes[i])
	}
	return total
}

// All weights below are -1, 0 or 1, so that products with them are exact.

// PerOperation returns what an operation adds to the metric.
func (m Metric) PerOperation() int { return one(m == Attempts || m == Resolved) }

// PerKind returns what an operation of a kind adds besides.
func (m Metric) PerKind(k scenario.Kind) int {
	if m == Resolved {
		return -1 // unless a step says so
	}
	c, failed := k.Class.Get()
	return one(failed && m <= NotFoundFailures && scenario.Class(m) == c)
}

// PerStep returns what a visit of a step adds, and what its success adds
// besides.
func (m Metric) PerStep(s *Step) (visit, success int) {
	switch m {
	case Attempts, RecoveryAttempts:
		return one(s.attempts()), 0
	case Resolved:
		then, otherwise := one(s.Then == resolved), one(s.Else == resolved)
		return otherwise, then - otherwise
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
		return one(s.Permanent()), 0
	case FutileRecoveries:
		return one(s.Futile()), 0
	default:
		return 0, 0
	}
}

// resolved is the end of an operation that has succeeded and is believed to have.
var resolved = Ends(StateResolved, true)

// takes tells whether the step is a decision for the action.
func (s *Step) takes(a Action) bool { return s.Event == NoEvent && s.Action == a }

// attempts tells whether the step makes a recovery attempt.
func (s *Step) attempts() bool { return s.Event == NoEvent && s.Action.Attempt() }

// Permanent tells whether the step retries or repairs what neither can help.
func (s *Step) Permanent() bool {
	return s.Class.Permanent() && (s.takes(Retry) || s.takes(Repair))
}

// Futile tells whether the step makes an attempt that cannot succeed.
func (s *Step) Futile() bool { return s.attempts() && s.Threshold <= s.Floor && !s.Timed() }

// byChance tells whether the step makes an attempt that an assumed chance decides:
// neither when it starts nor what the server has stored.
func (s *Step) byChance() bool {
	return s.attempts() && s.Roll != scenario.NoRoll && s.Roll != scenario.OutageRoll && s.Then != s.Else
}

// Timed tells whether the step is decided by when its attempt starts, which
// chance decides: it succeeds if the outage is over by then.
func (s *Step) Timed() bool { return s.Roll == scenario.OutageRoll && s.StartMS.IsZero() }

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
