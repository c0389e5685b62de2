package exact

import (
	"slices"
	"testing"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// A point of a sweep, for one strategy: its thresholds, and expectation and variance of
// every metric, or of those alone that the published benchmark knows.
func BenchmarkPoint(b *testing.B) {
	known := slices.DeleteFunc(strategy.Metrics(), func(m strategy.Metric) bool { return !m.Published() })
	for _, s := range catalog.Published() {
		b.Run("published/"+s.Name, func(b *testing.B) { benchmarkPoint(b, s, known) })
		b.Run("all/"+s.Name, func(b *testing.B) { benchmarkPoint(b, s, strategy.Metrics()) })
	}
}

func benchmarkPoint(b *testing.B, s strategy.Strategy, metrics []strategy.Metric) {
	a := scenario.Published()
	b.ReportAllocs()
	p, err := strategy.Compile(s, a)
	if err != nil {
		b.Fatal(err)
	}
	form, moments := NewForm(p, metrics...), []Moment(nil)
	for b.Loop() {
		p.Rethreshold(a)
		moments = form.Moments(a.Thresholds(), moments[:0])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "points/s")
}
