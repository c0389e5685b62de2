package rng_test

import (
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/rng"
)

// chance is how likely a fair stream makes one statistic too large, and how
// likely too small. counter/v2 has 24 statistics, so a correct program fails for
// at most 48 * 2e-8 < 1e-6 of all seeds; with the frozen ones it passes for ever.
const chance = 2e-8

// cells counts values of 8 bits, or pairs of 4 bits.
type cells [256]int

// tail returns the smaller tail probability of the chi-squared statistic
// of even counts.
func (c *cells) tail() float64 {
	total := 0
	for _, n := range c {
		total += n
	}
	expected := float64(total) / float64(len(c))
	statistic := 0.0
	for _, n := range c {
		d := float64(n) - expected
		statistic += d * d / expected
	}
	chi := distuv.ChiSquared{K: float64(len(c) - 1)}
	return min(chi.CDF(statistic), chi.Survival(statistic))
}

func pair(a, b uint32) uint32 { return a>>28<<4 | b>>28 }

func TestCounterRollsAreEvenAndIndependent(t *testing.T) {
	const runs, operations = 40, 1000
	for _, seed := range []uint64{1, 9100, 1<<53 - 1} {
		counts := map[string]*cells{}
		count := func(what string, cell uint32) {
			if counts[what] == nil {
				counts[what] = new(cells)
			}
			counts[what][cell]++
		}
		c, neighbour := rng.NewCounter(seed), rng.NewCounter(seed+1)
		for run := range int64(runs) {
			for operation := range int64(operations) {
				first := c.Block(rng.At(run, operation, 1, 0))
				second := c.Block(rng.At(run, operation, 2, 0))
				fail, class := rng.High(first), rng.Low(first)
				retry, repair := rng.High(second), rng.Low(second)
				count("high halves", fail>>24)
				count("low halves", class>>24)
				count("last bits of high halves", fail&0xff)
				count("pairs of fail and class roll", pair(fail, class))
				count("pairs of fail and retry roll", pair(fail, retry))
				count("pairs of retry and repair roll", pair(retry, repair))
				if run%2 == 0 { // each roll in one pair: pairs that overlap are no chi-squared
					count("pairs of fail rolls of neighbouring runs", pair(fail, rng.High(c.Block(rng.At(run+1, operation, 1, 0)))))
				}
				count("pairs of fail rolls of neighbouring seeds", pair(fail, rng.High(neighbour.Block(rng.At(run, operation, 1, 0)))))
			}
		}
		for what, c := range counts { // in any order
			if p := c.tail(); p < chance {
				t.Errorf("seed %d: %s are uneven, p = %.1g", seed, what, p)
			}
		}
		if len(counts) != 8 {
			t.Fatalf("%d statistics of a seed; the stated chance counts 8", len(counts))
		}
	}
}

// The fault that counter/v2 was made to remove: from run to run the first roll
// of lcg32/v1 moves by 1664525 / 2^32. It shows that the check has teeth.
func TestFirstRollsOfNeighbouringLCG32RunsDepend(t *testing.T) {
	var c cells
	for run := range int64(10_000) {
		a, b := rng.LCG32ForRun(9100, run), rng.LCG32ForRun(9100, run+1)
		c[pair(a.Next(), b.Next())]++
	}
	if p := c.tail(); p >= chance {
		t.Errorf("first rolls look independent, p = %.1g", p)
	}
}
