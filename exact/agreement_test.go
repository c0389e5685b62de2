package exact

import (
	"context"
	"flag"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"errbench/replay"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

var slow = flag.Bool("slow", false, "run tests that take minutes")

// improbable bounds the probability of a count in a correct program.
const improbable = 1e-10

// A replay of random scenarios agrees with the closed form in every count, in
// every metric, and in how the counts of runs vary together.
//
// A correct program fails on its seeds, which are frozen, with a chance below
// 1e-6. With -slow there are at most 30 * (4 + 2*2*16) = 2,040 counts and
// 30 * 2*16 = 960 metrics, of 1e-10 each, and 30 * 6 = 180 covariances: those
// are over 100,000 runs, so that six standard errors are left with a chance of
// 2e-9 by the normal distribution, and of 2.4e-9 by the chi-squared one that a
// variance has. That is 3e-7 + 4.4e-7. Without the flag it is 3e-8 + 18 * 1e-8,
// by the chi-squared distribution of 1,999 degrees of freedom.
func TestReplaysOfRandomScenariosAgree(t *testing.T) {
	scenarios, runs := 3, int64(2_000)
	if *slow {
		scenarios, runs = 30, 100_000
	}
	for seed := range scenarios {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := rapid.Custom(drawReplayed).Example(seed)
			s.a.Runs, s.a.Seed = runs, uint64(seed)
			tally := replay.Run(context.Background(), s.a, s.plans, replay.Options{})
			for i := range s.plans {
				checkCounts(t, s, i, tally)
				checkMetrics(t, s, i, tally)
				for j := range i + 1 {
					checkCovariance(t, s, strategy.Resolved, i, j, tally, tally.Resolved)
					checkCovariance(t, s, strategy.FailedRecoveries, i, j, tally, tally.Failed)
				}
			}
		})
	}
}

// replayed is assumptions, with runs of 1,000 operations, and plans under them.
type replayed struct {
	a     scenario.Assumptions
	plans []*strategy.Plan
}

func drawReplayed(t *rapid.T) replayed {
	a := drawAssumptions(t, rapid.SampledFrom([]float64{0, 1e-6, 0.05, 0.1, 0.25, 0.4, 0.5, 0.7, 0.9, 0.99, 1}), rapid.SampledFrom([]float64{0, 1e-3, 1, 1, 3}))
	a.FailureRate = rapid.SampledFrom([]float64{1e-4, 0.1, 0.4, 0.7, 1}).Draw(t, "failure rate")
	a.RecoveryAttempts = rapid.SampledFrom([]int64{1, 2, 3, 4}).Draw(t, "recovery attempts")
	a.Stream, a.Operations = rng.CounterV2, 1000
	return replayed{a, []*strategy.Plan{drawPlan(t, a), drawPlan(t, a)}}
}

// checkCounts holds the counts that are binomial to the tails of that
// distribution: failures, visits and successes.
func checkCounts(t *testing.T, s replayed, plan int, tally *replay.Tally) {
	t.Helper()
	p, got, mean := s.plans[plan], tally.Of(plan), Expect(s.a.Thresholds(), s.plans[plan], tally.Operations)
	check := func(what string, counted int64, mean float64) {
		t.Helper()
		b := distuv.Binomial{N: float64(tally.Operations), P: mean / float64(tally.Operations)}
		k := float64(counted)
		switch {
		case mean == 0 || mean == b.N:
			if k != mean {
				t.Errorf("%s: counted %d, certain is %v", what, counted, mean)
			}
		case min(b.CDF(k), b.Survival(k-1)) < improbable/2:
			t.Errorf("%s: counted %d, expected %.3f", what, counted, mean)
		}
	}
	for c, n := range got.Kinds {
		check(fmt.Sprint("failures of ", scenario.Class(c)), n, mean.Kinds[c])
	}
	for i, step := range p.Steps {
		what := fmt.Sprintf("plan %d, %v of %v at attempt %d: ", plan, step.Action, step.Class, step.Attempt)
		check(what+"visits", got.Visits[i], mean.Visits[i])
		check(what+"successes", got.Successes[i], mean.Successes[i])
	}
}

// checkMetrics holds totals of metrics to Bernstein's inequality: a sum of
// independent values within M of their mean, of standard deviation s altogether,
// is off by h or more with a chance of at most 2 exp(-h^2 / (2 s^2 + 2 M h/3)).
// It is 6.9 standard errors for large counts.
func checkMetrics(t *testing.T, s replayed, plan int, tally *replay.Tally) {
	t.Helper()
	const most = 5 // calls; of anything else there are as many at most
	p, thresholds := s.plans[plan], s.a.Thresholds()
	mean := Expect(thresholds, p, tally.Operations)
	for _, m := range strategy.Metrics() {
		q := Quantity{p, m}
		counted, expected := float64(strategy.Total(m, p, tally.Of(plan))), strategy.Total(m, p, mean)
		variance := float64(tally.Operations) * Covariance(thresholds, q, q)
		l := math.Log(2 / improbable)
		h := most*l/3 + math.Sqrt(most*most*l*l/9+2*l*variance)
		if Constant(thresholds, q, Quantity{}) {
			h = 1e-12 * float64(tally.Operations) // the rounding of the expectation
		}
		if math.Abs(counted-expected) > h {
			t.Errorf("plan %d, %v: counted %v, expected %v within %v", plan, m, counted, expected, h)
		}
	}
}

// checkCovariance holds the covariance of two plans' counts of a run to six
// standard errors, for counts whose variance in a run is at least 10. With the
// cumulants of one operation the error of a covariance over R runs of n is
//
//	sqrt((n k22 + n^2 (var x var y + cov^2)) / R).
func checkCovariance(t *testing.T, s replayed, m strategy.Metric, i, j int, tally *replay.Tally, products replay.Products) {
	t.Helper()
	x, y, thresholds := Quantity{s.plans[i], m}, Quantity{s.plans[j], m}, s.a.Thresholds()
	n, runs := float64(s.a.Operations), float64(tally.Runs)
	varX, varY, cov := n*Covariance(thresholds, x, x), n*Covariance(thresholds, y, y), n*Covariance(thresholds, x, y)
	if varX < 10 || varY < 10 {
		return
	}
	total := func(i int) float64 { return float64(strategy.Total(m, s.plans[i], tally.Of(i))) }
	xy, _ := products.At(i, j).Float64()
	counted := (xy - total(i)/runs*total(j)) / (runs - 1)
	k22 := n*centralMoment22(s, m, i, j) - (varX*varY+2*cov*cov)/n
	if se := math.Sqrt((k22 + varX*varY + cov*cov) / runs); math.Abs(counted-cov) > 6*se {
		t.Errorf("plans %d and %d, %v of a run: covariance %.4f, expected %.4f with a standard error of %.4f", i, j, m, counted, cov, se)
	}
}

// centralMoment22 returns E[(x-E[x])^2 (y-E[y])^2] of one operation.
func centralMoment22(s replayed, m strategy.Metric, i, j int) (moment float64) {
	all := courses(s.a.Thresholds(), s.plans)
	var meanX, meanY float64
	for _, c := range all {
		meanX += chanceOf(c) * float64(c.counts[i][m])
		meanY += chanceOf(c) * float64(c.counts[j][m])
	}
	for _, c := range all {
		moment += chanceOf(c) * math.Pow((float64(c.counts[i][m])-meanX)*(float64(c.counts[j][m])-meanY), 2)
	}
	return moment
}
