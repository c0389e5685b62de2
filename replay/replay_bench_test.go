package replay

import (
	"context"
	"fmt"
	"testing"

	"errbench/contract"
	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// BenchmarkReplay measures 12 million operations. short is 60,000 runs of 200
// operations, long is 60 runs of 200,000.
func BenchmarkReplay(b *testing.B) {
	for _, stream := range rng.Streams() {
		for _, count := range []int{3, 12} {
			for _, shape := range []struct {
				name             string
				runs, operations int64
			}{{"short", 60_000, 200}, {"long", 60, 200_000}} {
				for _, workers := range []int{1, 2} {
					name := fmt.Sprintf("%s/%s/%s", map[rng.Stream]string{rng.CounterV2: "counter", rng.LCG32V1: "lcg"}[stream],
						map[int]string{3: "three", 12: "twelve"}[count], shape.name)
					if workers > 1 {
						name += fmt.Sprintf("/workers=%d", workers)
					}
					a := scenario.Published()
					a.Stream, a.Runs, a.Operations = stream, shape.runs, shape.operations
					b.Run(name, func(b *testing.B) { benchmark(b, a, count, workers) })
				}
			}
		}
	}
}

func benchmark(b *testing.B, a scenario.Assumptions, count, workers int) {
	plans, err := strategy.CompileAll(dozen()[:count], a)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Run(context.Background(), a, plans, Options{Workers: workers})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(a.TotalOperations()), "ns/operation")
}

// dozen returns the published strategies and nine others: every other pair of
// what they do about transient and about validation failures.
func dozen() []strategy.Strategy {
	all := catalog.Published()
	code := optional.Of[string]
	for _, transient := range []strategy.Action{strategy.Retry, strategy.Repair, strategy.Stop} {
		for _, permanent := range []strategy.Action{strategy.Retry, strategy.Replace, strategy.Authorize} {
			all = append(all, strategy.Strategy{
				Name:     fmt.Sprintf("%s-%s", transient, permanent),
				Contract: contract.ActionableEnvelope(),
				Router: strategy.Table{Title: "test", Rows: []strategy.Row{
					{Code: code(contract.CodeTransient), Action: transient},
					{Code: code(contract.CodeValidation), Action: strategy.Repair},
					{Action: permanent},
				}},
			})
		}
	}
	return all
}
