package gate

import (
	"fmt"
	"strings"

	"errbench/report"
)

// Unexercised lists what a baseline exercised and a summary never did: a
// strategy, a contract, a failure class, an action of a strategy; or any
// failure at all. A comparison that rests on it would pass for want of cases.
func Unexercised(baseline, current report.Summary) []string {
	if current.Vacuous() {
		return []string{"any failure: no operation failed"}
	}
	var missing []string
	for _, was := range baseline.Results {
		is, ok := find(current.Results, was.Strategy)
		if !ok {
			missing = append(missing, "strategy "+was.Strategy)
			continue
		}
		if is.Contract != was.Contract {
			missing = append(missing, fmt.Sprintf("contract %s of strategy %s", was.Contract, was.Strategy))
		}
		now := map[string]string{}
		for _, e := range report.Flatten("", is) {
			now[e.Key] = e.Text
		}
		for _, e := range report.Flatten("", was) {
			group, kind, _ := strings.Cut(e.Key, ".")
			if (group == "failures" || group == "actions") && e.Text != "0" && now[e.Key] == "0" {
				missing = append(missing, fmt.Sprintf("%s %s of strategy %s", strings.TrimSuffix(group, "s"), kind, was.Strategy))
			}
		}
	}
	return missing
}

func find(results []report.Result, strategy string) (report.Result, bool) {
	for _, r := range results {
		if r.Strategy == strategy {
			return r, true
		}
	}
	return report.Result{}, false
}
