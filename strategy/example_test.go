package strategy_test

import (
	"context"
	"fmt"
	"log"

	"errbench/contract"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// A router of one's own is scored on the published tape: it retries what says
// that a retry can help, and otherwise repairs a call that was rejected for a
// field, once.
func ExampleFunc() {
	patient := strategy.Func("patient", func(q strategy.Question) strategy.Action {
		retryable, _ := q.Error.Retryable.Get()
		switch {
		case retryable:
			return strategy.Retry
		case q.Error.Says(contract.Field) && q.Attempt == 1:
			return strategy.Repair
		default:
			return strategy.Stop
		}
	})
	a := scenario.Published()
	a.RecoveryAttempts = 3
	plan, err := strategy.Compile(strategy.Strategy{
		Name: "patient", Contract: contract.ActionableEnvelope(), Router: patient,
	}, a)
	if err != nil {
		log.Fatal(err)
	}
	tally, err := replay.Run(context.Background(), a, []*strategy.Plan{plan}, replay.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range []strategy.Metric{strategy.Resolved, strategy.Attempts, strategy.FailedRecoveries} {
		fmt.Println(m, strategy.Total(m, plan, tally.Of(0)))
	}
	// Output:
	// resolved 9396
	// attempts 14858
	// wasted_retries.failed 639
}
