package exact

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
)

// quantity is a metric of a plan, and as a function of a course.
type quantity struct {
	Quantity
	of func(course) int64
}

// quantitiesOf returns every metric of every plan that can be other than zero.
func quantitiesOf(plans []*strategy.Plan) []quantity {
	metrics := slices.DeleteFunc(strategy.Metrics(), func(m strategy.Metric) bool { return !m.Published() })
	metrics = append(metrics, strategy.TerminalNotStopped, strategy.WastedBy(scenario.Honest), strategy.InState(strategy.StateResolved, true), strategy.InState(strategy.StateRetryable, false))
	var all []quantity
	for i, p := range plans {
		for _, m := range metrics {
			all = append(all, quantity{Quantity{p, m}, func(c course) int64 { return c.counts[i][m] }})
		}
	}
	return all
}

// nothing is the zero Quantity.
var nothing = quantity{of: func(course) int64 { return 0 }}

// drawPair draws assumptions and two plans.
func drawPair(t *rapid.T) (scenario.Thresholds, []*strategy.Plan) {
	a, first := drawScenario(t)
	return a.Thresholds(), []*strategy.Plan{first, drawPlan(t, a)}
}

// Covariances of metrics, of one plan and of two on the same rolls, agree with the
// covariances over all courses of an operation. Counts are at most 5.
func TestCovariancesAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans := drawPair(t)
		all := courses(thresholds, plans)
		quantities := quantitiesOf(plans)
		for i, x := range quantities {
			for _, y := range quantities[:i+1] {
				got, want := Covariance(thresholds, x.Quantity, y.Quantity), covariance(all, x.of, y.of)
				if off := new(big.Rat).SetFloat64(got); off.Sub(off, want).Abs(off).Cmp(new(big.Rat).SetFloat64(tolerance)) > 0 {
					w, _ := want.Float64()
					t.Fatalf("%v and %v: covariance %v, enumerated %v", x.Metric, y.Metric, got, w)
				}
				if swapped := Covariance(thresholds, y.Quantity, x.Quantity); swapped != got {
					t.Fatalf("%v and %v: covariance %v, and %v the other way round", x.Metric, y.Metric, got, swapped)
				}
			}
			if got := Covariance(thresholds, x.Quantity, Quantity{}); got != 0 {
				t.Fatalf("%v: covariance %v with nothing", x.Metric, got)
			}
		}
	})
}

// A variance is never negative, and a small one has a small error too: rare counts are
// measured in their standard deviations.
func TestVariancesAreRelativelyAccurate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans := drawPair(t)
		all := courses(thresholds, plans)
		for _, q := range quantitiesOf(plans) {
			got, want := Covariance(thresholds, q.Quantity, q.Quantity), covariance(all, q.of, q.of)
			if off := new(big.Rat).SetFloat64(got); off.Sub(off, want).Abs(off).Cmp(scaled(want, tolerance)) > 0 {
				w, _ := want.Float64()
				t.Fatalf("%v: variance %v, enumerated %v", q.Metric, got, w)
			}
		}
	})
}

// The variance of a difference agrees with the variance over all courses, and is exactly 0
// for a constant difference.
func TestVariancesOfDifferencesAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans := drawPair(t)
		all := courses(thresholds, plans)
		quantities := append(quantitiesOf(plans), nothing)
		for i, x := range quantities {
			for _, y := range quantities[:i+1] {
				difference := func(c course) int64 { return x.of(c) - y.of(c) }
				got, want := Variance(thresholds, x.Quantity, y.Quantity), covariance(all, difference, difference)
				off := new(big.Rat).SetFloat64(got)
				if off.Sub(off, want).Abs(off).Cmp(new(big.Rat).SetFloat64(4*tolerance)) > 0 || got < 0 || want.Sign() == 0 && got != 0 {
					w, _ := want.Float64()
					t.Fatalf("%v - %v: variance %v, enumerated %v", x.Metric, y.Metric, got, w)
				}
			}
		}
	})
}

// The retries of a plan that repairs at attempt 3 alone are 1, except for one
// operation in 2^64, which retries again: 1 + 2^-64 is 1 in floating point. Such
// rare counts have a distance too.
func TestAVarianceSurvivesBesideOne(t *testing.T) {
	a := scenario.Published()
	a.FailureRate, a.FailureMix = 1, scenario.FailureMix{Transient: 1}
	a.RecoveryAttempts, a.RetrySuccess = 3, 1-0x1p-32
	p, err := strategy.Compile(strategy.Strategy{Router: strategy.Func("twice", func(q strategy.Question) strategy.Action {
		if q.Attempt == 2 {
			return strategy.Repair
		}
		return strategy.Retry
	})}, a)
	if err != nil {
		t.Fatal(err)
	}
	retries := Quantity{p, strategy.Retries}
	if got := Covariance(a.Thresholds(), retries, retries); got != 0x1p-64 { // 2^-64 (1 - 2^-64), rounded
		t.Errorf("variance %v", got)
	}
	if got := DistanceOf(a.Thresholds(), []Quantity{retries}, []float64{1}, 1<<40); got != (Distance{1 << 24, 1}) {
		t.Errorf("one more in 2^40 operations, of which 2^-24 were expected: distance %+v", got)
	}
}

// A difference is constant exactly if its enumerated variance is zero.
func TestConstantAgreesWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans := drawPair(t)
		all := courses(thresholds, plans)
		quantities := append(quantitiesOf(plans), nothing)
		for i, x := range quantities {
			for _, y := range quantities[:i+1] {
				difference := func(c course) int64 { return x.of(c) - y.of(c) }
				want := covariance(all, difference, difference).Sign() == 0
				if got, swapped := Constant(thresholds, x.Quantity, y.Quantity), Constant(thresholds, y.Quantity, x.Quantity); got != want || swapped != want {
					t.Fatalf("%v - %v: constant %t, the other way round %t, enumerated %t", x.Metric, y.Metric, got, swapped, want)
				}
			}
		}
	})
}
