package polynomial

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

// poly returns the polynomial of coefficients such as "1/2 0 -3".
func poly(text string) Polynomial {
	var all []*big.Rat
	for _, c := range strings.Fields(text) {
		all = append(all, rat(c))
	}
	return New(all...)
}

// product returns the product of x - root, and of other factors.
func product(roots string, others ...Polynomial) Polynomial {
	p := poly("1")
	for _, r := range poly(roots + " 1").coefficients[:len(strings.Fields(roots))] {
		p = p.Times(New(new(big.Rat).Neg(r), big.NewRat(1, 1)))
	}
	for _, q := range others {
		p = p.Times(q)
	}
	return p
}

// shown returns the cells of the roots and the signs beside them.
func shown(roots []*Root, bits uint) string {
	var all []string
	for _, r := range roots {
		all = append(all, fmt.Sprintf("%d: %+d %+d", r.Ceil(bits), r.Before, r.After))
	}
	return strings.Join(all, ", ")
}

func TestRoots(t *testing.T) {
	wilkinson := product("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20")
	// Wilkinson's change of one coefficient by 2^-23 turns ten of the roots
	// complex. A root r that stays moves by about 2^-23 r^19/p'(r): 1, 3 and 5 down,
	// 2, 4 and 6 up, then come 6.9997, 8.0073, 8.9173 and 20.8469.
	changed := wilkinson.Minus(product(strings.Repeat("0 ", 19), poly("1/8388608")))
	close := product("1/3").Times(product("1/3").Plus(poly("-1/1267650600228229401496703205376"))) // 2^-100 apart
	for _, test := range []struct {
		name   string
		p      Polynomial
		lo, hi string
		bits   uint
		want   string
	}{
		{"none: a constant", poly("-3"), "0", "1", 0, ""},
		{"none: complex roots", poly("1 -1 1"), "0", "1", 0, ""},
		{"none: outside", poly("-3 2"), "0", "1", 0, ""},
		{"a line", poly("-9 20"), "0", "1", 4, "8: -1 +1"},
		{"a rising square root", poly("-1/2 0 1"), "0", "1", 10, "725: -1 +1"},
		{"a falling one", poly("1/2 0 -1"), "0", "1", 10, "725: +1 -1"},
		{"one on the end of a cell", poly("-1/4 1"), "0", "1", 4, "4: -1 +1"},
		{"one just above the end of a cell", poly("-2500000001/10000000000 1"), "0", "1", 4, "5: -1 +1"},
		{"a touching one", product("1/3 1/3"), "0", "1", 4, "6: +1 +1"},
		{"one of multiplicity 3", product("1/3 1/3 1/3"), "0", "1", 4, "6: -1 +1"},
		{"the ends", product("0 1"), "0", "1", 4, "0: +0 -1, 16: -1 +0"},
		{"the ends, many times", product("0 0 0 1 1"), "0", "1", 4, "0: +0 +1, 16: +1 +0"},
		{"the ends and the middle", product("0 1/2 1"), "0", "1", 4, "0: +0 +1, 8: +1 -1, 16: -1 +0"},
		{"beside an end", product("0 1/1000"), "0", "1", 4, "0: +0 -1, 1: -1 +1"},
		{"two in a cell", product("1/3 1/3", product("2/5")), "0", "1", 3, "3: -1 -1, 4: -1 +1"},
		{"two in one cell", product("1/3 9/25"), "0", "1", 3, "3: +1 -1, 3: -1 +1"},
		{"2^-100 apart", close, "0", "1", 32, "1431655766: +1 -1, 1431655766: -1 +1"},
		{"another range", product("-3 -1 2 5"), "-2", "5", 0, "-1: -1 +1, 2: +1 -1, 5: -1 +0"},
		{"a range of thirds", product("1/3 2/3"), "1/3", "2/3", 1, "1: +0 -1, 2: -1 +0"},
		{"Wilkinson's", wilkinson, "0", "20", 0, "1: +1 -1, 2: -1 +1, 3: +1 -1, 4: -1 +1, 5: +1 -1, 6: -1 +1, 7: +1 -1, 8: -1 +1, 9: +1 -1, 10: -1 +1, " +
			"11: +1 -1, 12: -1 +1, 13: +1 -1, 14: -1 +1, 15: +1 -1, 16: -1 +1, 17: +1 -1, 18: -1 +1, 19: +1 -1, 20: -1 +0"},
		{"Wilkinson's, changed", changed, "0", "30", 7, "128: +1 -1, 257: -1 +1, 384: +1 -1, 513: -1 +1, 640: +1 -1, 769: -1 +1, 896: +1 -1, 1025: -1 +1, 1142: +1 -1, 2669: -1 +1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := shown(test.p.Roots(rat(test.lo), rat(test.hi)), test.bits); got != test.want {
				t.Errorf("found %s\nwant  %s", got, test.want)
			}
		})
	}
}

