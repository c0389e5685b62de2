package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"errbench/exact"
)

// rule is a demand on one value of a summary.
type rule struct {
	key   string
	found any
	met   bool
	works string
}

// follows demands a value that follows from others: the same in JSON.
func follows(key string, found, is any) rule {
	return rule{key, found, bytes.Equal(inJSON(found), inJSON(is)), "by the other numbers it is " + string(inJSON(is))}
}

// fixedText demands a text that is the same in every summary.
func fixedText(key, found, is string) rule {
	return rule{key, found, found == is, string(inJSON(is)) + " works"}
}

// oneOf demands one of some texts.
func oneOf(key, found string, texts []string) rule {
	return rule{key, found, slices.Contains(texts, found), fmt.Sprintf("one of %s works", inJSON(texts))}
}

// within demands a number between two others, both inclusive, or null where
// either is.
func within(key string, found, lo, hi Number) rule {
	met := lo <= found && found <= hi
	works := fmt.Sprintf("%s to %s works", inJSON(lo), inJSON(hi))
	if !lo.Defined() || !hi.Defined() {
		met, works = !found.Defined(), "null works"
	}
	return rule{key, found, met, works}
}

// atMost demands a count from 0 to most.
func atMost(key string, found, most int64) rule {
	return between(key, found, 0, most)
}

func (r rule) broken() error {
	if r.met {
		return nil
	}
	return fmt.Errorf("%s: found %s; %s", r.key, inJSON(r.found), r.works)
}

func inJSON(v any) []byte {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(v); err != nil {
		panic("report: " + err.Error()) // all of a summary has a JSON form
	}
	return bytes.TrimSpace(b.Bytes())
}

// under places rules below a key.
func under(key string, rules ...rule) []rule {
	for i := range rules {
		rules[i].key = key + "." + rules[i].key
	}
	return rules
}

