package stat_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"errbench/internal/stat"
)

// All counts, and fractions: no neighbour, no mode, no limit.
func TestCoverageAgainstEnumeration(t *testing.T) {
	for n := int64(1); n <= 40; n++ {
		for _, p := range []float64{1.0 / 1024, 0.0625, 0.25, 0.5, 0.671875, 0.9375, 1023.0 / 1024} {
			rate := new(big.Rat).SetFloat64(p)
			other := new(big.Rat).Sub(big.NewRat(1, 1), rate)
			covered := new(big.Rat)
			for k := range n + 1 {
				if w := stat.Wilson(k, n); float64(w.Lo) <= p && p <= float64(w.Hi) {
					term := new(big.Rat).SetInt(new(big.Int).Binomial(n, k))
					for range k {
						term.Mul(term, rate)
					}
					for range n - k {
						term.Mul(term, other)
					}
					covered.Add(covered, term)
				}
			}
			want, _ := covered.Float64()
			if got := float64(stat.Coverage(n, p)); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d operations, %v: %.15f, enumerated %.15f", n, p, got, want)
			}
		}
	}
}

// From SmallCount on either side a Wilson interval covers what it says, within
// a point.
func TestWilsonCoversWhereCountsAreNotSmall(t *testing.T) {
	checked := 0
	for _, n := range []int64{100, 137, 200, 500, 1000, 3000, 10_000, 12_000, 100_000, 1_000_000} {
		for i := range 200 {
			few := stat.SmallCount * math.Pow(float64(n)/2/stat.SmallCount, float64(i)/199) // from SmallCount to half of n
			for _, p := range []float64{few / float64(n), 1 - few/float64(n)} {
				if c := stat.Coverage(n, p); c < 0.94 || c > 0.96 {
					t.Errorf("%d operations, %v: %v", n, p, c)
				}
				checked++
			}
		}
	}
	if checked != 4000 {
		t.Errorf("%d were checked", checked)
	}
}

// The two tails of a binomial count as exact fractions.
func TestTheChanceOfACountAgainstExactFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 40).Draw(t, "n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		p := float64(rapid.Uint64Range(0, 1<<32).Draw(t, "threshold")) / (1 << 32)
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
		if got := stat.BinomialP(k, n, p); math.Abs(got-want) > 1e-12*want+1e-290 {
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
				if got := stat.BinomialP(k, n, p); math.Abs(got-want) > tolerance {
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
		if got := stat.BinomialP(test.k, test.n, test.p); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
