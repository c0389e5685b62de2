package halton

import (
	"encoding/binary"
	"math/rand/v2"
)

// Bases are the bases of Halton sequences, one for each dimension.
var Bases = [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131}

// Sequence is the Halton sequence of one base with permuted digits. Each place has its own
// permutation; without them, the sequences of two large bases would start in step.
type Sequence struct {
	base   uint64
	digits [][]uint8 // the permutation of each place, the most significant first
}

// Points returns n points of a scrambled Halton sequence as a column for each dimension, at most
// len(Bases) of them. A coordinate x fulfills 0 <= x <= 1 - 2^-52. The points are Owen's
// randomized Halton points ("A randomized Halton algorithm in R", 2017, arXiv:1706.02808). Two
// sources give independent points.
//
// gonum's stat/samplemv.Halton has the same points with more digits. It adds floating-point
// products, which a processor that fuses them rounds differently. A [Sequence] adds its digits
// in integers, so its points are the same on every processor.
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

// NewSequence draws the permutations of one base in the order of gonum: one for each place whose
// digits are worth at least half of the last bit of 1. It drops the permutations of the last
// places; drawing them keeps the next base in step with gonum.
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

// Source returns the source of the permutations of one scrambling. Designs use number 0, and
// sensitivities the numbers from 1 on. The source is ChaCha8 (c2sp.org/chacha8rand) with the seed
// and the number as its key, so the streams are independent.
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
