package gate

import (
	"fmt"
	"strings"

	"errbench/report"
)

// anyFailure is what is unexercised where nothing failed at all.
const anyFailure = "any failure"

// unexercised lists what a baseline exercised and a summary never did: a
// strategy, a contract, a failure class, an action of a strategy; or any
// failure at all. A comparison that rests on it would pass for want of cases.
//
// The same plans on the same rolls exercise the same. Where their counts differ
// all the same, one of the two is wrong, which is for [differences] to say.
func unexercised(baseline, current report.Summary) []string {
	if current.Vacuous() {
		return []string{anyFailure}
	}
	missing := []string{}
	if baseline.PlanDigest == current.PlanDigest && len(AssumptionChanges(baseline.Assumptions, current.Assumptions)) == 0 {
		return missing
	}
	for _, class := range gone("failures.", baseline.Results[0], current.Results[0]) {
		missing = append(missing, "failure class "+class)
	}
	for _, was := range baseline.Results {
		is, ok := find(current.Results, was.Strategy)
		if !ok {
			missing = append(missing, "strategy "+was.Strategy)
			continue
		}
		if is.Contract != was.Contract {
			missing = append(missing, fmt.Sprintf("contract %s of strategy %s", was.Contract, was.Strategy))
		}
		for _, action := range gone("actions.", was, is) {
			missing = append(missing, fmt.Sprintf("action %s of strategy %s", action, was.Strategy))
		}
	}
	return missing
}

// gone returns which counts of a group fell to zero.
func gone(group string, was, is report.Result) []string {
	now := map[string]string{}
	for _, v := range report.Flatten("", is) {
		now[v.Key] = v.Text
	}
	var kinds []string
	for _, v := range report.Flatten("", was) {
		if kind, ok := strings.CutPrefix(v.Key, group); ok && v.Text != "0" && now[v.Key] == "0" {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func find(results []report.Result, strategy string) (report.Result, bool) {
	for _, r := range results {
		if r.Strategy == strategy {
			return r, true
		}
	}
	return report.Result{}, false
}
