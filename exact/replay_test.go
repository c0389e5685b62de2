package exact

import (
	"context"
	"fmt"
	"math"
	"testing"

	"errbench/replay"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// A replay of two million operations on independent rolls stays within six
// standard errors of every expectation.
//
// Each of the counts below is binomial. Of the counts that differ
// there are 13 (four classes; twice the successes of a retry, of a repair with
// a code and with a hint; and the three visits between). By Bernstein's
// inequality one of them with a standard error of s leaves six of them with a
// chance below 2*exp(-18/(1+2/s)), 4.1e-8 for the least s of 130 here. A
// correct program fails on a seed with a chance below 13 * 4.1e-8 < 1e-6, and
// the seed is frozen.
func TestAReplayStaysNearItsExpectation(t *testing.T) {
	a := scenario.Published()
	a.Stream, a.Seed = rng.CounterV2, 2026
	a.Runs, a.Operations, a.RecoveryAttempts = 20, 100_000, 2
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	tally := replay.Run(context.Background(), a, plans, replay.Options{})
	n := float64(a.TotalOperations())
	near := func(name string, counted int64, expected float64) {
		t.Helper()
		se := math.Sqrt(expected * (1 - expected/n))
		switch {
		case expected != 0 && se < 130:
			t.Errorf("%s: a standard error of %.0f is too small for the bound above", name, se)
		case math.Abs(float64(counted)-expected) > 6*se:
			t.Errorf("%s: counted %d, expected %.1f with a standard error of %.1f", name, counted, expected, se)
		}
	}
	for i, p := range plans {
		e := Expect(a.Thresholds(), p, a.TotalOperations())
		for c, counted := range tally.Kinds {
			near(fmt.Sprint("failures of ", scenario.Class(c)), counted, e.Kinds[c])
		}
		for k, s := range p.Steps {
			name := fmt.Sprintf("%s, %v of %v at attempt %d: ", p.Strategy.Name, s.Action, s.Class, s.Attempt)
			near(name+"visits", tally.Plans[i].Visits[k], e.Visits[k])
			near(name+"successes", tally.Plans[i].Successes[k], e.Successes[k])
		}
	}
}
