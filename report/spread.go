package report

import (
	"fmt"
	"math/big"
)

// spread is what is known of the counts of some runs: how many runs there are,
// what the counts add up to, what they lie between, and the sum of their
// squares.
type spread struct {
	runs, total, least, most int64
	squares                  *big.Int
}

// squareRule demands a sum of squares that counts can have.
func (s spread) squareRule(key string) rule {
	lo, hi := s.squaresBetween()
	odd, parity := uint(s.total)&1, "an even"
	if odd == 1 {
		parity = "an odd"
	}
	met := lo.Cmp(s.squares) <= 0 && s.squares.Cmp(hi) <= 0 && s.squares.Bit(0) == odd // a square is odd where its count is
	return rule{key, s.squares.String(), met, fmt.Sprintf("%s number from %v to %v works", parity, lo, hi)}
}

// productRule demands of the sum of the products with other counts of the same
// runs that counts can have it.
func (s spread) productRule(key string, found *big.Int, other spread) rule {
	lo, hi := s.productsBetween(other)
	return rule{key, found.String(), lo.Cmp(found) <= 0 && found.Cmp(hi) <= 0, fmt.Sprintf("%v to %v works", lo, hi)}
}

// squaresBetween returns the ends, both inclusive, of the sum of squares. It is
// least where all counts are the same, and most where each is one of the ends,
// since (x - least)(most - x) is at least 0.
func (s spread) squaresBetween() (lo, hi *big.Int) {
	total, least, most := big.NewInt(s.total), big.NewInt(s.least), big.NewInt(s.most)
	hi = new(big.Int).Add(least, most)
	hi.Mul(hi, total)
	hi.Sub(hi, most.Mul(most, least.Mul(least, big.NewInt(s.runs))))
	return s.perRun(total.Mul(total, total), true), hi
}

// productsBetween returns the ends, both inclusive, of the sum of products with
// other counts: their correlation is from -1 to 1, and they are not negative.
func (s spread) productsBetween(other spread) (lo, hi *big.Int) {
	root := new(big.Int).Mul(s.variance(), other.variance())
	root.Sqrt(root)
	middle := new(big.Int).Mul(big.NewInt(s.total), big.NewInt(other.total))
	lo = s.perRun(new(big.Int).Sub(middle, root), true)
	hi = s.perRun(middle.Add(middle, root), false)
	if lo.Sign() < 0 {
		lo.SetInt64(0)
	}
	return lo, hi
}

// variance returns runs * squares - total^2, at least 0 where squareRule is met.
func (s spread) variance() *big.Int {
	total := big.NewInt(s.total)
	v := new(big.Int).Mul(big.NewInt(s.runs), s.squares)
	return v.Sub(v, total.Mul(total, total))
}

// perRun divides by the runs, and rounds up or down. Without runs there is
// nothing to divide.
func (s spread) perRun(v *big.Int, up bool) *big.Int {
	n := big.NewInt(max(1, s.runs))
	q, rest := new(big.Int).DivMod(v, n, new(big.Int))
	if up && rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}
