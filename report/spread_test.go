package report

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// dot returns the sum of the products of counts.
func dot(x, y []int64) *big.Int {
	sum := new(big.Int)
	for i := range x {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(x[i]), big.NewInt(y[i])))
	}
	return sum
}

// spreadOf counts what is known of counts.
func spreadOf(counts []int64) spread {
	s := spread{runs: int64(len(counts)), squares: dot(counts, counts)}
	for i, n := range counts {
		if i == 0 {
			s.least, s.most = n, n
		}
		s.total += n
		s.least, s.most = min(s.least, n), max(s.most, n)
	}
	return s
}

// Whatever the counts are, the sums that they have are taken.
func TestTheSumsOfCountsAreTaken(t *testing.T) {
	counts := rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, 200), rapid.Int64Range(0, 1<<35))
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.IntRange(0, 6).Draw(t, "runs")
		x, y := rapid.SliceOfN(counts, runs, runs).Draw(t, "x"), rapid.SliceOfN(counts, runs, runs).Draw(t, "y")
		for _, r := range []rule{
			spreadOf(x).squareRule("squares"),
			spreadOf(x).productRule("products", dot(x, y), spreadOf(y)),
		} {
			if err := r.broken(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Of all counts of a few runs that add up to the same and lie between the same
// ends, none has a sum of squares beyond those allowed, and some have each end
// where counts can: rounding up or down is what is left.
func TestNoSumBeyondTheEndsIsTaken(t *testing.T) {
	for total := int64(0); total <= 12; total++ {
		s := spread{runs: 3, total: total, least: 0, most: 4}
		least, most := big.NewInt(1<<40), big.NewInt(0)
		for a := range int64(5) {
			for b := range int64(5) {
				if c := total - a - b; c >= 0 && c <= 4 {
					squares := dot([]int64{a, b, c}, []int64{a, b, c})
					if squares.Cmp(least) < 0 {
						least = squares
					}
					if squares.Cmp(most) > 0 {
						most = squares
					}
				}
			}
		}
		lo, hi := s.squaresBetween()
		if lo.Cmp(least) > 0 || hi.Cmp(most) < 0 || new(big.Int).Sub(hi, most).Int64() > 4 || new(big.Int).Sub(least, lo).Int64() > 1 {
			t.Errorf("total %d: squares from %v to %v are possible, from %v to %v are allowed", total, least, most, lo, hi)
		}
	}
}

// The ends themselves are taken, and one more or less is not.
func TestTheEndsOfSumsAreInclusive(t *testing.T) {
	x := spread{runs: 4, total: 8, least: 0, most: 4}
	for squares, works := range map[int64]bool{14: false, 16: true, 17: false, 32: true, 34: false} {
		x.squares = big.NewInt(squares)
		if err := x.squareRule("squares").broken(); (err == nil) != works {
			t.Errorf("squares %d: %v", squares, err)
		}
	}
	x.squares = big.NewInt(24)
	for sum, works := range map[int64]bool{7: false, 8: true, 9: true, 24: true, 25: false} {
		if err := x.productRule("products", big.NewInt(sum), x).broken(); (err == nil) != works {
			t.Errorf("products %d: %v", sum, err)
		}
	}
}
