package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"errbench/exact"
	"errbench/internal/stat"
)

// isDigest tells whether a text has the form of [strategy.Digest].
func isDigest(text string) bool {
	sum, named := strings.CutPrefix(text, "sha256:")
	bytes, err := hex.DecodeString(sum)
	return named && err == nil && len(bytes) == sha256.Size
}

// consistent refuses numbers that contradict each other.
func (s Summary) consistent() error {
	results := len(s.Expected)
	if s.Engine == ExactEngine {
		results = 0
	}
	if err := broken([]rule{
		follows("results", len(s.Results), results),
		follows("comparisons", len(s.Comparisons), results*(results-1)/2),
	}); err != nil {
		return err
	}
	return broken(s.rules())
}

// rules returns what must hold in a summary with as many expectations as its
// engine has results, and a comparison of each pair.
func (s Summary) rules() []rule {
	rules := []rule{
		fixedText("notice", s.Notice, Notice),
		{"plan_digest", s.PlanDigest, isDigest(s.PlanDigest), "sha256: and 64 hexadecimal digits work"},
		follows("assumptions.name", s.Assumptions.Name, s.Assumptions.Relabel().Name),
		follows("complete", s.Complete, s.Engine == ExactEngine || s.runs() == s.Assumptions.Runs),
	}
	rules = append(rules, s.assumedReaderRules()...)
	names := map[string]bool{}
	for i, e := range s.Expected {
		rules = append(rules, rule{fmt.Sprintf("expected[%d].strategy", i), e.Strategy, !names[e.Strategy], "a name that no other strategy has works"})
		names[e.Strategy] = true
	}
	if len(s.Results) > 0 {
		rules = append(rules, atMost("results[0].per_run.runs", s.runs(), s.Assumptions.Runs))
	}
	for i, r := range s.Results {
		rules = append(rules, under(fmt.Sprintf("results[%d]", i), s.resultRules(i, r)...)...)
	}
	for i, e := range s.Expected {
		rules = append(rules, under(fmt.Sprintf("expected[%d]", i), s.expectedRules(i, e)...)...)
	}
	k := 0
	for i, r := range s.Results {
		for _, against := range s.Results[:i] {
			rules = append(rules, under(fmt.Sprintf("comparisons[%d]", k), s.Comparisons[k].rules(r, against)...)...)
			k++
		}
	}
	rules = append(rules, under("agreement", s.agreementRules()...)...)
	return append(rules, s.warningRule())
}

func (s Summary) resultRules(i int, r Result) []rule {
	a := s.Assumptions
	rules := append(r.rules(), r.modelRules(a)...)
	rules = append(rules, r.ResolutionMS.rules(s.timesRule(i), a.LatencyMS.Call, stat.Number(r.RecoveryAttempts-r.WastedRetries.Failed), stat.Number(r.Failures.sum()), 0)...)
	rules = append(rules,
		follows("per_run.runs", r.PerRun.Runs, s.runs()),
		follows("operations", r.Operations, s.runs()*a.Operations),
		follows("failures", r.Failures, s.Results[0].Failures),
		follows("reports.phantom_failures", r.Reports.PhantomFailures, s.Results[0].Reports.PhantomFailures))
	rules = append(rules, intervalIs(r.ResolutionInterval, s.intervalOf(i))...)
	return append(rules, r.PerRun.rules(r.ResolutionRate)...)
}

// timesRule returns the rule of the times of result i: whether its plan waits at
// random is a matter of the plan, of which its expectations tell.
func (s Summary) timesRule(i int) string {
	e, found := s.Expected[i], s.Results[i].ResolutionMS.Rule
	switch o := e.obstacle(); {
	case o == exact.SharedBudget && found == roundedRule, o != exact.SharedBudget && o != "", e.waitsUnknown():
		return roundedRule
	default:
		return rankRule
	}
}

// intervalOf returns the interval that result i must have. Operations that share a
// budget depend on each other within a run, so that only runs are independent.
func (s Summary) intervalOf(i int) stat.Interval {
	r, e := s.Results[i], s.Expected[i]
	switch {
	case r.Operations > 0 && (e.SD.Resolved == 0 || e.spared()):
		return stat.NoInterval(r.Operations)
	case e.obstacle() == exact.SharedBudget:
		return stat.OverRuns(r.PerRun.Runs, r.ResolutionRate, 1, r.PerRun.SD.Written(), stat.RunsMethod)
	default:
		return stat.Wilson(r.Resolved, r.Operations)
	}
}

