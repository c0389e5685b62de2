package stat

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// gonum has the distribution by a series, which is right where delta is not large.
func TestNoncentralPowerAgreesWithASeries(t *testing.T) {
	for _, df := range []float64{2, 2.5, 4, 19, 59, 199, 5000} {
		for _, delta := range []float64{0, 0.5, 2, 3.2, 5, 10, 20} {
			want := 1 - distuv.NoncentralT{Nu: df, Mu: delta}.CDF(quantile975(df))
			if got := noncentralPower(df, delta); math.Abs(got-want) > 1e-7 {
				t.Errorf("%v degrees, delta %v: %v, want %v", df, delta, got, want)
			}
		}
	}
	if got := noncentralPower(59, 238); got != 1 {
		t.Errorf("a difference of 238 standard errors is found with the probability %v", got)
	}
}

// naivePower adds up the probability of every sequence of runs of n operations whose t
// interval, from the runs themselves, lies above 0.
func naivePower(d Discordance, n, runs int64) float64 {
	var of func(runs []float64, left int64, p float64) float64
	of = func(sums []float64, left int64, p float64) float64 {
		if left == 0 {
			mean, interval := MeanInterval(sums, "")
			if float64(mean) > 0 && float64(interval.Lo) > 0 {
				return p
			}
			return 0
		}
		var found float64
		eachRun(d, n, func(sum, q float64) { found += of(append(sums[:len(sums):len(sums)], sum), left-1, p*q) })
		return found
	}
	return of(nil, runs, 1)
}

// eachRun visits every sequence of the differences of n operations.
func eachRun(d Discordance, n int64, visit func(sum, p float64)) {
	if n == 0 {
		visit(0, 1)
		return
	}
	for step, p := range map[float64]float64{1: d.More, -1: d.Less, 0: 1 - d.More - d.Less} {
		eachRun(d, n-1, func(sum, q float64) { visit(sum+step, p*q) })
	}
}

func TestExactPowerAgreesWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chance := rapid.SampledFrom([]float64{0, 0.05, 0.2, 0.45})
		d := Discordance{0.05 + chance.Draw(t, "more"), chance.Draw(t, "less")}
		n, runs := rapid.Int64Range(1, 2).Draw(t, "n"), rapid.Int64Range(2, 4).Draw(t, "runs")
		if got, want := newRunSums(d, n).power(runs), naivePower(d, n, runs); math.Abs(got-want) > 1e-8 {
			t.Fatalf("%+v, %d runs of %d: %v, want %v", d, runs, n, got, want)
		}
	})
}

// By hand: if one operation is a run and 4 or more of many runs differ, in one direction,
// then t = k / sqrt(k - k^2/R) * sqrt((R-1)/R), about the root of k, is above 1.96. So it
// takes m expected ones with P(at least 4 | m) = 0.9: 6.681 of a Poisson count.
func TestManyShortRunsByHand(t *testing.T) {
	const rate = 1e-4
	runs, reached := Discordance{More: rate}.RunsForPower(1, 0.9)
	if m := float64(runs) * rate; math.Abs(m-6.681) > 0.002 || reached < 0.9 || reached > 0.90001 {
		t.Errorf("%d runs with %v expected, power %v", runs, m, reached)
	}
}

// Where few are expected to differ and where many are the two computations meet: a
// difference in both directions is nearly normal at 60.
func TestBothComputationsMeet(t *testing.T) {
	d := Discordance{0.02, 0.01}
	s := newRunSums(d, 200)
	exact, normal := s.power(10), noncentralPower(9, 0.01*math.Sqrt(2000/d.Variance()))
	if math.Abs(exact-normal) > 0.01 {
		t.Errorf("%v exactly, %v by the noncentral distribution", exact, normal)
	}
}

// The numbers are the least that reach the power, and at least 3 runs.
func TestPlansAreTheLeast(t *testing.T) {
	for _, d := range []Discordance{{0.045, 0}, {0.01, 0}, {0.002, 0.0005}, {0.2, 0.19}, {0.8, 0}} {
		for _, n := range []int64{20, 200} {
			runs, reached := d.RunsForPower(n, 0.9)
			s := newRunSums(d, n)
			if reached < 0.9 || reached != s.power(runs) || runs < 3 || runs > 3 && s.power(runs-1) >= 0.9 {
				t.Errorf("%+v: %d runs of %d reach %v, one less %v", d, runs, n, reached, s.power(runs-1))
			}
		}
		n, reached := d.OperationsForPower(20, 0.9)
		if reached < 0.9 || reached != newRunSums(d, n).power(20) || n > 1 && newRunSums(d, n-1).power(20) >= 0.9 {
			t.Errorf("%+v: 20 runs of %d reach %v", d, n, reached)
		}
	}
	if runs, _ := (Discordance{More: 1e-17}).RunsForPower(1, 0.9); runs <= MostPlanned {
		t.Errorf("%d runs find a difference of 1e-17", runs)
	}
}

// By hand: with equal variances the degrees of freedom are 2(R-1).
func TestUnpairedPowerByHand(t *testing.T) {
	runs, reached := UnpairedRunsForPower(0.55, 0.45, 100, 0.9)
	delta := 0.1 * math.Sqrt(float64(runs)*100/(2*0.55*0.45))
	if want := noncentralPower(float64(2*(runs-1)), delta); math.Abs(reached-want) > 1e-12 || runs != 7 || noncentralPower(10, 0.1*math.Sqrt(600/(2*0.55*0.45))) >= 0.9 {
		t.Errorf("%d runs reach %v, want %v", runs, reached, want)
	}
}

// Plans by normal quantiles over operations were 2 and 5 runs for a power of 0.9. In some
// hundred simulations they found 0.19 and 0.71, each with a standard error of 0.02.
func TestFewRunsFindLessThanOperationsSuggest(t *testing.T) {
	for _, c := range []struct {
		difference float64
		runs       int64
		want       float64
	}{{0.045, 2, 0.19}, {0.01125, 5, 0.71}} {
		if got := newRunSums(Discordance{More: c.difference}, 200).power(c.runs); math.Abs(got-c.want) > 0.05 {
			t.Errorf("%d runs find %v with the probability %v, want %v", c.runs, c.difference, got, c.want)
		}
	}
}
