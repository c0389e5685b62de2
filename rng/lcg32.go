package rng

import (
	"fmt"
	"math"
)

// LCG32 is "lcg32/v1": the 32-bit linear congruential generator of Numerical
// Recipes (2nd ed., section 7.1, "an even quicker generator"),
//
//	state' = state*1664525 + 1013904223 mod 2^32,
//
// whose roll is the new state. Its value is its state, so the zero value is
// the generator seeded with 0. All 2^32 seeds lie on one cycle, and generators
// with consecutive seeds start with almost equal rolls: use it to reproduce
// what was published, not to learn something new.
type LCG32 uint32

// The multiplier and the increment, for code that unrolls the recurrence.
const (
	LCG32Multiplier = 1664525
	LCG32Increment  = 1013904223
)

// Next advances the generator and returns its roll.
func (g *LCG32) Next() uint32 {
	*g = *g*LCG32Multiplier + LCG32Increment
	return uint32(*g)
}

// LCG32ForRun returns the generator of a run, counted from 1: its seed is
// seed + run. [CheckLCG32Seeds] tells which seeds and runs are in range.
func LCG32ForRun(seed uint64, run int64) LCG32 {
	return LCG32(seed + uint64(run))
}

// CheckLCG32Seeds refuses a seed with which the seeds of runs 1 to runs would
// leave 32 bits: a wrapped seed would silently repeat the runs of another one.
func CheckLCG32Seeds(seed uint64, runs int64) error {
	if runs < 0 || runs > math.MaxUint32 {
		return fmt.Errorf("%s has %d run seeds, found %d runs", LCG32V1, uint32(math.MaxUint32), runs)
	}
	if most := math.MaxUint32 - uint64(runs); seed > most {
		return fmt.Errorf("%s seeds run r with seed + r in 32 bits: with %d runs a seed of 0 to %d works, found %d", LCG32V1, runs, most, seed)
	}
	return nil
}
