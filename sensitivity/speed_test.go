package sensitivity

import (
	"testing"

	"errbench/scenario"
)

// BenchmarkSensitivity shows what it costs to look at the published ranges, and at
// some for which plans are compiled anew.
func BenchmarkSensitivity(b *testing.B) {
	for _, of := range []struct {
		name   string
		ranges []string
	}{
		{"published", publishedRanges},
		{"attempts", append([]string{"recovery_attempts=0:4"}, publishedRanges...)},
	} {
		b.Run(of.name, func(b *testing.B) {
			subject := subjectOf(b, "resolution_rate", "actionable-envelope", "code-only")
			for b.Loop() {
				sensitivityOf(b, scenario.Published(), subject, 1024, of.ranges...)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*Scramblings*1024*(len(of.ranges)+2)), "ns/value")
		})
	}
}
