package gate

import (
	"fmt"
	"strings"

	"errbench/optional"
	"errbench/report"
	"errbench/strategy"
)

// anyFailure stands for all failures if nothing failed at all.
const anyFailure = "any failure"

// unexercised returns what the baseline exercised and the current run did not: a
// contract, a failure class, an action of a strategy, or any failure at all. A
// comparison of such runs could pass only because it compared nothing.
//
// The same plans on the same rolls exercise the same. If their counts differ, one of
// the programs is wrong, and the counts that differ show it.
func unexercised(baseline, current report.Summary) []string {
	if current.Vacuous() {
		return []string{anyFailure}
	}
	missing := []string{}
	if baseline.PlanDigest == current.PlanDigest && len(AssumptionChanges(baseline.Assumptions, current.Assumptions, false)) == 0 {
		return missing
	}
	for _, class := range vanished("failures.", baseline.Results[0], current.Results[0]) {
		missing = append(missing, "failure class "+class)
	}
	for i, was := range baseline.Results {
		is := current.Results[i]
		if is.Contract != was.Contract {
			missing = append(missing, fmt.Sprintf("contract %s of strategy %s", was.Contract, was.Strategy))
		}
		for _, action := range vanished("actions.", was, is) {
			missing = append(missing, fmt.Sprintf("action %s of strategy %s", action, was.Strategy))
		}
	}
	return missing
}

// vanished returns the counts of a group that are zero now and were not before.
func vanished(group string, was, is report.Result) []string {
	before, now, zero := counts(was), counts(is), optional.Of[int64](0)
	var names []string
	for _, m := range strategy.Metrics() {
		if name, ok := strings.CutPrefix(m.String(), group); ok && before[m.String()] != zero && now[m.String()] == zero {
			names = append(names, name)
		}
	}
	return names
}
