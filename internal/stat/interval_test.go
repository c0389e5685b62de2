package stat_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	gonum "gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"errbench/internal/stat"
)

// Newcombe (1998, Statistics in Medicine 17:857), table I, method 3; Brown, Cai
// and DasGupta (2001, Statistical Science 16:101) discuss 0 of 10.
func TestWilsonAgainstPublishedIntervals(t *testing.T) {
	for _, test := range []struct {
		k, n   int64
		lo, hi string
	}{
		{81, 263, "0.2553", "0.3662"},
		{15, 148, "0.0624", "0.1605"},
		{0, 20, "0.0000", "0.1611"},
		{1, 29, "0.0061", "0.1718"},
		{0, 10, "0.0000", "0.2775"},
		{10, 10, "0.7225", "1.0000"},
	} {
		w := stat.Wilson(test.k, test.n)
		lo, hi := fmt.Sprintf("%.4f", w.Lo), fmt.Sprintf("%.4f", w.Hi)
		if lo != test.lo || hi != test.hi || w.N != test.n || w.Method != "wilson" || w.Level != 0.95 {
			t.Errorf("%d of %d: %s to %s (%+v), want %s to %s", test.k, test.n, lo, hi, w, test.lo, test.hi)
		}
	}
}

// The ends of a score interval are the rates p at which the score test just
// rejects: |k/n - p| = z*sqrt(p*(1-p)/n). One lies on either side of k/n.
func TestWilsonAgainstTheRootsOfTheScoreEquation(t *testing.T) {
	root := func(rate, n, inside, outside float64) float64 {
		for range 200 {
			p := (inside + outside) / 2
			if math.Abs(rate-p) <= stat.Normal975*math.Sqrt(p*(1-p)/n) {
				inside = p
			} else {
				outside = p
			}
		}
		return inside
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 1<<40).Draw(t, "n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		w, rate := stat.Wilson(k, n), float64(k)/float64(n)
		lo, hi := root(rate, float64(n), rate, 0), root(rate, float64(n), rate, 1)
		if math.Abs(float64(w.Lo)-lo) > 1e-10 || math.Abs(float64(w.Hi)-hi) > 1e-10 {
			t.Fatalf("%d of %d: %v to %v, want %v to %v", k, n, w.Lo, w.Hi, lo, hi)
		}
		if !(0 <= w.Lo && w.Lo <= w.Hi && w.Hi <= 1) {
			t.Fatalf("%d of %d: %v to %v", k, n, w.Lo, w.Hi)
		}
	})
}

func TestWilsonAtItsEdges(t *testing.T) {
	if w := stat.Wilson(0, 0); w.Lo.Defined() || w.Hi.Defined() || w.N != 0 || w.Method != "wilson" {
		t.Errorf("0 of 0: %+v", w)
	}
	for n := int64(1); n <= 1<<53; n *= 2 {
		if w := stat.Wilson(0, n); w.Lo != 0 || w.Hi <= 0 || w.Hi >= 1 {
			t.Errorf("0 of %d: %+v", n, w)
		}
		if w := stat.Wilson(n, n); w.Hi.Text() != "1" || w.Lo >= 1 || w.Lo <= 0 {
			t.Errorf("%d of %[1]d: %+v", n, w)
		}
	}
}

// Tables of Student's distribution; one and two degrees of freedom have closed
// forms: tan(0.475*pi) and 0.95*sqrt(2/0.0975).
func TestTheQuantileOfStudentsDistributionAgainstTables(t *testing.T) {
	for df, want := range map[int64]float64{
		1:          math.Tan(0.475 * math.Pi),
		2:          0.95 * math.Sqrt(2/0.0975),
		5:          2.570581835636314,
		30:         2.042272456301238,
		59:         2.000995378088,
		1_000_000:  1.959966356817,
		30_000_000: stat.Normal975 + 2.3722712e0/30_000_000,
	} {
		if got := stat.T975(df); math.Abs(got-want) > 1e-10 {
			t.Errorf("%d degrees of freedom: %.12f, want %.12f", df, got, want)
		}
	}
}

// A second derivation: the density (1 + x^2/df)^(-(df+1)/2), integrated up to
// the quantile by Simpson's rule, is 95 % of that over everything. Beyond 60
// it is less than 1e-30 for these degrees of freedom.
func TestTheQuantileOfStudentsDistributionAgainstItsDensity(t *testing.T) {
	for _, df := range []int64{30, 59, 200, 998, 999, 1000, 1001, 5000, 100_000, 1_000_000, 30_000_000, 33_554_430} {
		nu := float64(df)
		area := func(to float64) float64 {
			const steps = 4000
			h, sum := to/steps, 0.0
			for i := range steps + 1 {
				weight := 2 + 2*float64(i%2)
				if i == 0 || i == steps {
					weight = 1
				}
				x := float64(i) * h
				sum += weight * math.Exp(-(nu+1)/2*math.Log1p(x*x/nu))
			}
			return sum * h / 3
		}
		if share := area(stat.T975(df)) / area(60); math.Abs(share-stat.Level) > 1e-10 {
			t.Errorf("%d degrees of freedom: %.13f of the area lies within %.12f", df, share, stat.T975(df))
		}
	}
}

