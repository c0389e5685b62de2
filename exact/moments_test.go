package exact

import (
	"testing"

	"errbench/scenario"
	"errbench/strategy"
)

func TestTry(t *testing.T) {
	a := scenario.Published()
	plans, _ := strategy.CompileAll(strategy.Published(), a)
	th := a.Thresholds()
	totals := [][]float64{{16823, 8047, 3953, 2449}, {14374, 8546, 1005, 0}, {14374, 9064, 487, 0}}
	var qs []Quantity
	var d []float64
	for i, p := range plans {
		e := Expect(th, p, 12000)
		for j, m := range []strategy.Metric{strategy.Attempts, strategy.Resolved, strategy.FailedRecoveries, strategy.PermanentRecoveries} {
			q := Quantity{p, m}
			qs = append(qs, q)
			d = append(d, totals[i][j]-strategy.Total(m, p, e))
		}
	}
	t.Log(DistanceOf(th, qs, d, 12000))
}

func BenchmarkMoments(b *testing.B) {
	a := scenario.Published()
	th := a.Thresholds()
	b.ReportAllocs()
	for b.Loop() {
		p, _ := strategy.Compile(strategy.Published()[2], a)
		e := Expect(th, p, 12000)
		for _, m := range strategy.Metrics() {
			q := Quantity{p, m}
			strategy.Total(m, p, e)
			Covariance(th, q, q)
		}
	}
}
func BenchmarkCompile(b *testing.B) {
	a := scenario.Published()
	b.ReportAllocs()
	st := strategy.Published()[2]
	for b.Loop() {
		strategy.Compile(st, a)
	}
}
