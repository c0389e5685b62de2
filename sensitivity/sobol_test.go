package sensitivity

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"
	"pgregory.net/rapid"

	"errbench/internal/halton"
	"errbench/internal/stat"
)

// estimates returns the estimates of the indices of a function, as a
// [Result] has them.
func estimates(t testing.TB, seed uint64, k, samples int, f model) Result {
	t.Helper()
	found, err := scramblings(context.Background(), seed, k, samples, func() (model, error) { return f, nil })
	if err != nil {
		t.Fatal(err)
	}
	s := Result{Ranges: make([]Influence, k)}
	s.estimate(found)
	return s
}

// ishigami is the function of Ishigami and Homma (1990, ISUMA '90, 398) with a =
// 7 and b = 0.1, on the cube from -pi to pi.
func ishigami(u []float64) float64 {
	x := func(i int) float64 { return math.Pi * (2*u[i] - 1) }
	return math.Sin(x(0)) + 7*math.Pow(math.Sin(x(1)), 2) + 0.1*math.Pow(x(2), 4)*math.Sin(x(0))
}

// gFunction is the function of Sobol (Saltelli and Sobol 1995), of parameters a: its
// dimensions have the variances 1/(3(1+a)^2), each multiplied by the variances of others
// in interactions.
func gFunction(a []float64) model {
	return func(u []float64) float64 {
		product := 1.0
		for i := range a {
			product *= (math.Abs(4*u[i]-2) + a[i]) / (1 + a[i])
		}
		return product
	}
}

// gIndices are the indices of gFunction, by hand.
func gIndices(a []float64) (first, total []float64) {
	all := 1.0
	for _, ai := range a {
		all *= 1 + 1/(3*(1+ai)*(1+ai))
	}
	for _, ai := range a {
		v := 1 / (3 * (1 + ai) * (1 + ai))
		first = append(first, v/(all-1))
		total = append(total, v*all/(1+v)/(all-1))
	}
	return first, total
}

func TestIndicesOfKnownFunctions(t *testing.T) {
	parameters := []float64{0, 1, 4.5, 9, 99, 99, 99, 99}
	gFirst, gTotal := gIndices(parameters)
	for _, test := range []struct {
		name         string
		f            model
		first, total []float64
		off          float64
	}{
		{"Ishigami", ishigami, []float64{0.3139, 0.4424, 0}, []float64{0.5576, 0.4424, 0.2437}, 0.03},
		{"the g-function", gFunction(parameters), gFirst, gTotal, 0.01},
		// Variances 1/12, 4/12 and 9/12 add up.
		{"a sum", func(u []float64) float64 { return 100 + u[0] + 2*u[1] + 3*u[2] }, []float64{1. / 14, 4. / 14, 9. / 14}, []float64{1. / 14, 4. / 14, 9. / 14}, 0.002},
		// About their means: two factors of mean 0 act together only.
		{"a product", func(u []float64) float64 { return (u[0] - 0.5) * (u[1] - 0.5) }, []float64{0, 0}, []float64{1, 1}, 0.005},
		{"one dimension", func(u []float64) float64 { return u[0] * u[0] }, []float64{1}, []float64{1}, 0.002},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := estimates(t, 9100, len(test.first), 4096, test.f)
			for j, r := range s.Ranges {
				if off := math.Abs(float64(r.First.Value) - test.first[j]); off > test.off {
					t.Errorf("first-order index %d is %s, want %.4f", j, r.First.text(), test.first[j])
				}
				if off := math.Abs(float64(r.Total.Value) - test.total[j]); off > test.off {
					t.Errorf("total index %d is %s, want %.4f", j, r.Total.text(), test.total[j])
				}
				if r.First.half() > wide || r.First.N != Scramblings || r.First.Level != stat.Level {
					t.Errorf("first-order index %d has the interval %+v", j, r.First.Interval)
				}
			}
		})
	}
}

// What does not vary has no shares: they are undefined, not 0.
func TestAConstantHasNoIndices(t *testing.T) {
	s := estimates(t, 1, 2, 100, func([]float64) float64 { return 1.0 / 3 })
	if s.SD.Value != 0 || s.Mean.Value != stat.Number(1.0/3) {
		t.Errorf("mean %v, sd %v, want exactly a third and 0", s.Mean.Value, s.SD.Value)
	}
	for _, r := range s.Ranges {
		if r.First.Value.Defined() || r.Total.Value.Defined() || r.First.Lo.Defined() || r.Moves {
			t.Errorf("%+v", r)
		}
	}
	if s.FirstSum.Value.Defined() {
		t.Errorf("the sum is %v", s.FirstSum.Value)
	}
}

// A dimension without effect has indices of exactly 0, and no interval.
func TestADimensionWithoutEffect(t *testing.T) {
	s := estimates(t, 1, 2, 100, func(u []float64) float64 { return u[0] })
	if r := s.Ranges[1]; r.Moves || r.First.Value != 0 || r.Total.Value != 0 || r.First.Interval.Method != "exact" || r.Total.Lo.Defined() {
		t.Errorf("%+v", r)
	}
	if r := s.Ranges[0]; !r.Moves || !r.First.Lo.Defined() {
		t.Errorf("%+v", r)
	}
}