// rules is what holds of the counts of a result alone.
func (r Result) rules() []rule {
	a, f, w := r.Actions, r.Failures, r.WastedRetries
	failures := r.Operations - r.atOnce() // in truth, or as they are reported
	return []rule{
		follows("attempts", r.Attempts, r.Operations+r.RecoveryAttempts),
		follows("attempts_per_operation", r.AttemptsPerOperation, stat.Ratio(float64(r.Attempts), float64(r.Operations))),
		follows("recovery_attempts", r.RecoveryAttempts, a.Retry+a.Repair+a.Replace),
		follows("escalated", r.Escalated, a.Authorize),
		follows("resolved", r.Resolved, r.Operations-failures+r.RecoveryAttempts-w.Failed),
		follows("resolution_rate", r.ResolutionRate, stat.Ratio(float64(r.Resolved), float64(r.Operations))),
		atMost("wasted_retries.failed", w.Failed, r.RecoveryAttempts),
		atMost("wasted_retries.permanent", w.Permanent, a.Retry+a.Repair),
		atMost("wasted_retries.futile", w.Futile, w.Failed),
		atMost("actions.authorize", a.Authorize, failures),
		atMost("actions.stop", a.Stop, failures-a.Authorize),
		atMost("actions.retry", a.Retry, r.RecoveryAttempts),
		atMost("actions.repair", a.Repair, r.RecoveryAttempts),
		atMost("actions.replace", a.Replace, r.RecoveryAttempts),
		atMost("failures.transient", f.Transient, r.Operations),
		atMost("failures.validation", f.Validation, r.Operations),
		atMost("failures.permission", f.Permission, r.Operations),
		atMost("failures.not_found", f.NotFound, r.Operations),
		atMost("resolved", r.Resolved, r.Operations),
	}
}

// atOnce returns the operations whose first call succeeded and is reported so.
func (c Counts[N]) atOnce() N {
	return c.Operations - c.Failures.sum() - c.Reports.PhantomFailures
}

func (p PerRun) rules(rate stat.Number) []rule {
	zero, one, spread := stat.Number(0), stat.Number(1), stat.Number(1)
	if p.Runs == 0 {
		zero, one = stat.Undefined, stat.Undefined
	}
	if p.Runs < 2 {
		spread = stat.Undefined
	}
	return under("per_run",
		follows("mean", p.Mean, rate),
		within("min", p.Min, zero, p.Mean.Written()),
		within("max", p.Max, p.Mean.Written(), one),
		within("sd", p.SD, 0, spread))
}

func (c Comparison) rules(a, b Result) []rule {
	is := difference(a, b)
	rules := []rule{
		follows("strategy", c.Strategy, is.Strategy),
		follows("against", c.Against, is.Against),
		follows("resolution_difference", c.ResolutionDifference, is.ResolutionDifference),
		follows("failed_reduction", c.FailedReduction, is.FailedReduction),
	}
	rules = append(rules, under("difference_interval", intervalRules(c.DifferenceInterval, c.ResolutionDifference, stat.PairedMethod, a.PerRun.Runs)...)...)
	return append(rules, under("reduction_interval", intervalRules(c.ReductionInterval, c.FailedReduction, stat.RatioMethod, a.PerRun.Runs)...)...)
}

func (s Summary) agreementRules() []rule {
	g, vary := s.Agreement, int64(0)
	is := s.agreement(g.Squared, g.DegreesOfFreedom)
	for _, e := range s.Expected {
		sd := byKey(e.SD)
		for _, m := range published {
			if s.Engine == ReplayEngine && sd[m.String()] > 0 {
				vary++
			}
		}
	}
	rules := []rule{
		fixedText("method", g.Method, is.Method),
		atMost("degrees_of_freedom", int64(g.DegreesOfFreedom), vary),
	}
	if g.DegreesOfFreedom <= 0 {
		is = noAgreement(is.Method)
		rules = append(rules, follows("squared", g.Squared, stat.Undefined))
	} else {
		rules = append(rules, rule{"squared", g.Squared, g.Squared >= 0, "a number of at least 0 works"})
	}
	// The chi-squared distribution is computed anew, with another last digit on
	// another processor.
	const digit = 2e-9
	return append(rules,
		follows("valid", g.Valid, is.Valid),
		within("chance", g.Chance, is.Chance-digit, is.Chance+digit))
}

func (s Summary) warningRule() rule {
	return follows("warnings", codes(s.Warnings), codes(warnings(s)))
}
