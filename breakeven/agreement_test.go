package breakeven

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"errbench/exact"
	"errbench/internal/vary"
	"errbench/internal/vary/varytest"
	"errbench/scenario"
	"errbench/strategy"
)

// longRanges are of more whole numbers than are looked at.
var longRanges = []string{"deadline_ms=0:9000", "latency_ms.call=0:5000", "latency_ms.retry=0:5000", "latency_ms.repair=0:5000", "outage_ms.max=10:30000", "retry_after_ms=0:30000"}

// rangeOf reads a range.
func rangeOf(t testing.TB, text string) vary.Range {
	t.Helper()
	r, err := vary.ParseRange(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// drawVaried draws a question about anything that can vary.
func drawVaried(t *rapid.T) *question {
	r, err := vary.ParseRange(rapid.SampledFrom(slices.Concat(varytest.Ranges, longRanges)).Draw(t, "range"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.Field()
	if err != nil {
		t.Fatal(err)
	}
	by := measure(rapid.SampledFrom(vary.Measures()).Draw(t, "measure"))
	if rapid.Bool().Draw(t, "by resolution") {
		by = measure(vary.Resolution)
	}
	return &question{a: varytest.Model(t), pair: varytest.Pair(t), r: r, field: f, by: by}
}

// anew returns the difference at a value a second time: set as a text, compiled anew
// and computed in float64.
func (c *question) anew(t *testing.T, value float64) (difference, size float64) {
	a := c.a
	if err := a.Set(c.r.Key, strconv.FormatFloat(value, 'f', -1, 64)); err != nil {
		t.Fatal(err)
	}
	plans, err := strategy.CompileAll(c.pair[:], a)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range plans {
		of := strategy.Total(c.by.terms[0].metric, p, exact.Expect(a.Thresholds(), p, 1))
		difference += of * float64(1-2*i)
		size += math.Abs(of)
	}
	return difference, size
}

// Whatever varies, the difference has the sign of the stretch that a value lies in,
// wherever roundings leave it to see.
func TestAnswersAgreeWithCompilingAnew(t *testing.T) {
	methods := map[string]int{}
	for seed := range 18 {
		c := rapid.Custom(drawVaried).Example(seed)
		b, err := Find(c.a, c.pair, c.r, c.by)
		if err != nil {
			t.Fatal(err)
		}
		methods[b.Method]++
		for i := range 20 {
			checkStretch(t, c, b, c.r.At(c.field.Pointer(&c.a), float64(i)/20))
		}
		for _, r := range b.Roots {
			for _, d := range []float64{-3, -2, -1, 0, 1, 2, 3} {
				value := valueOf(r.Value) + d
				if !c.field.Whole() {
					value = valueOf(r.Value) + float64(d/(1<<20))
				}
				if c.r.Lo <= value && value <= c.r.Hi {
					checkStretch(t, c, b, value)
				}
			}
		}
	}
	for _, method := range []string{rationalRoots, bisection, everyInteger, everyPlan, integerBisection} {
		if methods[method] == 0 {
			t.Errorf("no answer by %s", method)
		}
	}
}

// checkStretch holds the stretch that a value lies in to the difference there.
func checkStretch(t *testing.T, c *question, b Result, value float64) {
	d, size := c.anew(t, value)
	within := 0
	for _, s := range b.Stretches {
		from, to := valueOf(s.From), valueOf(s.To)
		if value < from || value > to || !b.integers() && (value == from || value == to) {
			continue
		}
		within++
		name, _ := s.Higher.Get()
		if noise := 1e-8 * (1 + size); name == "a" && d < -noise || name == "b" && d > noise || name == "" && math.Abs(d) > noise {
			t.Fatalf("%s: at %v the difference is %v, but from %s to %s it is %q that has more", b.Method, value, d, s.From, s.To, name)
		}
	}
	if b.integers() && within != 1 {
		t.Fatalf("%s: %v lies in %d stretches of %v", b.Method, value, within, b.Stretches)
	}
}

// Where a difference is solved for, its sign is exactly the sign of the stretch.
func TestSolvedSignsAreExact(t *testing.T) {
	solved := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawVaried(t)
		if _, solvable := c.quotients(); !solvable {
			return
		}
		b, err := Find(c.a, c.pair, c.r, c.by)
		if err != nil {
			t.Fatal(err)
		}
		solved++
		for range 8 {
			k := rapid.Uint64Range(threshold(b.From)+1, threshold(b.To)-1).Draw(t, "threshold")
			sign := c.sign(scenario.Probability(k))
			if c.err != nil {
				t.Fatal(c.err)
			}
			for _, s := range b.Stretches {
				if name, _ := s.Higher.Get(); threshold(s.From) < k && k < threshold(s.To) && name != map[int]string{1: "a", -1: "b"}[sign] {
					t.Fatalf("at %v the sign is %d, but from %s to %s it is %q that has more", scenario.Probability(k), sign, s.From, s.To, name)
				}
			}
		}
	})
	if solved == 0 {
		t.Error("nothing is solved for")
	}
}

// A sign that is estimated is the sign of the exact difference.
func TestEstimatedSignsAreExact(t *testing.T) {
	sure := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawVaried(t)
		if rapid.Bool().Draw(t, "by cost") {
			c.by = costPerResolved(t, scenario.Prices{Attempt: 0.1, Repair: 1, Escalation: 7})
		}
		both := c.compile(c.r.At(c.field.Pointer(&c.a), rapid.Float64Range(0, 0.999999).Draw(t, "place")))
		if c.err != nil {
			t.Fatal(c.err)
		}
		sign := c.by.approximateSign(both)
		if sign == 0 {
			return
		}
		sure++
		if values := c.values(both); values[0] == nil || values[1] == nil || values[0].Cmp(values[1]) != sign {
			t.Fatalf("the sign of %v less %v is estimated as %d", values[0], values[1], sign)
		}
	})
	if sure == 0 {
		t.Error("no sign is sure")
	}
}