func broken(rules []rule) error {
	var errs []error
	for _, r := range rules {
		errs = append(errs, r.broken())
	}
	return errors.Join(errs...)
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
	rules = append(rules, r.ResolutionMS.rules(s.timesRule(i), a.LatencyMS.Call, Number(r.RecoveryAttempts-r.WastedRetries.Failed), Number(r.Failures.sum()), 0)...)
	rules = append(rules,
		follows("per_run.runs", r.PerRun.Runs, s.runs()),
		follows("operations", r.Operations, s.runs()*a.Operations),
		follows("failures", r.Failures, s.Results[0].Failures),
		follows("reports.phantom_failures", r.Reports.PhantomFailures, s.Results[0].Reports.PhantomFailures))
	rules = append(rules, r.ResolutionInterval.is(s.intervalOf(i))...)
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

// is demands the interval of a resolution rate that follows from other numbers. The
// quantile of one over runs has another last digit on another processor.
func (i Interval) is(other Interval) []rule {
	if i.Method != runsMethod || other.Method != runsMethod {
		return []rule{follows("resolution_interval", i, other)}
	}
	const digit = 2e-9
	return under("resolution_interval",
		follows("level", i.Level, other.Level),
		follows("n", i.N, other.N),
		within("lo", i.Lo, other.Lo-digit, other.Lo+digit),
		within("hi", i.Hi, other.Hi-digit, other.Hi+digit))
}

// intervalOf returns the interval that result i must have. Operations that share a
// budget depend on each other within a run, so that only runs are independent.
func (s Summary) intervalOf(i int) Interval {
	r, e := s.Results[i], s.Expected[i]
	switch {
	case r.Operations > 0 && (e.SD.Resolved == 0 || e.spared()):
		return NoInterval(r.Operations)
	case e.obstacle() == exact.SharedBudget:
		return overRuns(r.PerRun.Runs, r.ResolutionRate, 1, r.PerRun.SD.Written(), runsMethod)
	default:
		return Wilson(r.Resolved, r.Operations)
	}
}

// rules is what holds of the counts of a result alone.
func (r Result) rules() []rule {
	a, f, w := r.Actions, r.Failures, r.WastedRetries
	failures := r.Operations - r.atOnce() // in truth, or as they are reported
	return []rule{
		follows("attempts", r.Attempts, r.Operations+r.RecoveryAttempts),
		follows("attempts_per_operation", r.AttemptsPerOperation, ratio(float64(r.Attempts), float64(r.Operations))),
		follows("recovery_attempts", r.RecoveryAttempts, a.Retry+a.Repair+a.Replace),
		follows("escalated", r.Escalated, a.Authorize),
		follows("resolved", r.Resolved, r.Operations-failures+r.RecoveryAttempts-w.Failed),
		follows("resolution_rate", r.ResolutionRate, ratio(float64(r.Resolved), float64(r.Operations))),
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

func (p PerRun) rules(rate Number) []rule {
	zero, one, spread := Number(0), Number(1), Number(1)
	if p.Runs == 0 {
		zero, one = undefined, undefined
	}
	if p.Runs < 2 {
		spread = undefined
	}
	return under("per_run",
		follows("mean", p.Mean, rate),
		within("min", p.Min, zero, p.Mean.Written()),
		within("max", p.Max, p.Mean.Written(), one),
		within("sd", p.SD, 0, spread))
}

func (s Summary) expectedRules(i int, e Expected) []rule {
	operations := s.Assumptions.TotalOperations()
	var counted map[string]Number
	rules := []rule{oneOf("method", e.Method, methods())}
	if len(s.Results) > 0 {
		r := s.Results[i]
		operations, counted = r.Operations, byKey(r.Counts)
		rules = append(rules,
			follows("strategy", e.Strategy, r.Strategy),
			follows("contract", e.Contract, r.Contract),
			follows("router", e.Router, r.Router))
	}
	rules = append(rules,
		follows("operations", e.Operations, Number(operations)),
		follows("cost", e.Cost, costOf(s.Assumptions.Cost, metricsIn(e.Counts))),
		follows("resolution_rate", e.ResolutionRate, ratio(float64(e.Resolved), float64(operations))),
		follows("attempts_per_operation", e.AttemptsPerOperation, ratio(float64(e.Attempts), float64(operations))),
		follows("sd.operations", e.SD.Operations, 0),
		follows("sd.resolution_rate", e.SD.ResolutionRate, ratio(float64(e.SD.Resolved), float64(operations))),
		follows("sd.attempts_per_operation", e.SD.AttemptsPerOperation, ratio(float64(e.SD.Attempts), float64(operations))))
	how := rankRule
	if e.ResolutionMS.Rule == unknownRule || e.obstacle() != "" {
		how = unknownRule
	}
	const roundings = 1e-9 // far more than there are, and far less than one operation
	slack := 10*roundings + float64(1e-12*float64(max(e.RecoveryAttempts, e.Failures.sum())))
	rules = append(rules, e.ResolutionMS.rules(how, s.Assumptions.LatencyMS.Call, e.RecoveryAttempts-e.WastedRetries.Failed, e.Failures.sum(), slack)...)
	mean, sd, z := byKey(e.Counts), byKey(e.SD), byKey(e.Z)
	for _, v := range Flatten("", e.SD) {
		if strings.HasSuffix(v.Key, "_per_resolved") {
			rules = append(rules, follows("sd."+v.Key, sd[v.Key], undefined), follows("z."+v.Key, z[v.Key], undefined))
			continue
		}
		if rate, ok := totalOf[v.Key]; ok {
			rules = append(rules, follows("z."+v.Key, z[v.Key], z[rate]))
			continue
		}
		if priced := strings.HasPrefix(v.Key, "cost."); !priced && !e.has(v.Key) {
			rules = append(rules, follows(v.Key, mean[v.Key], undefined))
		} else if !priced {
			rules = append(rules, rule{v.Key, mean[v.Key], mean[v.Key].Defined(), "a number works"})
		}
		if !mean[v.Key].Defined() {
			rules = append(rules, follows("sd."+v.Key, sd[v.Key], undefined), follows("z."+v.Key, z[v.Key], undefined))
			continue
		}
		is := undefined
		if counted != nil {
			is = score(counted[v.Key], mean[v.Key], sd[v.Key])
		}
		rules = append(rules,
			rule{"sd." + v.Key, sd[v.Key], sd[v.Key] >= 0, "a number of at least 0 works"},
			follows("z."+v.Key, z[v.Key], is))
		if counted != nil && sd[v.Key] == 0 {
			off := math.Abs(float64(counted[v.Key] - mean[v.Key]))
			rules = append(rules, rule{v.Key, mean[v.Key], off <= roundings*float64(operations), "what was counted works, since chance cannot change it: " + counted[v.Key].Text()})
		}
	}
	return rules
}

// totalOf names the count that a rate is made of.
var totalOf = map[string]string{"resolution_rate": "resolved", "attempts_per_operation": "attempts"}

func (c Comparison) rules(a, b Result) []rule {
	is := difference(a, b)
	rules := []rule{
		follows("strategy", c.Strategy, is.Strategy),
		follows("against", c.Against, is.Against),
		follows("resolution_difference", c.ResolutionDifference, is.ResolutionDifference),
		follows("failed_reduction", c.FailedReduction, is.FailedReduction),
	}
	rules = append(rules, under("difference_interval", c.DifferenceInterval.rules(c.ResolutionDifference, pairedMethod, a.PerRun.Runs)...)...)
	return append(rules, under("reduction_interval", c.ReductionInterval.rules(c.FailedReduction, ratioMethod, a.PerRun.Runs)...)...)
}

// rules is of an interval over runs: whether chance can change its number at
// all is a matter of the plans, which a summary does not hold.
func (i Interval) rules(center Number, method string, runs int64) []rule {
	constant := i.Method == exactMethod && center.Defined()
	level := Number(Level)
	if constant {
		method, level = exactMethod, undefined
	}
	rules := []rule{fixedText("method", i.Method, method), follows("level", i.Level, level), follows("n", i.N, runs)}
	if constant || runs < 2 || !center.Defined() {
		return append(rules, follows("lo", i.Lo, undefined), follows("hi", i.Hi, undefined))
	}
	return append(rules, i.aroundRules(center.Written())...)
}

// aroundRules is of the ends of an interval over at least two runs: the center
// lies in their middle, or both are null where the runs did not differ.
func (i Interval) aroundRules(center Number) []rule {
	if !i.Lo.Defined() || !i.Hi.Defined() {
		return []rule{follows("lo", i.Lo, undefined), follows("hi", i.Hi, undefined)}
	}
	if i.Lo > center || i.Hi < center {
		return []rule{
			{"lo", i.Lo, i.Lo <= center, "at most " + center.Text() + " works"},
			{"hi", i.Hi, i.Hi >= center, "at least " + center.Text() + " works"},
		}
	}
	// Three numbers are rounded to 9 decimals; large ones have fewer.
	tolerance := 3e-9 + float64(0x1p-50*max(math.Abs(float64(i.Lo)), math.Abs(float64(i.Hi))))
	off := math.Abs(float64(i.Lo + i.Hi - Number(2*center)))
	mirrored := (Number(2*center) - i.Lo).Written()
	return []rule{{"hi", i.Hi, off <= tolerance, "by the other numbers it is " + mirrored.Text()}}
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
		rules = append(rules, follows("squared", g.Squared, undefined))
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
