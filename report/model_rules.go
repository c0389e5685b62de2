package report

import (
	"strconv"

	"errbench/internal/stat"
	"errbench/scenario"
	"errbench/strategy"
)

// modelRules is of the counts that the published benchmark does not know. What the
// assumptions switch off is zero.
func (r Result) modelRules(a scenario.Assumptions) []rule {
	rules := append(r.stateRules(), r.timeRules(a)...)
	rules = append(rules, r.sideEffectRules(a)...)
	rules = append(rules, r.reportRules(a)...)
	return append(rules, follows("cost", r.Cost, costOf(a.Cost, metricsIn(r.Counts))))
}

// metricsIn returns the metrics that the counts hold.
func metricsIn[N int64 | stat.Number](c Counts[N]) func(strategy.Metric) stat.Number {
	numbers := byKey(c)
	return func(m strategy.Metric) stat.Number { return numbers[m.String()] }
}

// sum returns the operations of a state.
func (t Truth[N]) sum() N { return t.Succeeded + t.Failed }

// stateRules says that every operation ended in one state, and how far other
// counts tell in which.
func (r Result) stateRules() []rule {
	states := r.States
	others := states.Resolved.sum() + states.Partial.sum() + states.Blocked.sum() + states.NeedsReview.sum() + states.Crashed.sum()
	var rules []rule
	for _, v := range wholesIn(states) {
		rules = append(rules, atMost(v.key, v.n, r.Operations))
	}
	rules = append(rules,
		follows("resolved.succeeded", states.Resolved.Succeeded, r.Resolved),
		follows("resolved.failed", states.Resolved.Failed, r.Reports.FalseSuccesses),
		follows("blocked.failed", states.Blocked.Failed, r.Actions.Stop-states.Blocked.Succeeded),
		follows("needs_review.failed", states.NeedsReview.Failed, r.Escalated-states.NeedsReview.Succeeded),
		follows("retryable.failed", states.Retryable.Failed, r.Operations-others-states.Retryable.Succeeded))
	return under("states", rules...)
}

// whole is a whole number of a part of a summary.
type whole struct {
	key string
	n   int64
}

// wholesIn returns the numbers of a part that are all whole, in order.
func wholesIn(part any) []whole {
	var all []whole
	for _, v := range Flatten("", part) {
		n, err := strconv.ParseInt(v.Text, 10, 64)
		if err != nil {
			panic("report: " + err.Error()) // they are int64
		}
		all = append(all, whole{v.Key, n})
	}
	return all
}

// most returns a limit where something is switched on, 0 where it is not.
func most(on bool, limit int64) int64 {
	if on {
		return limit
	}
	return 0
}

func (r Result) timeRules(a scenario.Assumptions) []rule {
	t, later := r.Time, r.States.Retryable.sum()
	return under("time",
		rule{"waited_ms", t.WaitedMS, t.WaitedMS >= 0, "a number of at least 0 works"},
		atMost("early_retries", t.EarlyRetries, most(a.TransientModel == scenario.Outage, r.WastedRetries.Failed)),
		atMost("deadline_misses", t.DeadlineMisses, later), // a strategy may have a deadline of its own
		atMost("waits_too_long", t.WaitsTooLong, most(!a.RetryAfterMS.IsZero(), later-t.DeadlineMisses)),
		atMost("refused_attempts", t.RefusedAttempts, later-t.DeadlineMisses-t.WaitsTooLong))
}

func (r Result) sideEffectRules(a scenario.Assumptions) []rule {
	e, writes := r.SideEffects, a.Risk.IdempotentWrite > 0 || a.Risk.Destructive > 0
	return under("side_effects",
		atMost("duplicates", e.Duplicates, most(writes, r.RecoveryAttempts)),
		atMost("unknown_outcomes", e.UnknownOutcomes, most(writes, r.Operations-r.States.Resolved.sum())),
		atMost("unconfirmed_retries", e.UnconfirmedRetries, most(a.Risk.Destructive > 0, r.RecoveryAttempts)))
}

func (r Result) reportRules(a scenario.Assumptions) []rule {
	c, s, f, d := r.Reports, r.States, r.Failures, a.Distortions
	failures := f.sum()
	terminal := f.Permission + f.NotFound + most(a.AfterRepair > 0, f.Validation)
	rules := []rule{
		atMost("misrouted", c.Misrouted, most(d != scenario.Distortions{}, failures)),
		atMost("false_successes", c.FalseSuccesses, most(d.FailureAsSuccess > 0, failures)),
		follows("missed_successes", c.MissedSuccesses, s.Partial.Succeeded+s.Retryable.Succeeded+s.Blocked.Succeeded+s.NeedsReview.Succeeded+s.Crashed.Succeeded),
		atMost("phantom_failures", c.PhantomFailures, most(d.SuccessAsFailure > 0, c.MissedSuccesses)),
		atMost("terminal_not_stopped", c.TerminalNotStopped, min(terminal, r.WastedRetries.Permanent)),
	}
	rest := r.WastedRetries.Failed
	for _, v := range wholesIn(c.WastedByDistortion)[1:] { // the first takes what the others leave
		rules = append(rules, atMost("wasted_by_distortion."+v.key, v.n, most(d != scenario.Distortions{}, rest)))
		rest -= v.n
	}
	return under("reports", append(rules, follows("wasted_by_distortion.honest", c.WastedByDistortion.Honest, rest))...)
}
