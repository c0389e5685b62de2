package replay

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The sums of products agree with arithmetic of any length, as long as they
// stay below 2^128: four products of the largest counts do.
func TestProductsAgreeWithBigIntegers(t *testing.T) {
	counts := rapid.OneOf(
		rapid.Int64Range(0, math.MaxInt64),
		rapid.Int64Range(0, 200),
		rapid.Int64Range(1<<34, 100<<28),
		rapid.SampledFrom([]int64{0, 1, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64}),
	)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 5).Draw(t, "plans")
		shards := []Products{newProducts(n), newProducts(n)}
		want := make([]big.Int, n*n)
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			run := rapid.SliceOfN(counts, n, n).Draw(t, "counts")
			shards[rapid.IntRange(0, 1).Draw(t, "shard")].add(run)
			for i, x := range run {
				for j, y := range run {
					want[i*n+j].Add(&want[i*n+j], new(big.Int).Mul(big.NewInt(x), big.NewInt(y)))
				}
			}
		}
		shards[0].merge(shards[1])
		if diff := cmp.Diff(shards[0], ProductsOf(n, shards[0].At), unexported); diff != "" {
			t.Fatalf("(-products +of their sums):\n%s", diff)
		}
		for i := range n {
			for j := range n {
				if got := shards[0].At(i, j); got.Cmp(&want[i*n+j]) != 0 {
					t.Fatalf("pair (%d, %d): %v, want %v", i, j, got, &want[i*n+j])
				}
			}
		}
	})
}

// A sum that has no room is a programmer's error.
func TestNoSumIsCutOff(t *testing.T) {
	for _, sum := range []*big.Int{big.NewInt(-1), new(big.Int).Lsh(big.NewInt(1), 128)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v is taken", sum)
				}
			}()
			ProductsOf(1, func(int, int) *big.Int { return sum })
		}()
	}
}

// The carry from the lower half into the upper, worked out by hand: eight
// products of 2^62 make 2^127, and two of 2^32 - 1 make 2^65 - 2^34 + 2.
func TestProductsCarry(t *testing.T) {
	p := newProducts(1)
	for range 8 {
		p.add([]int64{1 << 62})
	}
	p.add([]int64{math.MaxUint32})
	p.add([]int64{math.MaxUint32})
	if got := p.At(0, 0).Text(16); got != "8000000000000001fffffffc00000002" {
		t.Errorf("sum 0x%s, want 0x8000000000000001fffffffc00000002", got)
	}
}
