package replay

import (
	"context"
	"fmt"
	"testing"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// BenchmarkModel measures twenty strategies that differ in how long they wait, with
// three recovery attempts and outages: in lanes where waits are fixed, and walked
// where they are jittered or retries are throttled. lies has all kinds of
// operations in addition, of which calls that failed may have been carried out.
func BenchmarkModel(b *testing.B) {
	for _, model := range []struct {
		name       string
		operations int64
		jitter     strategy.JitterKind
		throttle   strategy.Throttle
		lies       bool
	}{
		{"fixed", 200_000, strategy.NoJitter, strategy.Throttle{}, false},
		{"fixed/short", 200, strategy.NoJitter, strategy.Throttle{}, false},
		{"lies", 200_000, strategy.NoJitter, strategy.Throttle{}, true},
		{"full", 200_000, strategy.Full, strategy.Throttle{}, false},
		{"decorrelated", 200_000, strategy.Decorrelated, strategy.Throttle{}, false},
		{"bucket", 200_000, strategy.NoJitter, strategy.Throttle{MaxTokens: 100, RatioPercent: 10}, false},
		{"window", 200_000, strategy.NoJitter, strategy.Throttle{SharePercent: 20, ReservePerS: 10}, false},
	} {
		for _, stream := range rng.Streams() {
			a := outages()
			a.Stream, a.Operations = stream, model.operations
			a.Runs = 4_000_000 / a.Operations
			if model.lies {
				lie(&a)
			}
			b.Run(fmt.Sprintf("%s/%s", model.name, stream), func(b *testing.B) { benchmarkModel(b, a, model.jitter, model.throttle) })
		}
	}
}

// lie assumes a little of everything that a report or a call can do.
func lie(a *scenario.Assumptions) {
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}
	a.CommitOnFailure, a.AfterRepair = 0.2, 0.2
	for _, f := range scenario.Fields() {
		if f.Path()[0] == "distortions" {
			*f.Pointer(a).(*float64) = 0.05
		}
	}
}

func benchmarkModel(b *testing.B, a scenario.Assumptions, jitter strategy.JitterKind, throttle strategy.Throttle) {
	var all []strategy.Strategy
	for i := range int64(20) {
		s := catalog.Published()[2]
		s.Name = fmt.Sprintf("backoff-%d", i)
		s.Backoff = strategy.Backoff{InitialMS: 10 + 15*i, FactorPercent: 200, Jitter: strategy.Jitter{Kind: jitter}}
		s.Throttle = throttle
		all = append(all, s)
	}
	plans, err := strategy.CompileAll(all, a)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Run(context.Background(), a, plans, Options{Workers: 1})
	}
	b.ReportMetric(float64(b.N)*float64(a.TotalOperations())/b.Elapsed().Seconds()/1e6, "million_operations/s")
}
