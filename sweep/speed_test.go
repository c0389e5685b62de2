package sweep

import (
	"context"
	"fmt"
	"testing"

	"errbench/internal/shard"
	"errbench/replay"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// BenchmarkReplay shows what it costs to replay points of a number of operations
// each, and to replay as many operations at once without a sweep, by one worker.
func BenchmarkReplay(b *testing.B) {
	const points = 200
	for _, runs := range []int64{60, 500} {
		a := scenario.Published()
		a.Stream, a.Runs = rng.CounterV2, runs
		each := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*points)/float64(a.TotalOperations()), "ns/operation")
		}
		b.Run(fmt.Sprintf("sweep/%d", a.TotalOperations()), func(b *testing.B) {
			d, err := NewDesign(Grid, axes(b, a, fmt.Sprintf("seed=1:%d:1", points)), 0, a)
			if err != nil {
				b.Fatal(err)
			}
			s := &Sweep{a, catalog.Published(), report.ReplayEngine, d, shard.Whole(), CSV}
			for b.Loop() {
				if _, err := s.Find(context.Background(), Options{Workers: 1}, func([]byte) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			each(b)
		})
		b.Run(fmt.Sprintf("plain/%d", a.TotalOperations()), func(b *testing.B) {
			whole := a
			whole.Runs *= points
			plans, err := strategy.CompileAll(catalog.Published(), whole)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				replay.Run(context.Background(), whole, plans, replay.Options{Workers: 1})
			}
			each(b)
		})
	}
}
