package strategy

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

// Waits as the documents and programs of their sources have them: by hand from
// their formulas, in milliseconds, for the first recovery attempts.
func TestWaitsAreThoseOfTheirSources(t *testing.T) {
	fixed := func(ms ...int64) (waits []Wait) {
		for _, d := range ms {
			waits = append(waits, Wait{Lo: d, Hi: d, Cap: d})
		}
		return waits
	}
	for _, test := range []struct {
		name    string
		backoff Backoff
		want    []Wait
	}{
		{"none", Backoff{}, fixed(0, 0, 0)},
		{"Polly: 2 s", Backoff{InitialMS: 2000, FactorPercent: 100}, fixed(2000, 2000, 2000)},
		{"MCP Scripts: 250 ms, twice, at most 5 s", capped(Backoff{InitialMS: 250, FactorPercent: 200}, 5000),
			fixed(250, 500, 1000, 2000, 4000, 5000, 5000)},
		{"AWS, exponential: min(cap, base * 2^n)", capped(Backoff{InitialMS: 100, FactorPercent: 200}, 1000),
			fixed(100, 200, 400, 800, 1000, 1000)},
		{"AWS, full jitter: 0 to that", capped(Backoff{InitialMS: 100, FactorPercent: 200, Jitter: Jitter{Kind: Full}}, 300),
			[]Wait{{0, 100, 100, false}, {0, 200, 200, false}, {0, 300, 300, false}, {0, 300, 300, false}}},
		{"AWS, equal jitter: half of that, and as much again", capped(Backoff{InitialMS: 100, FactorPercent: 200, Jitter: Jitter{Kind: Equal}}, 300),
			[]Wait{{50, 100, 100, false}, {100, 200, 200, false}, {150, 300, 300, false}}},
		{"AWS, decorrelated: min(cap, base to 3 times the wait before)", capped(Backoff{InitialMS: 100, FactorPercent: 100, Jitter: Jitter{Kind: Decorrelated}}, 1000),
			[]Wait{{100, 100, 1000, true}, {100, 100, 1000, true}}},
		{"cenkalti/backoff: 500 ms, 1.5 times, half less and more", capped(Backoff{InitialMS: 500, FactorPercent: 150, Jitter: Jitter{Kind: Spread, Percent: 50}}, 60_000),
			[]Wait{{250, 750, 750, false}, {375, 1125, 1125, false}, {563, 1687, 1687, false}, {844, 2530, 2530, false}}},
		{"LangChain: 1 s, twice, at most 60 s, then a quarter less and more", capped(Backoff{InitialMS: 1000, FactorPercent: 200, Jitter: Jitter{Kind: Spread, Percent: 25}}, 60_000),
			[]Wait{{750, 1250, 1250, false}, {1500, 2500, 2500, false}, {3000, 5000, 5000, false}, {6000, 10000, 10000, false},
				{12000, 20000, 20000, false}, {24000, 40000, 40000, false}, {45000, 75000, 75000, false}}},
		{"LangGraph: 500 ms, twice, and up to a second", capped(Backoff{InitialMS: 500, FactorPercent: 200, Jitter: Jitter{Kind: Added, MS: 1000}}, 128_000),
			[]Wait{{500, 1500, 1500, false}, {1000, 2000, 2000, false}, {2000, 3000, 3000, false}}},
	} {
		if err := test.backoff.validate(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var got []Wait
		for i := range test.want {
			got = append(got, test.backoff.Wait(i+1))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: waits %v, want %v", test.name, got, test.want)
		}
	}
}

func capped(b Backoff, ms int64) Backoff {
	b.CapMS = optional.Of(ms)
	return b
}

// Waits grow as whole numbers of any size do, up to the last recovery attempt.
func TestWaitsGrowLikeBigNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms := rapid.OneOf(rapid.Int64Range(0, 1000), rapid.Int64Range(0, MaxWaitMS))
		b := Backoff{
			InitialMS:     ms.Draw(t, "initial"),
			FactorPercent: rapid.OneOf(rapid.Int64Range(100, 300), rapid.Int64Range(100, mostFactor)).Draw(t, "factor"),
		}
		most := big.NewInt(MaxWaitMS)
		if rapid.Bool().Draw(t, "is capped") {
			b.CapMS = optional.Of(rapid.OneOf(ms, rapid.Int64()).Filter(func(ms int64) bool { return ms >= 0 }).Draw(t, "cap"))
			if c, _ := b.CapMS.Get(); c < MaxWaitMS {
				most.SetInt64(c)
			}
		}
		if err := b.validate(); err != nil {
			t.Fatal(err)
		}
		ns := new(big.Int).Mul(big.NewInt(b.InitialMS), big.NewInt(1_000_000))
		for recovery := 1; recovery <= 100; recovery++ {
			want := new(big.Int).Div(ns, big.NewInt(1_000_000))
			if want.Cmp(most) > 0 {
				want = most
			}
			if got := b.Wait(recovery); got.Lo != want.Int64() || got.Hi != got.Lo || got.Random() {
				t.Fatalf("recovery attempt %d: %+v, want %v ms", recovery, got, want)
			}
			ns.Mul(ns, big.NewInt(b.FactorPercent)).Div(ns, big.NewInt(100))
		}
	})
}

