package replay_test

import (
	"context"
	"fmt"
	"log"

	"errbench/contract"
	"errbench/exact"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// A custom router, scored with a replay and in closed form.
func Example() {
	router := strategy.Func("mine", func(q strategy.Question) strategy.Action {
		if q.Error.Says(contract.Suggestion) {
			return strategy.Repair
		}
		return strategy.Retry
	})
	mine := strategy.Strategy{Name: "mine", Contract: contract.ActionableEnvelope(), Router: router}
	a := scenario.Published()
	plan, err := strategy.Compile(mine, a)
	if err != nil {
		log.Fatal(err)
	}
	counted := replay.Run(context.Background(), a, []*strategy.Plan{plan}, replay.Options{})
	expected := exact.Expect(a.Thresholds(), plan, a.TotalOperations())
	for _, m := range []strategy.Metric{strategy.Resolved, strategy.FailedRecoveries} {
		fmt.Printf("%v: counted %d, expected %.1f\n", m, strategy.Total(m, plan, counted.Of(0)), strategy.Total(m, plan, expected))
	}
	// Output:
	// resolved: counted 9064, expected 9120.0
	// wasted_retries.failed: counted 2936, expected 2880.0
}
