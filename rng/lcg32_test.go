package rng

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Numerical Recipes prints these, "an even quicker generator" seeded with 0,
// to check an implementation against.
var numericalRecipes = []uint32{
	0x3C6EF35F, 0x47502932, 0xD1CCF6E9, 0xAAF95334, 0x6252E503, 0x9F2EC686,
	0x57FE6C2D, 0xA3D95FA8, 0x81FDBEE7, 0x94F0AF1A, 0xCBF633B1,
}

func TestLCG32IsTheGeneratorOfNumericalRecipes(t *testing.T) {
	var g LCG32
	for i, want := range numericalRecipes {
		if got := g.Next(); got != want {
			t.Errorf("draw %d is %#x, want %#x", i+1, got, want)
		}
	}
}

func TestLCG32ValueIsItsState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := LCG32(rapid.Uint32().Draw(t, "seed"))
		resumed := LCG32(g.Next())
		if got, want := resumed.Next(), g.Next(); got != want {
			t.Fatalf("resumed from its last roll: %#x, want %#x", got, want)
		}
	})
}

// Hull and Dobell: the period is 2^32 if the increment is odd and the
// multiplier is 1 modulo 4. So every seed is as good as any other.
func TestLCG32HasFullPeriod(t *testing.T) {
	if LCG32Increment%2 != 1 || LCG32Multiplier%4 != 1 {
		t.Errorf("%d and %d break the conditions of a full period", LCG32Multiplier, LCG32Increment)
	}
}

func TestRunIsSeededWithSeedPlusRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := rapid.Int64Range(1, MaxRun).Draw(t, "run")
		seed := rapid.Uint64Range(0, LCG32MaxSeed(run)).Draw(t, "seed")
		if got, want := uint64(LCG32ForRun(seed, run)), seed+uint64(run); got != want {
			t.Fatalf("seed %d, run %d: generator %d, want %d", seed, run, got, want)
		}
	})
	if got := LCG32ForRun(9100, 1); got != 9101 {
		t.Errorf("run 1 of the published benchmark is seeded with %d, want 9101", got)
	}
}

// One seed more and the last run would wrap to the generator of seed 0.
func TestLargestSeedIsTheLastThatDoesNotWrap(t *testing.T) {
	for _, c := range []struct {
		runs int64
		want uint64
	}{
		{0, math.MaxUint32},
		{1, math.MaxUint32 - 1},
		{60, 4_294_967_235},
		{MaxRun, 4_261_412_864},
	} {
		most := LCG32MaxSeed(c.runs)
		if most != c.want {
			t.Errorf("%d runs: largest seed %d, want %d", c.runs, most, c.want)
		}
		if got := LCG32ForRun(most, c.runs); got != math.MaxUint32 {
			t.Errorf("%d runs: seed %d gives the last run generator %d, want the largest", c.runs, most, got)
		}
		if got := LCG32ForRun(most+1, c.runs); got != 0 {
			t.Errorf("%d runs: seed %d gives the last run generator %d, want 0", c.runs, most+1, got)
		}
	}
}
