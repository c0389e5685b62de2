package gate_test

import (
	"context"
	"fmt"

	"errbench/gate"
	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// summary replays the published benchmark with another probability of a retry.
func summary(retrySuccess float64) (report.Summary, error) {
	a := scenario.Published()
	a.RetrySuccess = retrySuccess
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		return report.Summary{}, err
	}
	return report.Summarize(a, plans, replay.Run(context.Background(), a, plans, replay.Options{}))
}

// A baseline usually comes from report.ReadSummary.
func ExampleJudge() {
	baseline, err := summary(0.7)
	if err != nil {
		panic(err)
	}
	current, err := summary(0.69)
	if err != nil {
		panic(err)
	}
	requirement, err := gate.ParseRequirement("code-only.wasted_retries.permanent==0")
	if err != nil {
		panic(err)
	}
	outcome, err := gate.Judge(baseline, current, gate.Options{Requirements: []gate.Requirement{requirement}})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s, exit code %d\n", outcome.Verdict, outcome.ExitCode)
	fmt.Println(outcome.Reason())
	for _, c := range outcome.CountChanges[:2] {
		b, _ := c.Baseline.Get()
		n, _ := c.Current.Get()
		fmt.Printf("%s.%s: %d, was %d\n", c.Strategy, c.Key, n, b)
	}
	// Output:
	// regression, exit code 1
	// 15 of 180 counts and the plan digest differ from the baseline's; 1 of 1 requirements met
	// generic-message.resolved: 8037, was 8047
	// generic-message.wasted_retries.failed: 3963, was 3953
}
