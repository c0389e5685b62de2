package report_test

import (
	"fmt"

	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// What is expected of the published strategies, without a simulation.
func ExampleExpect() {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		panic(err)
	}
	s, err := report.Expect(a, plans)
	if err != nil {
		panic(err)
	}
	for _, e := range s.Expected {
		fmt.Printf("%s: %.3f\n", e.Strategy, float64(e.ResolutionRate))
	}
	// Output:
	// generic-message: 0.670
	// code-only: 0.715
	// actionable-envelope: 0.760
}