func TestWhatHasNoRootsToIsolateIsRefused(t *testing.T) {
	for name, roots := range map[string]func(){
		"the polynomial 0":  func() { poly("0 0").Roots(rat("0"), rat("1")) },
		"an empty range":    func() { poly("0 1").Roots(rat("1"), rat("1")) },
		"a range backwards": func() { poly("0 1").Roots(rat("1"), rat("0")) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", name)
				}
			}()
			roots()
		}()
	}
}

// Products of known roots with multiplicities, and of squares that have none,
// have these roots: placed by comparing fractions, with the signs that counting
// factors gives.
func TestKnownRootsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		known := map[string]int{}
		p := New(big.NewRat(rapid.SampledFrom([]int64{-7, -1, 1, 3}).Draw(t, "lead"), 11))
		for range rapid.IntRange(0, 5).Draw(t, "roots") {
			r := big.NewRat(rapid.Int64Range(-3, 36).Draw(t, "num"), rapid.SampledFrom([]int64{1, 2, 3, 32, 33}).Draw(t, "denom"))
			times := rapid.IntRange(1, 4).Draw(t, "times")
			known[r.RatString()] += times
			for range times {
				p = p.Times(New(new(big.Rat).Neg(r), big.NewRat(1, 1)))
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "squares") { // (x - a)^2 + b
			a, b := rapid.Int64Range(-9, 9).Draw(t, "a"), rapid.Int64Range(1, 9).Draw(t, "b")
			p = p.Times(New(big.NewRat(a*a*9+b, 9), big.NewRat(-2*a, 1), big.NewRat(1, 1)))
		}
		lo := big.NewRat(rapid.Int64Range(-1, 32).Draw(t, "lo"), 33)
		hi := new(big.Rat).Add(lo, big.NewRat(rapid.Int64Range(1, 40).Draw(t, "width"), 32))
		bits := rapid.UintRange(0, 40).Draw(t, "bits")
		if diff := cmp.Diff(placed(p, known, lo, hi, bits), shown(p.Roots(lo, hi), bits)); diff != "" {
			t.Fatalf("(-known +found):\n%s", diff)
		}
	})
}

// placed returns what shown does of the known roots of p in the range.
func placed(p Polynomial, known map[string]int, lo, hi *big.Rat, bits uint) string {
	var inside []*big.Rat
	for text := range known {
		if r := rat(text); r.Cmp(lo) >= 0 && r.Cmp(hi) <= 0 {
			inside = append(inside, r)
		}
	}
	slices.SortFunc(inside, (*big.Rat).Cmp)
	sign := func(after *big.Rat) int { // by the factors whose root lies above
		s := p.coefficients[p.Degree()].Sign()
		for text, times := range known {
			if rat(text).Cmp(after) > 0 && times%2 == 1 {
				s = -s
			}
		}
		return s
	}
	var found []*Root
	for i, r := range inside {
		root := &Root{After: sign(r), exact: true, at: r.Num(), of: &located{lo: new(big.Rat), width: big.NewRat(1, 1)}}
		root.of.width.SetFrac(big.NewInt(1), r.Denom())
		if r.Cmp(hi) == 0 {
			root.After = 0
		}
		if r.Cmp(lo) > 0 {
			root.Before = sign(lo)
		}
		if i > 0 {
			root.Before = found[i-1].After
		}
		found = append(found, root)
	}
	return shown(found, bits)
}

// Between neighbouring points of a fine grid the sign changes exactly as often,
// by parity, as roots found there cross.
func TestSignsOnAGridAgree(t *testing.T) {
	const bits = 6
	rapid.Check(t, func(t *rapid.T) {
		var coefficients []*big.Rat
		for range rapid.IntRange(1, 7).Draw(t, "coefficients") {
			coefficients = append(coefficients, big.NewRat(rapid.Int64Range(-20, 20).Draw(t, "c"), rapid.Int64Range(1, 9).Draw(t, "d")))
		}
		p := New(coefficients...)
		if p.Degree() < 0 {
			t.Skip("the polynomial 0")
		}
		at := map[int64][]*Root{}
		for _, r := range p.Roots(rat("0"), rat("1")) {
			k := r.Ceil(bits).Int64()
			at[k] = append(at[k], r)
		}
		before := 0
		for k := range int64(1<<bits + 1) {
			here := p.At(big.NewRat(k, 1<<bits)).Sign()
			expected := before
			for _, r := range at[k] {
				if r.Before != 0 && r.Before != expected {
					t.Fatalf("before the root in cell %d the sign is %+d, want %+d", k, r.Before, expected)
				}
				expected = r.After
			}
			if here == 0 && len(at[k]) == 0 || here != 0 && k > 0 && here != expected {
				t.Fatalf("at %d/%d the sign is %+d, by the roots %+d", k, 1<<bits, here, expected)
			}
			before = here
			if here == 0 {
				before = expected
			}
		}
	})
}
