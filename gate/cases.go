package gate

import (
	"fmt"
	"strings"

	"errbench/internal/stat"
)

// testCase is one check, for CI systems that count tests.
type testCase struct {
	group   string // "exercise", "baseline" or "requirement"
	name    string
	failure string // one line, "" if it passed
	detail  string // further lines
}

// cases returns the checks: that the run exercised what the baseline did, each
// strategy and the plan digest or each metric against the baseline, and each
// requirement.
func (o Outcome) cases() []testCase {
	exercise := testCase{group: "exercise", name: "what the baseline exercised was exercised"}
	if o.withoutBaseline() {
		exercise.name = "something was exercised"
	}
	if n := len(o.Unexercised); n > 0 {
		exercise.failure, exercise.detail = fmt.Sprintf("%d not exercised", n), strings.Join(o.Unexercised, "\n")
	}
	cases := []testCase{exercise}
	switch {
	case o.withoutBaseline():
	case o.Joint == nil:
		cases = append(cases, o.equalityCases()...)
	default:
		cases = append(cases, o.distributionCases()...)
	}
	for _, f := range o.Requirements {
		c := testCase{group: "requirement", name: f.Requirement}
		if !f.Met {
			c.failure = "not met: found " + f.found()
			c.detail = fmt.Sprintf("required %s\nfound    %s", f.Requirement, f.found())
		}
		cases = append(cases, c)
	}
	return cases
}

// equalityCases returns a case for each strategy and one for the plan digest.
func (o Outcome) equalityCases() []testCase {
	var cases []testCase
	for _, strategy := range o.Strategies {
		cases = append(cases, o.strategyCase(strategy))
	}
	digest := testCase{group: "baseline", name: "plan digest"}
	if o.otherPlans() {
		digest.failure = "the plan digest differs from the baseline's"
		digest.detail = fmt.Sprintf("baseline %s\ncurrent  %s", o.PlanDigests.Baseline, o.PlanDigests.Current)
	}
	return append(cases, digest)
}

// strategyCase returns the case that a strategy decides and counts as the baseline.
func (o Outcome) strategyCase(strategy string) testCase {
	var decisions []DecisionChange
	for _, d := range o.DecisionChanges {
		if d.asked().Strategy == strategy {
			decisions = append(decisions, d)
		}
	}
	var parts, lines []string
	first, more := few(decisions)
	for _, d := range first {
		lines = append(lines, d.line())
	}
	if n := len(decisions); n > 0 {
		parts = append(parts, stat.Plural(int64(n), "decision"))
	}
	if more != "" {
		lines = append(lines, more+" decisions")
	}
	counts := 0
	for _, c := range o.CountChanges {
		if c.Strategy == strategy {
			lines = append(lines, c.line())
			counts++
		}
	}
	if counts > 0 {
		parts = append(parts, stat.Plural(int64(counts), "count"))
	}
	c := testCase{group: "baseline", name: strategy}
	if len(parts) > 0 {
		c.failure = differ(parts, len(decisions)+counts)
		c.detail = strings.Join(lines, "\n")
	}
	return c
}

// distributionCases returns a case for all metrics together and one for each.
func (o Outcome) distributionCases() []testCase {
	joint := testCase{group: "baseline", name: "all metrics together"}
	if o.Joint.Rejected {
		joint.failure = "the distribution differs from the baseline's"
		joint.detail = o.Joint.line()
	}
	cases := []testCase{joint}
	for _, a := range o.Metrics {
		c := testCase{group: "baseline", name: a.Path}
		if a.Answer == Changed {
			c.failure = a.change(o.Operations)
		}
		cases = append(cases, c)
	}
	return cases
}

// change describes in one line how a metric has changed.
func (a MetricAnswer) change(n Sides[int64]) string {
	chance := ""
	if a.P.Defined() {
		chance = ", " + equation(a.P)
	}
	return fmt.Sprintf("changed from %.9g to %.9g per operation, difference %s%s, %s against %s",
		float64(a.Baseline), float64(a.Current), a.difference("%.9g"), chance, stat.Plural(n.Current, "operation"), stat.Plural(n.Baseline, "operation"))
}
