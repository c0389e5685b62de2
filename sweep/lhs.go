package sweep

import (
	"math/bits"

	"errbench/rng"
)

// draw is the random numbers of one axis of a design.
type draw struct{ counter rng.Counter }

// newDraw returns the numbers of an axis. Its seed is mixed, so it is not the seed of a tape.
func newDraw(seed, axis uint64) draw { return draw{rng.NewCounter(rng.Mix64(seed) + axis)} }

// The purposes separate the numbers of one axis. An index is below 2^36.
const (
	forStratum = iota << 36
	forPlace
)

func (d draw) block(purpose, index uint64) uint64 {
	return d.counter.Block(rng.Address(purpose | index))
}

// permutation permutes the numbers below n without a list of them: it is a Feistel network
// over the next power of 4, repeated until the result is below n (Black and Rogaway, "Ciphers
// with arbitrary finite domains", CT-RSA 2002).
type permutation struct {
	n    uint64 // 1 to 2^32
	half int    // bits of each half
	draw draw
}

func newPermutation(n uint64, d draw) permutation {
	return permutation{n, max(1, (bits.Len64(n-1)+1)/2), d}
}

// rounds of the network. Four make a strong pseudorandom permutation (Luby and Rackoff, SIAM
// J. Comput. 17:373, 1988).
const rounds = 4

func (p permutation) at(i uint64) uint64 {
	for {
		left, right := i>>p.half, i&(1<<p.half-1)
		for round := range uint64(rounds) {
			left, right = right, left^p.draw.block(forStratum, round<<32|right)&(1<<p.half-1)
		}
		if i = left<<p.half | right; i < p.n {
			return i
		}
	}
}

// place returns the share of the axis, in [0, 1), at which point i of n lies. No other point is
// in its stratum.
func (p permutation) place(i uint64) float64 {
	const fine = 1 << 20 // stratum and position fit into float64 together
	within := float64(float64(2*(p.draw.block(forPlace, i)%fine)+1) / (2 * fine))
	return (float64(p.at(i)) + within) / float64(p.n)
}
