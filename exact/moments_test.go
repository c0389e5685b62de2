package exact

import (
	"fmt"
	"math"
	"testing"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

func TestTry(t *testing.T) {
	a := scenario.Published()
	_ = rng.CounterV1
	plans, _ := strategy.CompileAll(strategy.Builtin(), a)
	th := a.Thresholds()
	for _, p := range plans {
		for _, m := range strategy.Metrics() {
			q := Quantity{p, m}
			fmt.Println(p.Strategy.Name, m, q.Mean(th)*12000, math.Sqrt(12000*Covariance(th, q, q)), q.Constant(th))
		}
	}
	totals := [][]float64{{16823, 8047, 3953, 2449}, {14374, 8546, 1005, 0}, {14374, 9064, 487, 0}}
	var qs []Quantity
	var d []float64
	for i, p := range plans {
		for j, m := range []strategy.Metric{strategy.Attempts, strategy.Resolved, strategy.FailedRecoveries, strategy.PermanentRecoveries} {
			q := Quantity{p, m}
			qs = append(qs, q)
			d = append(d, totals[i][j]-12000*q.Mean(th))
		}
	}
	fmt.Println(DistanceOf(th, qs, d, 12000))
}

func BenchmarkMoments(b *testing.B) {
	a := scenario.Published()
	th := a.Thresholds()
	for b.Loop() {
		p, _ := strategy.Compile(strategy.Builtin()[2], a)
		for _, m := range strategy.Metrics() {
			q := Quantity{p, m}
			q.Mean(th)
			Covariance(th, q, q)
		}
	}
}
