package halton

import (
	"encoding/binary"
	"math/rand/v2"
)

// Bases are the bases of Halton sequences, one for each dimension.
var Bases = [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131}

// Sequence is the Halton sequence of one base with its digits permuted, every
// place by a permutation of its own: the plain sequences of two large bases
// start in step.
type Sequence struct {
	base   uint64
	digits [][]uint8 // by place behind the point, the digit for each digit
}

// Points returns n points of a scrambled Halton sequence in so many dimensions,
// at most as many as there are [Bases], as a column for each: numbers in [0, 1 -
// 2^-52]. They are Owen's randomized Halton points ("A randomized Halton
// algorithm in R", 2017, arXiv:1706.02808). Two sources give independent points;
// those of one lie more evenly than chance would have them.
//
// They are the points of gonum's stat/samplemv.Halton from the same source, less
// the last digits. gonum adds floating-point products, which round otherwise on a
// processor that fuses them; a [Sequence] adds its digits in integers, so that
// the points are the same everywhere.
func Points(n, dimensions int, source rand.Source) [][]float64 {
	r := rand.New(source)
	var columns [][]float64
	for _, base := range Bases[:dimensions] {
		s := NewSequence(base, r)
		column := make([]float64, n)
		for i := range column {
			column[i] = s.At(uint64(i))
		}
		columns = append(columns, column)
	}
	return columns
}

// NewSequence draws the permutations of one base as gonum does: one after the
// other, while a digit at its place is more than half of the last bit of 1. Those
// of the last places are drawn for the next base to begin where gonum begins it.
func NewSequence(base uint64, r *rand.Rand) Sequence {
	s := Sequence{base: base}
	for size := base; size < 1<<54; size *= base {
		digits := make([]uint8, base)
		for i, digit := range r.Perm(int(base)) {
			digits[i] = uint8(digit)
		}
		if size < 1<<53/base {
			s.digits = append(s.digits, digits)
		}
	}
	return s
}

// Source is the source of the permutations of one scrambling: 0 is that of
// designs, and those of a sensitivity count from 1. It is a stream of ChaCha8 (c2sp.org/chacha8rand) whose key is the seed and the
// number, so that two share nothing.
func Source(seed, number uint64) rand.Source {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], number)
	return rand.NewChaCha8(key)
}

// At returns element i of the sequence, in [0, 1).
func (s Sequence) At(i uint64) float64 {
	value, size := uint64(0), uint64(1)
	for _, digits := range s.digits {
		value = value*s.base + uint64(digits[i%s.base])
		size *= s.base
		i /= s.base
	}
	return float64(value) / float64(size)
}