// By hand: with a call of 10 ms, one retry after 100 and two after 60 each, of which
// the first starts at 70 and the second at 140 with retries of 10 ms.
func TestDeadlinesByHand(t *testing.T) {
	patient, hasty := varytest.Waiting("patient", 100), varytest.Waiting("hasty", 60)
	for _, test := range []struct{ vary, method, answer string }{
		{"deadline_ms=1:5000", everyPlan, "hasty resolves more from 71 to 110 and from 141 to 220, neither of them up to 70 and from 111 to 140 and from 221 on."},
		{"deadline_ms=60:400", everyInteger, "hasty resolves more from 71 to 110 and from 141 to 220, neither of them up to 70 and from 111 to 140 and from 221 on."},
	} {
		b := asked{vary: test.vary, set: "latency_ms.call=10 latency_ms.retry=10 recovery_attempts=2"}.of(t, [2]strategy.Strategy{patient, hasty})
		if b.Method != test.method || b.answer() != test.answer {
			t.Errorf("%s: %s\n%s\nwant %s", test.vary, b.Method, b.answer(), test.answer)
		}
		if got, want := b.assumed(), "As assumed, with no deadline_ms, the difference is 0.00 points: 69.10 % minus 69.10 %."; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// By hand: all failures are of validation. A misleading suggestion m makes the
// envelope's repairs succeed with (1-m) 0.75, a code's with 0.5: as often at 1/3.
func TestDistortionsByHand(t *testing.T) {
	const set = "failure_mix.transient=0 failure_mix.permission=0 failure_mix.not_found=0 repair_success.hint=0.75 repair_success.code=0.5"
	b := asked{vary: "distortions.misleading_suggestion", set: set}.find(t)
	k := new(big.Rat).SetFrac64(1, 3)
	if len(b.Roots) != 1 || b.Roots[0].Label != crosses || b.Roots[0].Exact || position(threshold(b.Roots[0].Value)).Cmp(k) < 0 ||
		position(threshold(b.Roots[0].Value)-1).Cmp(k) > 0 || b.Method != rationalRoots {
		t.Errorf("roots %v by %s", b.Roots, b.Method)
	}
	if got, want := b.answer(), fmt.Sprintf("actionable-envelope resolves more below %s, code-only above %[1]s.", b.Roots[0].Value); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	b = asked{vary: "distortions.misleading_suggestion=0:0.5", set: set + " distortions.failure_as_success=0.5"}.find(t)
	if len(b.Notes) > 0 || b.Roots[0].Label != crosses {
		t.Errorf("roots %v, notes %q", b.Roots, b.Notes)
	}
}

// A random wait has a mean that no step holds.
func TestRandomWaitsAreRefused(t *testing.T) {
	pair := [2]strategy.Strategy{varytest.Waiting("jittery", 100), varytest.Waiting("calm", 100)}
	pair[0].Backoff.Jitter = strategy.Jitter{Kind: strategy.Full}
	r := rangeOf(t, "retry_success=0:1")
	waited, err := vary.FindMeasure("time.waited_ms")
	if err != nil {
		t.Fatal(err)
	}
	const want = `strategy "jittery" waits at random, so time.waited_ms has no closed form; use ` + "`errbench run`, or another metric"
	if _, err := Find(scenario.Published(), pair, r, measure(waited)); err == nil || err.Error() != "at retry_success=0: "+want {
		t.Errorf("break-even: %v", err)
	}
	if _, err := Find(scenario.Published(), pair, r, measure(vary.Resolution)); err != nil {
		t.Errorf("the resolution rate does not depend on waits: %v", err)
	}
}
