package exact_test

import (
	"fmt"
	"log"
	"math"

	"errbench/exact"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// How many more operations the envelope resolves than the code alone, with the standard
// deviation of the difference on the same rolls.
func ExampleVariance() {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published()[1:], a)
	if err != nil {
		log.Fatal(err)
	}
	if err := exact.Refuse(plans...); err != nil {
		log.Fatal(err)
	}
	thresholds, n := a.Thresholds(), a.TotalOperations()
	code, envelope := exact.Quantity{Plan: plans[0], Metric: strategy.Resolved}, exact.Quantity{Plan: plans[1], Metric: strategy.Resolved}
	more := strategy.Total(strategy.Resolved, plans[1], exact.Expect(thresholds, plans[1], n)) -
		strategy.Total(strategy.Resolved, plans[0], exact.Expect(thresholds, plans[0], n))
	sd := math.Sqrt(float64(n) * exact.Variance(thresholds, envelope, code))
	fmt.Printf("%.0f of %d, standard deviation %.1f\n", more, n, sd)
	// Output: 540 of 12000, standard deviation 22.7
}
