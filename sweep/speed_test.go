package sweep

import (
	"context"
	"testing"

	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

func BenchmarkExactRows(b *testing.B) {
	a := scenario.Published()
	x, err := ParseAxis("failure_rate=0:1:0.000001", a)
	if err != nil {
		b.Fatal(err)
	}
	d, err := NewDesign(Grid, []Axis{x}, 0, a)
	if err != nil {
		b.Fatal(err)
	}
	s := &Sweep{a, strategy.Published(), report.ExactEngine, d, replay.Whole()}
	for b.Loop() {
		if err := s.stream(context.Background(), 0, 10000, Options{Workers: 1}, func(*chunk) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Seconds()), "s")
	b.ReportMetric(float64(b.N)*30000/b.Elapsed().Seconds(), "rows/s")
}
