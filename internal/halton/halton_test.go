package halton

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"
	"pgregory.net/rapid"
)

// gonumHalton is what gonum makes from the same source. Its sampler adds to the
// batch, which is zero here.
func gonumHalton(n, dimensions int, seed, number uint64) *mat.Dense {
	batch := mat.NewDense(n, dimensions, nil)
	samplemv.Halton{Kind: samplemv.Owen, Q: distmv.NewUnitUniform(dimensions, nil), Src: Source(seed, number)}.Sample(batch)
	return batch
}

// The points equal the points of gonum, cut off some bits before the end of float64.
func TestHaltonPointsAreThoseOfGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, dimensions := rapid.IntRange(1, 300).Draw(t, "points"), rapid.IntRange(1, 24).Draw(t, "dimensions")
		seed, number := rapid.Uint64().Draw(t, "seed"), rapid.Uint64Range(1, 16).Draw(t, "scrambling")
		want := gonumHalton(n, dimensions, seed, number)
		got := Points(n, dimensions, Source(seed, number))
		for j, column := range got {
			for i, x := range column {
				if cut := want.At(i, j) - x; cut < -1e-15 || cut > float64(Bases[j])*float64(Bases[j])*0x1p-53 {
					t.Fatalf("point %d, dimension %d: %v, gonum has %v", i, j, x, want.At(i, j))
				}
			}
		}
	})
}

// In a column of base b, as many consecutive points as a power of b stand in as
// many equal cells, one in each.
func TestHaltonPointsLieEvenly(t *testing.T) {
	columns := Points(2*3*3*3*3, 2, Source(9100, 1))
	for _, test := range []struct{ dimension, first, cells int }{{0, 0, 128}, {0, 16, 16}, {1, 0, 81}, {1, 81, 81}, {1, 9, 9}} {
		seen := make([]int, test.cells)
		for _, x := range columns[test.dimension][test.first : test.first+test.cells] {
			seen[int(math.Floor(x*float64(test.cells)+1e-9))]++ // one may be at the very edge of its cell
		}
		for cell, points := range seen {
			if points != 1 {
				t.Errorf("dimension %d from point %d: %d points in cell %d of %d", test.dimension, test.first, points, cell, test.cells)
			}
		}
	}
}

// The points of a seed never change, on any processor.
func TestHaltonPointsAreFrozen(t *testing.T) {
	for number, want := range map[uint64][]float64{1: {0.671387325051036, 0.03818826636262566, 0.184001981725878}, 2: {0.03785701478231429, 0.20762152165349992, 0.07479877301480875}} {
		columns := Points(100, 3, Source(9100, number))
		for j := range columns {
			if got := columns[j][99]; got != want[j] {
				t.Errorf("scrambling %d, dimension %d: point 99 is %v, want %v", number, j, got, want[j])
			}
		}
	}
}
