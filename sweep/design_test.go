package sweep

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/halton"
	"errbench/scenario"
)

func TestAGridTakesEveryCombinationTheLastAxisFastest(t *testing.T) {
	a := scenario.Published()
	d, err := NewDesign(Grid, axes(t, a, "failure_rate=0.1,0.2", "runs=1:3:1"), 0, a)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range d.Points {
		at, values := d.at(i, a)
		got = append(got, strings.Join(values, " "))
		a.FailureRate, a.Runs = at.FailureRate, at.Runs
		if at != a {
			t.Errorf("point %d changes more than its axes: %+v", i, at)
		}
	}
	if diff := cmp.Diff([]string{"0.1 1", "0.1 2", "0.1 3", "0.2 1", "0.2 2", "0.2 3"}, got); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
}

func TestDesignsThatAreWrongAreRefused(t *testing.T) {
	none := scenario.Published()
	none.FailureMix = scenario.FailureMix{Transient: 1}
	for _, test := range []struct {
		kind   DesignKind
		points int64
		a      scenario.Assumptions
		specs  []string
		want   string
	}{
		{Grid, 0, none, nil, `no assumption varies; `},
		{Grid, 0, none, []string{"failure_rate=0.1", "failure_rate=0.2"}, `failure_rate: there are two axes; `},
		{Grid, 5, none, []string{"failure_rate=0.1"}, `points of a grid: got 5, want none, `},
		{Grid, 0, none, []string{"failure_rate=0.1:0.2"}, `failure_rate: got 0.1:0.2, want 0.1:0.2:STEP in a grid; `},
		{Grid, 0, none, []string{"failure_rate=0:1:1e-9", "retry_success=0:1:1e-9"}, `retry_success: got a grid of more than 1000000000000 points, want fewer values`},
		{LHS, 0, none, []string{"failure_rate=0:1"}, `points of a design lhs: got 0, want 1 to 2147483647`},
		{Halton, 1 << 32, none, []string{"failure_rate=0:1"}, `points of a design halton: got 4294967296, want 1 to 2147483647`},
		{Grid, 0, none, []string{"failure_mix.transient=2,1,0"}, `at failure_mix.transient=0: failure_mix: got all weights zero, `},
		{LHS, 9, none, []string{"failure_rate=0:1", "failure_mix.transient=0:1"}, `at failure_mix.transient=0: failure_mix: got all weights zero, `},
		{Grid, 0, none, []string{"failure_mix.permission=1,0,1e-10"}, `at failure_mix.permission=1e-10: failure_mix.permission: got 1e-10, at most one roll in 2^32 beside the other weights, `},
		{Grid, 0, none, []string{"failure_mix.transient=1e290,1e300", "failure_mix.permission=1e308"}, `at failure_mix.transient=1e290, failure_mix.permission=1e308: failure_mix.transient: got 1`},
		{Grid, 0, none, []string{"failure_mix.transient=1e308", "failure_mix.permission=1.79e308"}, `at failure_mix.transient=1e308, failure_mix.permission=1.79e308: failure_mix: got weights whose sum overflows, `},
		{Grid, 0, none, []string{"seed=1,4294967290", "runs=1,60"}, `at seed=4294967290, runs=60: seed: got 4294967290, want with lcg32/v1`},
	} {
		_, err := NewDesign(test.kind, axes(t, test.a, test.specs...), test.points, test.a)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s %v: %v, want %s", test.kind, test.specs, err, test.want)
		}
	}
}

