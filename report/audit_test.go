package report

import (
	"context"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/replay"
	"errbench/scenario"
)

func audited(t *testing.T, a scenario.Assumptions, bases int) Audit {
	t.Helper()
	counted := replay.AuditIndependence(context.Background(), a, bases, replay.Options{})
	return NewAudit(a, counted)
}

// The fault of the recovered generator: consecutive seeds start almost equal.
func TestTheAuditOfThePublishedTape(t *testing.T) {
	audit := audited(t, scenario.Published(), 4000)
	if p := audit.First[0]; p.Failed != 0 || p.Runs != 60 || stat.Fixed(p.Expected, 1) != "24.0" || p.Chance > 1e-12 {
		t.Errorf("first operation %+v", p)
	}
	if p := audit.First[1]; p.Failed != 20 || p.Runs != 60 {
		t.Errorf("second operation %+v", p)
	}
	b := audit.Bases
	if got, want := stat.Fixed(b.SD, 1)+" "+stat.Fixed(b.BinomialSD, 1)+" "+stat.Percent(b.Coverage, 1)+" "+stat.Percent(b.CoverageSpan, 1), "60.9 53.7 92.0 % 0.4 %"; got != want {
		t.Errorf("over %d bases %s, want %s", b.N, got, want)
	}
	golden(t, "audit.json", string(jsonOf(t, audit)))
}

// Seeds are frozen. Bounds of five standard errors, 5/sqrt(2n) of the sd and
// 5*sqrt(c*(1-c)/n) of the coverage, fail a sound stream less than once in a
// million; so does a chance of 5e-8 at one of ten operations.
func TestTheAuditOfASoundStream(t *testing.T) {
	const bases = 4000
	audit := audited(t, onCounter(60), bases)
	b := audit.Bases
	if off := math.Abs(float64(b.SD/b.BinomialSD) - 1); off > 5/math.Sqrt(2*bases) {
		t.Errorf("sd %v, want about %v", b.SD, b.BinomialSD)
	}
	if off := math.Abs(float64(b.Coverage) - stat.Level); off > 5*math.Sqrt(stat.Level*(1-stat.Level)/bases) {
		t.Errorf("coverage %v, want about %v", b.Coverage, stat.Level)
	}
	for _, p := range audit.First {
		if p.Chance < 5e-8 {
			t.Errorf("%+v", p)
		}
	}
}

func TestAnAuditAtItsEdges(t *testing.T) {
	a := onCounter(3)
	a.Operations = 4
	for _, a.FailureRate = range []float64{0, 1} {
		audit := audited(t, a, 5)
		if b := audit.Bases; b.SD != 0 || b.BinomialSD != 0 || b.Coverage != 1 || b.CoverageSpan != 0 || b.N != 5 {
			t.Errorf("failure rate %v: %+v", a.FailureRate, b)
		}
		if len(audit.First) != 4 {
			t.Errorf("%d of 4 operations", len(audit.First))
		}
		for _, p := range audit.First {
			if p.Chance != 1 {
				t.Errorf("failure rate %v: %+v", a.FailureRate, p)
			}
		}
	}
	if b := audited(t, a, 1).Bases; b.SD.Defined() {
		t.Errorf("one base has a spread: %+v", b)
	}
}

// The two tails of a binomial count as exact fractions.
func TestTheChanceOfACountAgainstExactFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 40).Draw(t, "n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		p := scenario.Probability(rapid.Uint64Range(0, 1<<32).Draw(t, "threshold"))
		success := new(big.Rat).SetFloat64(p)
		failure := new(big.Rat).Sub(big.NewRat(1, 1), success)
		atMost, atLeast := new(big.Rat), new(big.Rat)
		for i := range n + 1 {
			term := new(big.Rat).SetInt(new(big.Int).Binomial(n, i))
			for j := range n {
				if j < i {
					term.Mul(term, success)
				} else {
					term.Mul(term, failure)
				}
			}
			if i <= k {
				atMost.Add(atMost, term)
			}
			if i >= k {
				atLeast.Add(atLeast, term)
			}
		}
		low, _ := atMost.Float64()
		high, _ := atLeast.Float64()
		want := min(1, 2*min(low, high))
		if got := chance(k, n, p); math.Abs(got-want) > 1e-12*want+1e-290 {
			t.Fatalf("%d of %d at %v: %v, want %v", k, n, p, got, want)
		}
	})
}

// Against gonum while its incomplete beta function has seven digits, then
// against the normal distribution: a binomial count is off by less than
// 0.5/sd.
func TestTheChanceOfALargeCount(t *testing.T) {
	for _, n := range []int64{1000, 100_000, 1_000_000, 33_554_431} {
		for _, p := range []float64{1e-5, 0.4, 0.999} {
			b := distuv.Binomial{N: float64(n), P: p}
			normal, tolerance := distuv.Normal{Mu: b.Mean(), Sigma: b.StdDev()}, 1/b.StdDev()
			for _, deviations := range []float64{-3, -1, 0, 0.5, 2, 4} {
				k := min(n, max(0, int64(b.Mean()+deviations*b.StdDev())))
				want := min(1, 2*min(normal.CDF(float64(k)+0.5), normal.Survival(float64(k)-0.5)))
				if n <= 1_000_000 {
					want = min(1, 2*min(b.CDF(float64(k)), b.Survival(float64(k-1))))
					tolerance = 1e-7
				}
				if got := chance(k, n, p); math.Abs(got-want) > tolerance {
					t.Errorf("%d of %d at %v: %v, want %v", k, n, p, got, want)
				}
			}
		}
	}
}

// Beyond the range of float64 a tail is nothing, not a fault.
func TestTheChanceOfAnImpossibleCount(t *testing.T) {
	for _, test := range []struct {
		k, n int64
		p    float64
		want float64
	}{
		{0, 1_000_000, 0.5, 0},
		{1_000_000, 1_000_000, 0.5, 0},
		{1, 10, 0, 0},
		{9, 10, 1, 0},
		{0, 10, 0, 1},
		{10, 10, 1, 1},
		{0, 0, 0.5, 1},
	} {
		if got := chance(test.k, test.n, test.p); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
