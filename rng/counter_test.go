package rng

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext/prng"
	"pgregory.net/rapid"
)

// The first outputs of Vigna's splitmix64.c, which https://prng.di.unimi.it
// publishes: other libraries test themselves against these vectors.
var vigna = []struct {
	state   uint64
	outputs []uint64
}{
	{0, []uint64{0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B, 0x53CB9F0C747EA2EA}},
	{1234567, []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821}},
}

func TestMix64IsVignasFinaliser(t *testing.T) {
	for _, v := range vigna {
		for i, want := range v.outputs {
			if got := Mix64(v.state + uint64(i+1)*Gamma); got != want {
				t.Errorf("state %d, output %d: %#x, want %#x", v.state, i, got, want)
			}
		}
	}
}

// first returns the first output of gonum's SplitMix64 from a state.
func first(state uint64) uint64 { return prng.NewSplitMix64(state).Uint64() }

// Gonum steps through a sequence; we jump into it. The key is made of gonum's outputs too.
func TestCounterAgreesWithGonumFromAnyOperation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, p := rapid.Uint64().Draw(t, "seed"), drawPlace(t)
		p.operation = min(p.operation, MaxOperation-20)
		purpose := uint64(p.run)<<11 | uint64(p.attempt)<<4 | uint64(p.block)
		key := first(first(seed) + first(purpose) - Gamma)
		sequential := prng.NewSplitMix64(key + uint64(p.operation)*Gamma)
		for range 20 {
			if got, want := NewCounter(seed).Block(p.pack()), sequential.Uint64(); got != want {
				t.Fatalf("%+v: %#x, gonum has %#x", p, got, want)
			}
			p.operation++
		}
	})
}

func TestHalvesMakeTheBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.Uint64().Draw(t, "block")
		if got := uint64(High(block))<<32 | uint64(Low(block)); got != block {
			t.Fatalf("halves of %#x make %#x", block, got)
		}
	})
}

// place holds the arguments of At.
type place struct {
	run, operation int64
	attempt, block int
}

func (p place) pack() Address { return At(p.run, p.operation, p.attempt, p.block) }

// unpack reads the documented layout field by field. At is injective because it has a left
// inverse on its whole domain.
func unpack(a Address) place {
	bits := func(width uint) int64 {
		field := int64(a & (1<<width - 1))
		a >>= width
		return field
	}
	operation, block, attempt, run := bits(28), bits(4), bits(7), bits(25)
	return place{run, operation, int(attempt), int(block)}
}

func drawPlace(t *rapid.T) place {
	return place{
		run:       rapid.Int64Range(0, MaxRun).Draw(t, "run"),
		operation: rapid.Int64Range(0, MaxOperation).Draw(t, "operation"),
		attempt:   rapid.IntRange(0, MaxAttempt).Draw(t, "attempt"),
		block:     rapid.IntRange(0, MaxBlock).Draw(t, "block"),
	}
}

func TestAtPacksInjectively(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlace(t)
		if got := unpack(p.pack()); got != p {
			t.Fatalf("%+v packs to %#x, which unpacks to %+v", p, p.pack(), got)
		}
	})
	for _, run := range []int64{0, MaxRun} {
		for _, operation := range []int64{0, MaxOperation} {
			for _, attempt := range []int{0, MaxAttempt} {
				for _, block := range []int{0, MaxBlock} {
					p := place{run, operation, attempt, block}
					if got := unpack(p.pack()); got != p {
						t.Errorf("%+v packs to %#x, which unpacks to %+v", p, p.pack(), got)
					}
				}
			}
		}
	}
}

func TestAddressFieldsFillSixtyFourBitsInOrder(t *testing.T) {
	for _, c := range []struct {
		name string
		got  Address
		want uint64
	}{
		{"operation 1", At(0, 1, 0, 0), 1},
		{"block 1", At(0, 0, 0, 1), 1 << 28},
		{"attempt 1", At(0, 0, 1, 0), 1 << 32},
		{"run 1", At(1, 0, 0, 0), 1 << 39},
		{"all at their limits", At(MaxRun, MaxOperation, MaxAttempt, MaxBlock), math.MaxUint64},
	} {
		if uint64(c.got) != c.want {
			t.Errorf("%s packs to %#x, want %#x", c.name, c.got, c.want)
		}
	}
}

func TestAddressLimitsAreAsDocumented(t *testing.T) {
	if MaxRun != 33_554_431 || MaxOperation != 268_435_455 || MaxAttempt != 127 || MaxBlock != 15 {
		t.Errorf("limits are %d runs, %d operations, %d attempts, %d blocks", MaxRun, MaxOperation, MaxAttempt, MaxBlock)
	}
}

// The relation that lets a loop over operations add instead of packing.
func TestStateOfTheNextOperationIsGammaFurtherOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewCounter(rapid.Uint64().Draw(t, "seed"))
		p := drawPlace(t)
		steps := rapid.Int64Range(0, MaxOperation-p.operation).Draw(t, "steps")
		state := c.State(p.pack()) + uint64(steps)*Gamma
		p.operation += steps
		if got, want := Mix64(state), c.Block(p.pack()); got != want {
			t.Fatalf("%d operations on: %#x, want %#x", steps, got, want)
		}
	})
}
