package replay

import "errbench/strategy"

// budget is what the operations of a run share under a [strategy.Throttle].
//
// Operations are taken one after the other, each through all its steps before the
// next: operation i of a run, from 0, arrives at i * 1000 / arrival_rate_per_s
// milliseconds, rounded down, and all that it gives and takes counts then, in
// seconds from the start of the run.
type budget struct {
	throttle strategy.Throttle

	tokens int64 // hundredths
	owed   bool  // the last call failed, and has not taken its token yet

	second int64          // that the operation arrives in
	slot   int            // of the window: the second modulo its length
	window [windowS]int64 // hundredths given less taken
	given  int64          // their sum
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

// arrive begins operations in a second of the run, that of the one before or a later
// one.
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

// give gives hundredths of an attempt in the present second.
func (b *budget) give(hundredths int64) {
	b.window[b.slot] += hundredths
	b.given += hundredths
}

// called tells what a call is seen to do.
func (b *budget) called(succeeded bool) {
	if b.owed = !succeeded; succeeded {
		b.succeeded(1)
	}
}

// succeeded tells of calls that are seen to succeed, one after the other.
func (b *budget) succeeded(calls int64) {
	b.tokens = min(b.throttle.MaxTokens*whole, b.tokens+calls*b.throttle.RatioPercent)
}

// forgive tells that the last failure is none that is retried.
func (b *budget) forgive() { b.owed = false }

// settle takes the token of the last failure.
func (b *budget) settle() {
	if b.owed {
		b.tokens, b.owed = max(0, b.tokens-whole), false
	}
}

// affords reports whether an attempt is allowed, which is made then.
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
