package exact

import (
	"math"
	"testing"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

const operations = 12000

// published is the closed form of the published assumptions, by hand: of 12,000
// operations 4,800 fail, 1,200 of each class.
var published = map[string]map[strategy.Metric]float64{
	"generic-message": {
		strategy.Resolved:            0.67 * operations, // 0.6 + 0.4 * 0.25 * 0.7
		strategy.Attempts:            1.4 * operations,
		strategy.RecoveryAttempts:    4800,
		strategy.FailedRecoveries:    3960, // 4,800 - 840
		strategy.PermanentRecoveries: 2400,
		strategy.FutileRecoveries:    3600,
		strategy.Escalated:           0,
	},
	"code-only": {
		strategy.Resolved:            0.715 * operations, // 0.67 + 0.4 * 0.25 * 0.45
		strategy.Attempts:            1.2 * operations,
		strategy.RecoveryAttempts:    2400,
		strategy.FailedRecoveries:    1020, // 2,400 - 840 - 540
		strategy.PermanentRecoveries: 0,
		strategy.FutileRecoveries:    0,
		strategy.Escalated:           0,
	},
	"actionable-envelope": {
		strategy.Resolved:            0.76 * operations, // 0.67 + 0.4 * 0.25 * 0.9
		strategy.Attempts:            1.2 * operations,
		strategy.RecoveryAttempts:    2400,
		strategy.FailedRecoveries:    480, // 2,400 - 840 - 1,080
		strategy.PermanentRecoveries: 0,
		strategy.FutileRecoveries:    0,
		strategy.Escalated:           1200,
	},
}

// The integer thresholds are above the probabilities by less than 2^-32, which
// moves a rate by less than 1e-9.
func TestThePublishedExpectations(t *testing.T) {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plans {
		e := Expect(a.Thresholds(), p, operations)
		for m, want := range published[p.Strategy.Name] {
			got := strategy.Total(m, p, e)
			if math.Abs(got-want)/operations > 1e-9 {
				t.Errorf("%s: metric %d is %v, want %v", p.Strategy.Name, m, got, want)
			}
		}
		for c, got := range e.Kinds {
			if math.Abs(got-1200)/operations > 1e-9 {
				t.Errorf("%s: %v failures of %v, want 1200", p.Strategy.Name, got, scenario.Class(c))
			}
		}
	}
}

// No operations are a number of operations too.
func TestNothingIsExpectedOfNoOperations(t *testing.T) {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plans {
		e := Expect(a.Thresholds(), p, 0)
		for m := strategy.TransientFailures; m <= strategy.Escalated; m++ {
			if got := strategy.Total(m, p, e); got != 0 {
				t.Errorf("%s: metric %d is %v", p.Strategy.Name, m, got)
			}
		}
	}
}