// A wait keeps the width of its range, and is raised as a whole.
func TestWaitsKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawBackoff(t).Wait(rapid.IntRange(1, 100).Draw(t, "recovery"))
		ms := rapid.Int64Range(0, 200).Draw(t, "at least")
		raised := w.atLeast(ms)
		for _, w := range []Wait{w, raised} {
			if w.Lo < 0 || w.Lo > w.Hi || w.Hi > w.Cap || w.Cap > MaxWaitMS {
				t.Fatalf("%+v", w)
			}
		}
		if raised.Lo < ms || raised.Lo > max(w.Lo, ms) || raised.Cap > max(w.Cap, ms) {
			t.Fatalf("%+v with at least %d ms is %+v", w, ms, raised)
		}
		if !w.Random() && w.Lo != w.Hi {
			t.Fatalf("%+v does not leave anything to chance", w)
		}
	})
}

// What a roll chooses, by hand.
func TestARollChoosesAWait(t *testing.T) {
	const half, last = 1 << 31, 1<<32 - 1
	some := Wait{Lo: 10, Hi: 13, Cap: 13}
	walk := Wait{Lo: 5, Hi: 5, Cap: 100, Decorrelated: true}
	long := Wait{Lo: 0, Hi: MaxWaitMS, Cap: MaxWaitMS}
	for _, test := range []struct {
		wait         Wait
		roll         uint32
		before, want int64
	}{
		{some, 0, -1, 10}, {some, half - 1, -1, 11}, {some, half, -1, 12}, {some, last, -1, 13},
		{some, half, 99, 12},
		{walk, 0, -1, 5}, {walk, last, -1, 15}, // the first counts as 5 before it
		{walk, last, 0, 5}, {walk, last, 1, 5}, // a wait of nothing is one too
		{walk, half, 20, 33}, {walk, last, 20, 60}, {walk, last, 90, 100},
		{long, half, -1, MaxWaitMS / 2}, {long, last, -1, MaxWaitMS - 256}, // beyond 64 bits on the way
	} {
		if got := test.wait.Of(test.roll, test.before); got != test.want {
			t.Errorf("%+v after %d ms, roll %d: %d ms, want %d", test.wait, test.before, test.roll, got, test.want)
		}
	}
}

func TestStrategiesThatCannotBeAreRefused(t *testing.T) {
	a := scenario.Published()
	for _, test := range []struct {
		strategy Strategy
		want     string
	}{
		{Strategy{Backoff: Backoff{InitialMS: -1}}, "backoff.initial_ms: got -1, want 0 to 1099511627776"},
		{Strategy{Backoff: Backoff{InitialMS: MaxWaitMS + 1}}, "backoff.initial_ms: got 1099511627777,"},
		{Strategy{Backoff: Backoff{InitialMS: 1}}, "backoff.factor_percent: got 0, want 100 to 100000"},
		{Strategy{Backoff: Backoff{InitialMS: 1, FactorPercent: mostFactor + 1}}, "backoff.factor_percent: got 100001,"},
		{Strategy{Backoff: capped(Backoff{}, -1)}, "backoff.cap_ms: got -1, want at least 0"},
		{Strategy{Backoff: Backoff{Jitter: Jitter{Kind: Added + 1}}}, "backoff.jitter: got 6, want 0 to 5"},
		{Strategy{Backoff: Backoff{Jitter: Jitter{Percent: 101}}}, "backoff.jitter_percent: got 101, want 0 to 100"},
		{Strategy{Backoff: Backoff{Jitter: Jitter{MS: -1}}}, "backoff.jitter_ms: got -1,"},
		{Strategy{Waits: WaitPolicy{LongestMS: optional.Of[int64](-1)}}, "waits.longest_ms: got -1, want at least 0"},
		{Strategy{WriteGuard: 4}, "write_guard: got 4, want 0 to 3"},
		{Strategy{DeadlineMS: optional.Of[int64](-1)}, "deadline_ms: got -1, want at least 0"},
		{Strategy{Throttle: Throttle{MaxTokens: mostThrottle + 1}}, "throttle.max_tokens: got 1000001, want 0 to 1000000"},
		{Strategy{Throttle: Throttle{RatioPercent: mostThrottle + 1}}, "throttle.ratio_percent: got 1000001,"},
		{Strategy{Throttle: Throttle{SharePercent: -1}}, "throttle.share_percent: got -1,"},
		{Strategy{Throttle: Throttle{ReservePerS: mostThrottle + 1}}, "throttle.reserve_per_s: got 1000001,"},
	} {
		test.strategy.Name, test.strategy.Router = "odd", Table{}
		p, err := Compile(test.strategy, a)
		if p != nil || err == nil || !strings.HasPrefix(err.Error(), "strategy odd: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got error %v, want %s", err, test.want)
		}
	}
}
