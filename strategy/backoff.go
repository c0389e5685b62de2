package strategy

import (
	"fmt"
	"math/bits"
	"slices"

	"errbench/optional"
)

// Backoff is how long a controller waits before each recovery attempt of an
// operation. The zero value does not wait.
//
// Before the n-th recovery attempt that is d = InitialMS * (FactorPercent / 100)^(n-1),
// but at most CapMS, spread by the jitter, in whole milliseconds rounded down. As
// with the durations of cenkalti/backoff, each d follows from the one before in
// whole nanoseconds.
type Backoff struct {
	InitialMS int64 // before the first recovery attempt, 0 to 2^40
	// FactorPercent is what a wait is of the one before, in percent: 100 for
	// the same, 200 for twice as long. 100 to 100,000; nothing where InitialMS is 0.
	FactorPercent int64
	// CapMS is the longest wait, before the jitter, at least 0; absent for 2^40.
	CapMS  optional.Value[int64]
	Jitter Jitter
}

// Jitter spreads the waits of controllers that fail together. The zero value
// does not.
type Jitter struct {
	Kind    JitterKind
	Percent int64 // of Spread: so much more or less, 0 to 100
	MS      int64 // of Added: so much more at most, 0 to 2^40
}

// JitterKind is how a wait is spread; every whole number of milliseconds of the
// range has the same chance.
type JitterKind uint8

// The kinds of jitter. With d the wait, capped, they are those of Brooker
// ("Exponential backoff and jitter", AWS Architecture Blog, 2015), of
// cenkalti/backoff and of LangGraph.
const (
	NoJitter     JitterKind = iota
	Full                    // 0 to d
	Equal                   // d/2 to d
	Decorrelated            // InitialMS to three times the wait before, and the cap is applied to that
	Spread                  // d less and more Percent
	Added                   // d to d + MS
)

const (
	// mostFactor bounds what a wait is of the one before, in percent.
	mostFactor = 100_000
	// nsPerMS is the nanoseconds of a millisecond.
	nsPerMS = 1_000_000
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

// between returns a wait of so many milliseconds, within what waits may be.
func between(lo, hi int64) Wait {
	hi = min(hi, MaxWaitMS)
	return Wait{Lo: lo, Hi: hi, Cap: hi}
}

// atLeast returns the wait with no less than so many milliseconds.
func (w Wait) atLeast(ms int64) Wait {
	w.Lo, w.Hi, w.Cap = max(w.Lo, ms), max(w.Hi, ms), max(w.Cap, ms)
	return w
}

// Random tells whether chance decides the wait.
func (w Wait) Random() bool { return w.Decorrelated && w.Lo < w.Cap || w.Lo < w.Hi }

// Of returns the wait that a roll chooses, in milliseconds: Lo + floor(roll * n /
// 2^32), where n is how many there are to choose from, or Cap if that is less. The
// wait before is below 0 where there was none, and counts as Lo then. Where the wait
// is not [Wait.Random] any roll does.
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

// decorrelates tells whether a wait of the strategy, or of a layer before it, depends
// on the one before.
func (s *Strategy) decorrelates() bool {
	return s.Backoff.Jitter.Kind == Decorrelated ||
		slices.ContainsFunc(s.Runtime, func(l Layer) bool { return l.Backoff.Jitter.Kind == Decorrelated })
}

// validate refuses what is no backoff.
func (b Backoff) validate() error {
	switch most, capped := b.CapMS.Get(); {
	case b.InitialMS < 0 || b.InitialMS > MaxWaitMS:
		return fmt.Errorf("found an initial wait of %d ms; 0 to %d work", b.InitialMS, int64(MaxWaitMS))
	case b.InitialMS > 0 && (b.FactorPercent < 100 || b.FactorPercent > mostFactor):
		return fmt.Errorf("found waits that grow to %d %%; 100 to %d work", b.FactorPercent, mostFactor)
	case capped && most < 0:
		return fmt.Errorf("found a cap of waits at %d ms; 0 and more work", most)
	case b.Jitter.Kind > Added:
		return fmt.Errorf("found the jitter %d; %d to %d work", b.Jitter.Kind, NoJitter, Added)
	case b.Jitter.Percent < 0 || b.Jitter.Percent > 100:
		return fmt.Errorf("found a jitter of %d %%; 0 to 100 work", b.Jitter.Percent)
	case b.Jitter.MS < 0 || b.Jitter.MS > MaxWaitMS:
		return fmt.Errorf("found a jitter of %d ms; 0 to %d work", b.Jitter.MS, int64(MaxWaitMS))
	default:
		return nil
	}
}
