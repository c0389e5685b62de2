package replay

import (
	"testing"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// plainBenchmark is the published benchmark in one plain loop, with everything that
// could be got wrong as a field.
type plainBenchmark struct {
	base       uint64 // the seed of a run is base + run
	runs       int64
	operations int
	draw       func(next func() uint32, fails func(uint32) bool) rolls
	order      [scenario.NumClasses]scenario.Class // the class of each quarter
	thresholds scenario.Thresholds
	retry      uint64    // threshold
	repair     [3]uint64 // thresholds by strategy
	failedOf   func(retries, repairs int64) int64
}

type rolls struct{ fail, class, retry, repair uint32 }

// recovered returns the benchmark as it was recovered.
func recovered() *plainBenchmark {
	return &plainBenchmark{
		base: 9100, runs: 60, operations: 200,
		draw: func(next func() uint32, fails func(uint32) bool) (r rolls) {
			if r.fail = next(); fails(r.fail) {
				r.class = next()
			}
			r.retry = next()
			r.repair = next()
			return r
		},
		order:      scenario.AllClasses(),
		thresholds: scenario.Thresholds{Fail: 1717986919, Class: [...]uint64{1 << 30, 2 << 30, 3 << 30}},
		retry:      3006477108,
		repair:     [...]uint64{0, 1932735284, 3865470567},
		failedOf:   func(retries, repairs int64) int64 { return retries + repairs },
	}
}

// count returns the failures by class and the figures of each strategy.
func (b *plainBenchmark) count() (failures [scenario.NumClasses]int64, all [3]figures) {
	var won, lost [3][scenario.NumClasses]int64
	for run := int64(1); run <= b.runs; run++ {
		g := rng.LCG32ForRun(b.base, run)
		for range b.operations {
			r := b.draw(g.Next, func(roll uint32) bool { return uint64(roll) < b.thresholds.Fail })
			if uint64(r.fail) >= b.thresholds.Fail {
				continue
			}
			class := b.order[b.thresholds.ClassOf(r.class)]
			failures[class]++
			for s := range all {
				recovers := class == scenario.Transient && uint64(r.retry) < b.retry ||
					class == scenario.Validation && uint64(r.repair) < b.repair[s]
				if recovers {
					won[s][class]++
				} else {
					lost[s][class]++
				}
			}
		}
	}
	for s := range all {
		all[s] = b.figures(s, failures, won[s], lost[s])
	}
	return failures, all
}

// figures applies the terms of the metrics to what a strategy recovered.
func (b *plainBenchmark) figures(s int, failures, won, lost [scenario.NumClasses]int64) figures {
	var f figures
	const transient, validation, permission, notFound = scenario.Transient, scenario.Validation, scenario.Permission, scenario.NotFound
	var failed int64
	for _, n := range failures {
		failed += n
	}
	operations := b.runs * int64(b.operations)
	f.Resolved = operations - failed + won[transient] + won[validation]
	if s == 0 {
		f.Attempts = operations + failed
		f.Failed = b.failedOf(lost[transient]+lost[validation]+lost[permission]+lost[notFound], 0)
		f.Permanent = failures[permission] + failures[notFound]
		f.Futile = failures[validation] + f.Permanent
		return f
	}
	f.Attempts = operations + failures[transient] + failures[validation]
	f.Failed = b.failedOf(lost[transient], lost[validation])
	f.Stops = failures[permission] + failures[notFound]
	if s == 2 {
		f.Escalated, f.Stops = failures[permission], failures[notFound]
	}
	return f
}

// digest returns the digest of the published plans with the thresholds of the benchmark.
func (b *plainBenchmark) digest(t *testing.T) string {
	t.Helper()
	plans, err := strategy.CompileAll(catalog.Published(), scenario.Published())
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range plans {
		for k := range p.Steps {
			switch s := &p.Steps[k]; s.Roll {
			case scenario.RetryRoll:
				s.Threshold = b.retry
			case scenario.RepairRoll:
				s.Threshold = b.repair[i]
			}
		}
	}
	digest, err := strategy.Digest(b.thresholds, plans)
	if err != nil {
		t.Fatal(err)
	}
	return digest
}

// The plain form shares its thresholds with the program: the digest says so.
func TestTheRecoveredBenchmarkHasThePublishedDigest(t *testing.T) {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	want, err := strategy.Digest(a.Thresholds(), plans)
	if err != nil {
		t.Fatal(err)
	}
	if got := recovered().digest(t); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
