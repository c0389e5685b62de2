package sensitivity_test

import (
	"context"
	"fmt"

	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/scenario"
	"errbench/sensitivity"
	"errbench/strategy/catalog"
)

// Which assumption explains most of the variation of a resolution rate?
func Example() {
	strategies, err := catalog.Find([]string{"actionable-envelope"})
	if err != nil {
		panic(err)
	}
	ranges := []vary.Range{{Key: "failure_rate", Lo: 0.2, Hi: 0.6}, {Key: "retry_success", Lo: 0.5, Hi: 0.9}}
	subject := sensitivity.Subject{Measure: vary.Resolution, Strategies: strategies}
	found, err := sensitivity.Analyze(context.Background(), scenario.Published(), subject, ranges, 4096)
	if err != nil {
		panic(err)
	}
	for _, r := range found.Ranges {
		fmt.Println(r.Key, stat.Percent(r.First.Value, 0))
	}
	// Output:
	// failure_rate 97 %
	// retry_success 3 %
}