func TestTheSpreadOfMomentsAgainstTheTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Int64Range(0, 1<<28), 2, 50).Draw(t, "counts")
		m := stat.Moments{Runs: int64(len(counts)), Sum: new(big.Rat), SumSquares: new(big.Rat)}
		var values []float64
		for _, c := range counts {
			x := new(big.Rat).SetInt64(c)
			m.Sum.Add(m.Sum, x)
			m.SumSquares.Add(m.SumSquares, x.Mul(x, x))
			values = append(values, float64(c))
		}
		want := gonum.StdDev(values, nil)
		if got := float64(m.SD()); math.Abs(got-want) > 1e-9*(1+want) {
			t.Fatalf("sd %v, want %v", got, want)
		}
		center := gonum.Mean(values, nil)
		i := m.Around(stat.Number(center), 0.5, "some method")
		half := stat.T975(int64(len(values)-1)) * 0.5 * want / math.Sqrt(float64(len(values)))
		if m.SD() == 0 {
			if i.Lo.Defined() || i.Hi.Defined() {
				t.Fatalf("without spread: %+v", i)
			}
		} else if math.Abs(float64(i.Lo)-(center-half)) > 1e-9*(1+half+center) || math.Abs(float64(i.Hi)-(center+half)) > 1e-9*(1+half+center) {
			t.Fatalf("%v to %v, want %v ± %v", i.Lo, i.Hi, center, half)
		}
		if i.N != m.Runs || i.Level != stat.Level || i.Method != "some method" {
			t.Fatalf("%+v", i)
		}
	})
}

// A spread so small beside its mean that floating sums of squares lose it.
func TestTheSpreadOfMomentsIsExactWhereFloatsCancel(t *testing.T) {
	m := stat.Moments{Runs: 2, Sum: new(big.Rat), SumSquares: new(big.Rat)}
	for _, c := range []int64{1 << 40, 1<<40 + 1} {
		x := new(big.Rat).SetInt64(c)
		m.Sum.Add(m.Sum, x)
		m.SumSquares.Add(m.SumSquares, x.Mul(x, x))
	}
	if sd := float64(m.SD()); sd != math.Sqrt(0.5) {
		t.Errorf("sd %v, want %v", sd, math.Sqrt(0.5))
	}
}

func TestTooFewRunsLeaveAnIntervalUndefined(t *testing.T) {
	one := stat.Moments{Runs: 1, Sum: big.NewRat(3, 1), SumSquares: big.NewRat(9, 1)}
	two := stat.Moments{Runs: 2, Sum: big.NewRat(6, 1), SumSquares: big.NewRat(18, 1)}
	for _, i := range []stat.Interval{
		stat.Moments{Runs: 0, Sum: new(big.Rat), SumSquares: new(big.Rat)}.Around(0, 1, "m"),
		one.Around(3, 1, "m"),
		two.Around(stat.Undefined, 1, "m"),
		two.Around(3, 1, "m"), // without spread
	} {
		if i.Lo.Defined() || i.Hi.Defined() || i.Method != "m" || i.Level != stat.Level {
			t.Errorf("%+v", i)
		}
	}
}

func TestMeanIntervalAgreesWithANaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-2, 2), 2, 30).Draw(t, "observations")
		mean, interval := stat.MeanInterval(x, "t")
		half := stat.T975(int64(len(x)-1)) * gonum.StdDev(x, nil) / math.Sqrt(float64(len(x)))
		if math.Abs(float64(mean)-gonum.Mean(x, nil)) > 1e-12 || interval.N != int64(len(x)) || interval.Method != "t" || interval.Level != stat.Level {
			t.Fatalf("%v, %+v", mean, interval)
		}
		if half < 1e-12 {
			return // the naive one may take rounding for spread
		}
		if math.Abs(float64(mean-interval.Lo)-half) > 1e-9 || math.Abs(float64(interval.Hi-mean)-half) > 1e-9 {
			t.Fatalf("%v, %+v, want %v to each side", mean, interval, half)
		}
	})
}

func TestMeanIntervalWhereItIsUndefined(t *testing.T) {
	for _, test := range []struct {
		x    []float64
		mean bool
	}{{nil, false}, {[]float64{3}, true}, {[]float64{0.1, 0.1, 0.1}, true}, {[]float64{1, math.NaN()}, false}, {[]float64{math.Inf(1), 1, 2}, false}} {
		mean, interval := stat.MeanInterval(test.x, "t")
		if mean.Defined() != test.mean || interval.Lo.Defined() || interval.Hi.Defined() || interval.N != int64(len(test.x)) {
			t.Errorf("%v: mean %v, %+v", test.x, mean, interval)
		}
		if test.mean && mean != stat.Number(test.x[0]) {
			t.Errorf("%v: mean %v", test.x, mean)
		}
	}
}
