package strategy

import (
	"fmt"
	"math/bits"
	"slices"

	"errbench/optional"
)

// Backoff is how long a controller waits before each recovery attempt of an operation.
// The zero value does not wait.
//
// The wait before the n-th recovery attempt is d = InitialMS * (FactorPercent /
// 100)^(n-1), at most CapMS, spread by the jitter, in whole milliseconds rounded down.
// As with the durations of cenkalti/backoff, each d is computed from the one before in
// whole nanoseconds.
type Backoff struct {
	InitialMS int64 // before the first recovery attempt, 0 to 2^40
	// FactorPercent is the ratio of a wait to the wait before, in percent: 100 keeps it,
	// 200 doubles it. 100 to 100,000, or 0 if InitialMS is 0.
	FactorPercent int64
	// CapMS is the longest wait, before the jitter, at least 0. Absent, it is 2^40.
	CapMS  optional.Value[int64]
	Jitter Jitter
}

// Jitter spreads the waits of controllers that fail together. The zero value leaves
// waits unchanged.
type Jitter struct {
	Kind    JitterKind
	Percent int64 // of Spread: the range around the wait, 0 to 100
	MS      int64 // of Added: the most that is added, 0 to 2^40
}

// JitterKind is the range of a wait. Every whole number of milliseconds in the range is
// equally likely.
type JitterKind uint8

// The kinds of jitter, where d is the capped wait. Full, Equal and Decorrelated are from
// Brooker ("Exponential backoff and jitter", AWS Architecture Blog, 2015), Spread is
// from cenkalti/backoff, and Added from LangGraph.
const (
	NoJitter     JitterKind = iota
	Full                    // 0 to d
	Equal                   // d/2 to d
	Decorrelated            // InitialMS to three times the wait before, then capped
	Spread                  // d - Percent to d + Percent
	Added                   // d to d + MS
)

const (
	// mostFactor bounds FactorPercent.
	mostFactor = 100_000
	nsPerMS    = 1_000_000
)

// Wait returns the wait before a recovery attempt, counted from 1.
func (b Backoff) Wait(recovery int) Wait {
	d := b.grown(recovery)
	switch b.Jitter.Kind {
	case Full:
		return between(0, d)
	case Equal:
		return between(d/2, d)
	case Decorrelated:
		first := min(b.InitialMS, b.most())
		return Wait{Lo: first, Hi: first, Cap: b.most(), Decorrelated: first < b.most()}
	case Spread:
		by := d * b.Jitter.Percent / 100
		return between(d-by, d+by)
	case Added:
		return between(d, d+b.Jitter.MS)
	default:
		return between(d, d)
	}
}

// grown returns the wait before a recovery attempt, capped and without jitter.
func (b Backoff) grown(recovery int) int64 {
	ns, most := uint64(b.InitialMS)*nsPerMS, uint64(b.most())*nsPerMS // 40 + 20 bits
	for n := 1; n < recovery && 0 < ns && ns < most; n++ {
		hi, lo := bits.Mul64(ns, uint64(b.FactorPercent))
		if hi >= 100 {
			return b.most()
		}
		ns, _ = bits.Div64(hi, lo, 100)
	}
	return int64(min(ns, most) / nsPerMS)
}

// most returns the cap.
func (b Backoff) most() int64 {
	if c, ok := b.CapMS.Get(); ok {
		return min(c, MaxWaitMS)
	}
	return MaxWaitMS
}

// between returns a wait of lo to hi milliseconds, bounded by MaxWaitMS.
func between(lo, hi int64) Wait {
	hi = min(hi, MaxWaitMS)
	return Wait{Lo: lo, Hi: hi, Cap: hi}
}

// atLeast returns the wait, made at least ms long.
func (w Wait) atLeast(ms int64) Wait {
	w.Lo, w.Hi, w.Cap = max(w.Lo, ms), max(w.Hi, ms), max(w.Cap, ms)
	return w
}

// Random reports whether chance decides the wait.
func (w Wait) Random() bool { return w.Decorrelated && w.Lo < w.Cap || w.Lo < w.Hi }

// Of returns the wait that a roll chooses, in milliseconds: Lo + floor(roll * n / 2^32),
// where n is the number of possible waits, but at most Cap. The wait before is negative
// if there was none, and then counts as Lo. If the wait is not [Wait.Random] the roll
// does not matter.
func (w Wait) Of(roll uint32, before int64) int64 {
	lo, hi := w.Lo, w.Hi
	if w.Decorrelated {
		if before < 0 {
			before = lo
		}
		hi = max(lo, 3*before)
	}
	upper, lower := bits.Mul64(uint64(roll), uint64(hi-lo+1)) // 32 + 42 bits
	return min(lo+int64(upper<<32|lower>>32), w.Cap)
}

// decorrelates reports whether a wait of the strategy or of a layer depends on the wait
// before.
func (s *Strategy) decorrelates() bool {
	return s.Backoff.Jitter.Kind == Decorrelated ||
		slices.ContainsFunc(s.Layers, func(l Layer) bool { return l.Backoff.Jitter.Kind == Decorrelated })
}

func (b Backoff) validate() error {
	switch most, capped := b.CapMS.Get(); {
	case b.InitialMS < 0 || b.InitialMS > MaxWaitMS:
		return fmt.Errorf("backoff.initial_ms: got %d, want 0 to %d", b.InitialMS, int64(MaxWaitMS))
	case b.InitialMS > 0 && (b.FactorPercent < 100 || b.FactorPercent > mostFactor):
		return fmt.Errorf("backoff.factor_percent: got %d, want 100 to %d", b.FactorPercent, mostFactor)
	case capped && most < 0:
		return fmt.Errorf("backoff.cap_ms: got %d, want at least 0", most)
	case b.Jitter.Kind > Added:
		return fmt.Errorf("backoff.jitter: got %d, want %d to %d", b.Jitter.Kind, NoJitter, Added)
	case b.Jitter.Percent < 0 || b.Jitter.Percent > 100:
		return fmt.Errorf("backoff.jitter_percent: got %d, want 0 to 100", b.Jitter.Percent)
	case b.Jitter.MS < 0 || b.Jitter.MS > MaxWaitMS:
		return fmt.Errorf("backoff.jitter_ms: got %d, want 0 to %d", b.Jitter.MS, int64(MaxWaitMS))
	default:
		return nil
	}
}
