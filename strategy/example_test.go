package strategy_test

import (
	"fmt"
	"log"

	"errbench/contract"
	"errbench/exact"
	"errbench/scenario"
	"errbench/strategy"
)

// patient is a router of one's own.
type patient struct{}

func (patient) Name() string { return "patient" }

// Route retries, ever later, what is said to be retryable, and otherwise repairs a
// call that was rejected for a field, once.
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

// A router of one's own is scored in closed form; replay.Run counts what it does on
// a tape.
func ExampleRouter() {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	plan, err := strategy.Compile(strategy.Strategy{Name: "mine", Contract: contract.ActionableEnvelope(), Router: patient{}}, a)
	if err != nil {
		log.Fatal(err)
	}
	expected := exact.Expect(a.Thresholds(), plan, a.TotalOperations())
	for _, m := range []strategy.Metric{strategy.Resolved, strategy.Attempts, strategy.FailedRecoveries, strategy.WaitedMS} {
		fmt.Printf("%v %.1f\n", m, strategy.Total(m, plan, expected))
	}
	// Output:
	// resolved 9447.6
	// attempts 14868.0
	// wasted_retries.failed 620.4
	// time.waited_ms 470400.0
}
