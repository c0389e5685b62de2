package scenario_test

import (
	"fmt"
	"testing"

	"errbench/rng"
	"errbench/scenario"
)

// BenchmarkSegments reads a run of 200,000 operations: as published, with reports
// that are distorted, and with successes that are reported as failures too.
func BenchmarkSegments(b *testing.B) {
	for _, stream := range rng.Streams() {
		published := scenario.Published()
		published.Stream, published.Operations = stream, 200_000
		distorted := published
		distorted.Distortions.AllRetryable, distorted.Risk.Destructive = 0.3, 1
		phantoms := distorted
		phantoms.Distortions.SuccessAsFailure = 0.1
		for name, a := range map[string]scenario.Assumptions{"published": published, "distorted": distorted, "phantoms": phantoms} {
			b.Run(fmt.Sprintf("%s/%s", stream, name), func(b *testing.B) {
				segments := segmentsOf(scenario.NewTape(a))
				b.ReportAllocs()
				for b.Loop() {
					for segments.Start(1); segments.Next(); {
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(a.Operations), "ns/operation")
			})
		}
	}
}
