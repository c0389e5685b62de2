package strategy

import (
	"fmt"

	"errbench/optional"
)

// Backoff is how long a controller waits before each recovery attempt of an
// operation. The zero value does not wait.
type Backoff struct {
	InitialMS int64 // before the first recovery attempt, at least 0
	// FactorPercent is what a wait is of the one before, in percent: 100 for
	// the same, 200 for twice as long. At least 100, or 0 where InitialMS is 0.
	FactorPercent int64
	// CapMS is the longest wait, before the jitter, at least 0; absent for none.
	CapMS  optional.Value[int64]
	Jitter Jitter
}

// Jitter spreads the waits of controllers that fail together. The zero value
// does not.
type Jitter struct {
	Kind    JitterKind
	Percent int64 // of Spread: so much more or less, 0 to 100
	MS      int64 // of Added: so much more at most, at least 0
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

// longest bounds every wait, in milliseconds: thirty years.
const longest = 1 << 40

// wait returns the wait before a recovery attempt, counted from 1. Waits grow in
// microseconds and are rounded down to milliseconds.
func (b Backoff) wait(recovery int) Wait {
	most := int64(longest)
	if c, ok := b.CapMS.Get(); ok {
		most = min(c, most)
	}
	us := min(b.InitialMS, most) * 1000
	for range recovery - 1 {
		if us = us / 100 * b.FactorPercent; us >= most*1000 || us == 0 {
			us = min(us, most*1000)
			break
		}
	}
	d := us / 1000
	switch b.Jitter.Kind {
	case Full:
		return Wait{Lo: 0, Hi: d, Cap: d}
	case Equal:
		return Wait{Lo: d / 2, Hi: d, Cap: d}
	case Decorrelated:
		return Wait{Lo: b.InitialMS, Hi: b.InitialMS, Cap: most, Decorrelated: true}
	case Spread:
		by := d * b.Jitter.Percent / 100
		return Wait{Lo: d - by, Hi: d + by, Cap: d + by}
	case Added:
		return Wait{Lo: d, Hi: d + b.Jitter.MS, Cap: d + b.Jitter.MS}
	default:
		return Wait{Lo: d, Hi: d, Cap: d}
	}
}

// atLeast returns the wait with no less than so many milliseconds.
func (w Wait) atLeast(ms int64) Wait {
	w.Lo, w.Hi, w.Cap = max(w.Lo, ms), max(w.Hi, ms), max(w.Cap, ms)
	return w
}

// Random tells whether chance decides the wait.
func (w Wait) Random() bool { return w.Decorrelated || w.Lo < w.Hi }

// validate refuses what is no backoff.
func (b Backoff) validate() error {
	switch c, capped := b.CapMS.Get(); {
	case b.InitialMS < 0 || b.InitialMS > longest:
		return fmt.Errorf("backoff: found an initial wait of %d ms; 0 to %d work", b.InitialMS, int64(longest))
	case b.InitialMS > 0 && (b.FactorPercent < 100 || b.FactorPercent > 100_000):
		return fmt.Errorf("backoff: found a factor of %d %%; 100 to 100000 work", b.FactorPercent)
	case capped && c < 0:
		return fmt.Errorf("backoff: found a cap of %d ms; 0 and more work", c)
	case b.Jitter.Percent < 0 || b.Jitter.Percent > 100:
		return fmt.Errorf("backoff: found a jitter of %d %%; 0 to 100 work", b.Jitter.Percent)
	case b.Jitter.MS < 0 || b.Jitter.MS > longest:
		return fmt.Errorf("backoff: found a jitter of %d ms; 0 to %d work", b.Jitter.MS, int64(longest))
	default:
		return nil
	}
}

// Waits is what a controller makes of a wait that an error asks for. The zero
// value ignores it.
type Waits struct {
	Honoured bool
	// LongestMS is the longest wait that it is ready for, at least 0: a longer one
	// ends the operation, never a shorter wait. Absent for any.
	LongestMS optional.Value[int64]
}

// WriteGuard is how a controller keeps from doing twice what must not be.
type WriteGuard uint8

// The guards; they can be joined.
const (
	NoWriteGuard WriteGuard = 0
	UseKey       WriteGuard = 1 << 0 // every call of an idempotent write carries a key of the operation
	Confirm      WriteGuard = 1 << 1 // a person decides about a destructive operation before it is tried again
)

// Throttle is a budget of attempts that the operations of one run share. It
// starts anew with each run. The zero value has none.
type Throttle struct {
	// MaxTokens of the bucket of gRPC (A6, client retries): it is full at first,
	// each call that fails takes 1, each that succeeds gives RatioPercent / 100,
	// and no attempt is made at half or less. 0 for none.
	MaxTokens    int64
	RatioPercent int64
	// SharePercent of the budget of Finagle (RetryBudget): each operation gives so
	// much of an attempt, and ReservePerS are given each second, for 10 seconds;
	// each recovery attempt takes 1. 0 for none.
	SharePercent int64
	ReservePerS  int64
}