// Every point of a design that is accepted has valid assumptions.
func TestEveryPointIsValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := scenario.Published()
		specs := map[string][]string{
			"failure_mix.transient":  {"0,1", "0:2:0.5", "1e-9,5"},
			"failure_mix.validation": {"0,3", "0:1:1", "0.5,1e9"},
			"failure_mix.permission": {"1", "0,1"},
			"failure_mix.not_found":  {"0:1:0.25", "1e-12,1e12"},
			"seed":                   {"0,4294967235", "4294967200:4294967295:5"},
			"runs":                   {"1,60", "1:90:1"},

			"after_repair":               {"0,0.5", "0.25"},
			"outage_ms.min":              {"0:5:5", "20"},
			"outage_ms.max":              {"10,30", "3:30:27"},
			"risk.read_only":             {"0,1", "2"},
			"risk.destructive":           {"0,1", "0"},
			"distortions.all_retryable":  {"0,0.5", "0.6,0.1"},
			"distortions.short_wait":     {"0.5,0", "0.2"},
			"distortions.none_retryable": {"0.1"},
		}
		var chosen []string
		for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(slices.Sorted(maps.Keys(specs))), 0, 6, rapid.ID).Draw(t, "keys") {
			chosen = append(chosen, key+"="+rapid.SampledFrom(specs[key]).Draw(t, key+" values"))
		}
		if len(chosen) == 0 {
			chosen = []string{"failure_rate=0,1"}
		}
		d, err := NewDesign(Grid, axes(t, a, chosen...), 0, a)
		bad := ""
		if err != nil {
			d = &Design{Kind: Grid, Axes: axes(t, a, chosen...)}
			if err := d.size(); err != nil {
				t.Fatal(err)
			}
		}
		for i := range d.Points {
			at, values := d.at(i, a)
			unchosen := slices.ContainsFunc(at.Unchosen(), func(f *scenario.FieldError) bool { return slices.Contains(d.keys(), f.Key) })
			if at.Validate() != nil || unchosen {
				bad = fmt.Sprint(values)
				break
			}
		}
		if (err == nil) != (bad == "") {
			t.Fatalf("%v: error %v, but a point that is not valid: %q", chosen, err, bad)
		}
	})
}

func TestAPermutationTakesEveryPlaceOnce(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 4, 5, 7, 16, 17, 100, 1000, 4097} {
		p := newPermutation(n, newDraw(7, 2))
		seen := make([]bool, n)
		for i := range n {
			at := p.at(i)
			if at >= n || seen[at] {
				t.Fatalf("of %d, %d goes to %d", n, i, at)
			}
			seen[at] = true
		}
	}
}

// All orders of three are about equally frequent over seeds and axes. The bound
// is the tail of a chi-squared variable with 5 degrees of freedom at 1e-6; the draws
// are frozen.
func TestPermutationsAreShuffled(t *testing.T) {
	counts := map[string]int{}
	const draws = 6000
	for seed := range uint64(draws) {
		p := newPermutation(3, newDraw(seed, seed%5))
		counts[fmt.Sprint(p.at(0), p.at(1), p.at(2))]++
	}
	squared := 0.0
	for _, n := range counts {
		d := float64(n) - draws/6
		squared += d * d / (draws / 6)
	}
	if len(counts) != 6 || squared > 35.9 {
		t.Errorf("%v: chi-squared %v", counts, squared)
	}
}

// In a Latin hypercube every stratum of every axis has one point.
func TestALatinHypercubeFillsEveryStratum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 300).Draw(t, "points")
		p := newPermutation(uint64(n), newDraw(rapid.Uint64().Draw(t, "seed"), rapid.Uint64Range(0, 20).Draw(t, "axis")))
		seen := make([]bool, n)
		for i := range n {
			place := p.place(uint64(i))
			stratum := int64(math.Floor(place * float64(n)))
			if place < 0 || place >= 1 || seen[stratum] {
				t.Fatalf("point %d of %d lies at %v", i, n, place)
			}
			seen[stratum] = true
		}
	})
}

// Of every base^k consecutive elements of a Halton sequence from a multiple of
// it on, each interval of that length has one, and scrambling keeps that.
func TestHaltonPointsAreSpread(t *testing.T) {
	for i, base := range halton.Bases {
		s := halton.NewSequence(base, rand.New(halton.Source(9100, uint64(i))))
		for size := base; size <= 5000; size *= base {
			for _, from := range []uint64{0, 7 * size} {
				seen := make([]bool, size)
				for k := range size {
					at := uint64(s.At(from+k) * float64(size))
					if seen[at] {
						t.Fatalf("base %d: two of the %d elements from %d lie in interval %d", base, size, from, at)
					}
					seen[at] = true
				}
			}
		}
	}
}

// Points depend on the seed and on nothing else: these are frozen.
func TestSampledDesignsAreFrozen(t *testing.T) {
	want := map[DesignKind]string{
		LHS:    "0.930851579 9 0.1; 0.180505395 5 0.1; 0.352784038 4 0.2; 0.7419554 0 0.2",
		Halton: "0.538828442 5 0.2; 0.038828442 9 0.1; 0.788828442 2 0.2; 0.288828442 4 0.1",
	}
	for kind, want := range want {
		a := scenario.Published()
		d, err := NewDesign(kind, axes(t, a, "failure_rate=0:1", "recovery_attempts=0:9", "retry_success=0.1,0.2"), 4, a)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range d.Points {
			_, values := d.at(i, a)
			got = append(got, strings.Join(values, " "))
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%s: %s, want %s", kind, text, want)
		}
	}
}
