package rng_test

import (
	"fmt"

	"errbench/rng"
)

// A roll of counter/v2 depends on its address alone.
func ExampleCounter() {
	const run, operation, attempt = 1, 0, 2
	block := rng.NewCounter(9100).Block(rng.At(run, operation, attempt, 0))
	fmt.Printf("%.4f %.4f\n", float64(rng.High(block))/(1<<32), float64(rng.Low(block))/(1<<32))
	// Output: 0.4317 0.8329
}

// Run 1 of the published benchmark has the seed 9101.
func ExampleLCG32ForRun() {
	g := rng.LCG32ForRun(9100, 1)
	fmt.Println(g.Next(), g.Next())
	// Output: 3277844360 3322301767
}
