package strategy

import (
	"testing"

	"errbench/scenario"
)

// What a point of a sweep pays for its plans.
func BenchmarkCompile(b *testing.B) {
	published, more := scenario.Published(), scenario.Published()
	more.RecoveryAttempts = 3
	more.AfterRepair, more.CommitOnFailure = 0.5, 0.1
	more.Distortions.AllRetryable, more.Distortions.MissingField = 0.1, 0.1
	more.Risk.IdempotentWrite = 1
	for _, bench := range []struct {
		name string
		a    scenario.Assumptions
	}{{"published", published}, {"more", more}} {
		b.Run(bench.name, func(b *testing.B) {
			strategies := publishedStrategies()
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range strategies {
					if _, err := Compile(s, bench.a); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
