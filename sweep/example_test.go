package sweep_test

import (
	"context"
	"fmt"

	"errbench/internal/shard"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy/catalog"
	"errbench/sweep"
)

// At which repair probabilities does a hint beat a code?
func Example() {
	a := scenario.Published()
	axis, err := sweep.ParseAxis("repair_success.hint=0.3:0.9:0.15", a)
	if err != nil {
		panic(err)
	}
	design, err := sweep.NewDesign(sweep.Grid, []sweep.Axis{axis}, 0, a)
	if err != nil {
		panic(err)
	}
	strategies, err := catalog.Find([]string{"code-only", "actionable-envelope"})
	if err != nil {
		panic(err)
	}
	s := &sweep.Sweep{Assumptions: a, Strategies: strategies, Engine: report.ExactEngine, Design: design, Shard: shard.Whole(), Rows: sweep.CSV}
	r, err := s.Find(context.Background(), sweep.Options{}, func([]byte) error { return nil })
	if err != nil {
		panic(err)
	}
	c := r.Comparisons[0]
	fmt.Printf("%s resolves more at %d points, less at %d, and as much at %d\n", c.Strategy, c.More, c.Fewer, c.Equal)
	fmt.Println("least:", c.Least.At, c.Least.Difference.Text())
	// Output:
	// actionable-envelope resolves more at 3 points, less at 1, and as much at 1
	// least: [repair_success.hint=0.3] -0.015
}
