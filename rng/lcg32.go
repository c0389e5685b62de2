package rng

import "math"

// LCG32 is "lcg32/v1": the 32-bit linear congruential generator of Numerical
// Recipes (2nd ed., section 7.1, "an even quicker generator"),
//
//	state' = state*1664525 + 1013904223 mod 2^32,
//
// whose roll is the new state. The value is the state, so the zero value is the generator
// seeded with 0. All 2^32 seeds lie on one cycle, and generators with consecutive seeds
// start with almost equal rolls. Use it only to reproduce published figures.
type LCG32 uint32

// The constants of the recurrence, for code that unrolls it.
const (
	LCG32Multiplier = 1664525
	LCG32Increment  = 1013904223
)

// Next advances the generator and returns its roll.
func (g *LCG32) Next() uint32 {
	*g = *g*LCG32Multiplier + LCG32Increment
	return uint32(*g)
}

// LCG32ForRun returns the generator of a run, from 1. Its seed is seed + run, where seed is
// at most [LCG32MaxSeed].
func LCG32ForRun(seed uint64, run int64) LCG32 {
	return LCG32(seed + uint64(run))
}

// LCG32MaxSeed returns the largest seed for which the seeds of runs 1 to runs fit 32 bits,
// with 0 <= runs <= [MaxRun]. A larger seed would silently repeat the runs of another
// seed.
func LCG32MaxSeed(runs int64) uint64 { return math.MaxUint32 - uint64(runs) }
