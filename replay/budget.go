package replay

import "errbench/strategy"

// budget is shared by the operations of a run under a [strategy.Throttle].
//
// Each operation takes all its steps before the next one starts. Operation i of a run,
// from 0, arrives at i * 1000 / arrival_rate_per_s milliseconds, rounded down. Everything
// that it gives and takes counts in that second of the run.
type budget struct {
	throttle strategy.Throttle

	tokens int64 // hundredths
	owed   bool  // the last call failed and its token is not taken yet

	second int64          // of the arrival of the operation
	slot   int            // of the window: the second modulo its length
	window [windowS]int64 // hundredths given less taken
	given  int64          // the sum of window
}

const (
	windowS = 10
	// whole is an attempt, and a token, in hundredths.
	whole = 100
)

// start fills the budget for a run.
func (b *budget) start() {
	*b = budget{throttle: b.throttle, tokens: b.throttle.MaxTokens * whole}
}

// arrive begins operations in a second of the run. Seconds never decrease.
func (b *budget) arrive(operations, second int64) {
	if !b.throttle.CountsSeconds() {
		return
	}
	if second > b.second {
		for s := max(b.second, second-windowS) + 1; s <= second; s++ {
			b.slot = int(s % windowS)
			b.give(-b.window[b.slot])
		}
		b.second = second
	}
	b.give(operations * b.throttle.SharePercent)
}

// arrivalMS returns when an operation arrives. The product is exact (28 + 10 bits)
// and a quotient is rounded the same on every processor.
func arrivalMS(index int64, rate float64) int64 { return int64(float64(index*1000) / rate) }

// give adds hundredths of an attempt to the current second.
func (b *budget) give(hundredths int64) {
	b.window[b.slot] += hundredths
	b.given += hundredths
}

// called records whether a call was reported as a success.
func (b *budget) called(succeeded bool) {
	if b.owed = !succeeded; succeeded {
		b.succeeded(1)
	}
}

// succeeded records calls that were reported as successes.
func (b *budget) succeeded(calls int64) {
	b.tokens = min(b.throttle.MaxTokens*whole, b.tokens+calls*b.throttle.RatioPercent)
}

// forgive cancels the token of the last failure, which nobody retries.
func (b *budget) forgive() { b.owed = false }

// settle takes the token of the last failure.
func (b *budget) settle() {
	if b.owed {
		b.tokens, b.owed = max(0, b.tokens-whole), false
	}
}

// affords reports whether an attempt is allowed, and pays for it.
func (b *budget) affords() bool {
	b.settle()
	t := &b.throttle
	if t.MaxTokens > 0 && 2*b.tokens <= t.MaxTokens*whole {
		return false
	}
	if !t.CountsSeconds() {
		return true
	}
	if b.given+windowS*whole*t.ReservePerS < whole {
		return false
	}
	b.give(-whole)
	return true
}
