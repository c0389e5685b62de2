package exact

import (
	"testing"

	"errbench/scenario"
	"errbench/strategy"
)

// A point of a sweep, for one strategy: its plan, and expectation and variance
// of every metric.
func BenchmarkPoint(b *testing.B) {
	a := scenario.Published()
	for _, s := range strategy.Published() {
		b.Run(s.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := strategy.Compile(s, a)
				if err != nil {
					b.Fatal(err)
				}
				t := a.Thresholds()
				e := Expect(t, p, operations)
				for _, m := range strategy.Metrics() {
					q := Quantity{p, m}
					strategy.Total(m, p, e)
					Covariance(t, q, q)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "points/s")
		})
	}
}
