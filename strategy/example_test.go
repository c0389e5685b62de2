package strategy_test

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

// patient is a custom router.
type patient struct{}

func (patient) Name() string { return "patient" }

// Route retries a retryable error after a growing delay, and repairs a call once if the
// error names a field.
func (patient) Route(q strategy.Question) (strategy.Answer, error) {
	switch retryable, _ := q.Error.Retryable.Get(); {
	case retryable:
		return strategy.Answer{Action: strategy.Retry, DelayMS: 100 << q.Attempt}, nil
	case q.Error.Says(contract.Field) && q.Attempt == 1:
		return strategy.Answer{Action: strategy.Repair}, nil
	default:
		return strategy.Answer{Action: strategy.Stop}, nil
	}
}

// A custom router is scored twice: exact computes what is expected of it, and replay
// counts what it does on a tape.
func ExampleRouter() {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	plan, err := strategy.Compile(strategy.Strategy{Name: "mine", Contract: contract.ActionableEnvelope(), Router: patient{}}, a)
	if err != nil {
		log.Fatal(err)
	}
	expected := exact.Expect(a.Thresholds(), plan, a.TotalOperations())
	counted := replay.Run(context.Background(), a, []*strategy.Plan{plan}, replay.Options{}).Of(0)
	for _, m := range []strategy.Metric{strategy.Resolved, strategy.Attempts, strategy.FailedRecoveries, strategy.WaitedMS} {
		fmt.Printf("%v: expected %.1f, counted %d\n", m, strategy.Total(m, plan, expected), strategy.Total(m, plan, counted))
	}
	// Output:
	// resolved: expected 9447.6, counted 9404
	// attempts: expected 14868.0, counted 14848
	// wasted_retries.failed: expected 620.4, counted 621
	// time.waited_ms: expected 470400.0, counted 479400
}