// naiveIndices are the formulas as they are printed, on matrices.
func naiveIndices(f model, k, n int, number uint64) (first, total []float64) {
	points := mat.NewDense(n, 2*k, nil)
	samplemv.Halton{Kind: samplemv.Owen, Q: distmv.NewUnitUniform(2*k, nil), Src: halton.Source(5, number)}.Sample(points)
	value := func(i, from int) (float64, float64) { // f at row i of B, and of A with column from of B
		b, mixed := make([]float64, k), make([]float64, k)
		for j := range k {
			b[j], mixed[j] = points.At(i, k+j), points.At(i, j)
			if j == from {
				mixed[j] = points.At(i, k+j)
			}
		}
		return f(b), f(mixed)
	}
	var sum, squares float64
	for i := range n {
		fb, fa := value(i, -1)
		sum += fa + fb
	}
	mean := sum / float64(2*n)
	for i := range n {
		fb, fa := value(i, -1)
		squares += (fa-mean)*(fa-mean) + (fb-mean)*(fb-mean)
	}
	variance := squares / float64(2*n)
	for j := range k {
		var v, vt float64
		for i := range n {
			_, fa := value(i, -1)
			fb, fi := value(i, j)
			v += (fb - mean) * (fi - fa)
			vt += (fa - fi) * (fa - fi)
		}
		first, total = append(first, v/float64(n)/variance), append(total, vt/float64(2*n)/variance)
	}
	return first, total
}

// A random polynomial has the indices that the formulas give, and no
// first-order index above the total one, except by noise.
func TestIndicesAgreeWithTheFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 4).Draw(t, "dimensions")
		weights := rapid.SliceOfN(rapid.Float64Range(-3, 3), 3*k, 3*k).Draw(t, "weights")
		f := func(u []float64) float64 {
			sum, product := 2+u[0], 1.0
			for j := range u {
				sum += weights[3*j]*u[j] + weights[3*j+1]*u[j]*u[j]
				product *= 1 + weights[3*j+2]*u[j]
			}
			return sum + product
		}
		const n, number = 200, 3
		got := scrambling(context.Background(), f, k, n, halton.Source(5, number))
		if got.variance < 1e-3 {
			t.Skip("rounding is of the size of the variance")
		}
		first, total := naiveIndices(f, k, n, number)
		sumFirst, sumTotal := 0.0, 0.0
		for j := range k {
			if math.Abs(got.first[j]-first[j]) > 1e-6 || math.Abs(got.total[j]-total[j]) > 1e-6 {
				t.Errorf("dimension %d: %v and %v, want %v and %v", j, got.first[j], got.total[j], first[j], total[j])
			}
			sumFirst, sumTotal = sumFirst+got.first[j], sumTotal+got.total[j]
		}
		if sumFirst > sumTotal+0.5 {
			t.Errorf("first-order indices add up to %v, total ones to %v", sumFirst, sumTotal)
		}
	})
}

// publishedModel is the resolution rate of the envelope in closed form: F fails,
// a quarter of that is transient and resolved by a retry, r, and a quarter is a
// validation failure, resolved by a repair, h.
func publishedModel(u []float64) float64 {
	F, r, h := 0.2+0.4*u[0], 0.5+0.4*u[1], 0.7+0.3*u[2]
	return 1 - F + F/4*(r+h)
}

// publishedIndices decomposes the variance of publishedModel by hand. With m the
// mean of r + h, 1 - F + F (r+h)/4 is 1 - F (1 - m/4) + F (r - E r)/4 + F (h - E h)/4,
// whose terms vary apart from each other; F is its mean and what it has above.
func publishedIndices() (first, total []float64) {
	uniform := func(width float64) float64 { return width * width / 12 }
	vF, vr, vh := uniform(0.4), uniform(0.4), uniform(0.3)
	const meanF, m = 0.4, 0.7 + 0.85
	F, r, h := vF*(1-m/4)*(1-m/4), meanF*meanF*vr/16, meanF*meanF*vh/16
	Fr, Fh := vF*vr/16, vF*vh/16
	all := F + r + h + Fr + Fh
	return []float64{F / all, r / all, h / all}, []float64{(F + Fr + Fh) / all, (r + Fr) / all, (h + Fh) / all}
}

// How often do the intervals hold the truth? Over 350 frozen seeds each of the six
// does in 85 % at least, and not in all. Of intervals that hold it in 93 to 95 %,
// a correct program fails that with a chance of 6e-7.
func TestIntervalsHoldTheIndices(t *testing.T) {
	const seeds, samples = 350, 128
	first, total := publishedIndices()
	held := map[string]int{}
	for seed := range uint64(seeds) {
		for j, r := range estimates(t, seed, 3, samples, publishedModel).Ranges {
			for name, is := range map[string]struct {
				Estimate
				truth float64
			}{"first": {r.First, first[j]}, "total": {r.Total, total[j]}} {
				if truth := stat.Number(is.truth); is.Lo <= truth && truth <= is.Hi {
					held[fmt.Sprint(name, " ", j)]++
				}
			}
		}
	}
	for name, times := range held {
		if times < seeds*85/100 || times == seeds {
			t.Errorf("%s: %d of %d intervals hold the index", name, times, seeds)
		}
	}
	if len(held) != 6 {
		t.Errorf("%v", held)
	}
}
