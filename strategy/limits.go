package strategy

import (
	"fmt"

	"errbench/contract"
	"errbench/optional"
)

// WriteGuard is a set of precautions against repeated writes.
type WriteGuard uint8

// The write guards.
const (
	NoWriteGuard WriteGuard = 0
	UseKey       WriteGuard = 1 << 0 // every call of an idempotent write carries a key of the operation
	Confirm      WriteGuard = 1 << 1 // a person decides before a destructive operation is tried again
)

// WaitPolicy is what a controller does about a wait that an error asks for. The zero
// value ignores it.
type WaitPolicy struct {
	Honoured bool
	// LongestMS is the longest wait that is honoured, in milliseconds, at least 0. A
	// longer one ends the operation instead of being cut short. Absent, every wait is
	// honoured.
	LongestMS optional.Value[int64]
}

func (p WaitPolicy) validate() error {
	if longest, _ := p.LongestMS.Get(); longest < 0 {
		return fmt.Errorf("waits.longest_ms: got %d, want at least 0", longest)
	}
	return nil
}

// wait returns w, made as long as the error asks for if that is honoured. It returns
// false if the error asks for more than the longest wait.
func (p WaitPolicy) wait(w Wait, seen *contract.Error) (Wait, bool) {
	asked, asks := seen.RetryAfterMS.Get()
	if !asks || !p.Honoured {
		return w, true
	}
	if longest, bounded := p.LongestMS.Get(); bounded && asked > longest {
		return Wait{}, false
	}
	return w.atLeast(asked), true
}

// wait returns the wait before an attempt. layer is the number of the layer that makes
// it, from 1, or 0 for the router, which waits at least delayMS. call counts its calls
// so far. wait returns false if the error asks for a longer wait than the controller allows.
func (s *Strategy) wait(layer, call int, delayMS int64, seen *contract.Error) (Wait, bool) {
	if layer > 0 {
		l := &s.Layers[layer-1]
		return l.Waits.wait(l.Backoff.Wait(call), seen)
	}
	return s.Waits.wait(s.Backoff.Wait(call).atLeast(delayMS), seen)
}

// Throttle is a budget of recovery attempts that the operations of one run share. It
// is full again at the start of each run. The zero value limits nothing. If both
// budgets are set, both must allow an attempt, and what the first refuses takes nothing
// from the second. All numbers are 0 to 1,000,000.
type Throttle struct {
	// MaxTokens is the size of the token bucket of gRPC (proposal A6, as in grpc-go), 0
	// for none. The bucket is full at first, and allows an attempt while it is more than
	// half full. A call that is seen to succeed, the first of an operation or a later
	// one, adds RatioPercent / 100. A call that is seen to fail takes 1, if there is that
	// much, before the bucket is asked.
	//
	// As with a status that is not retryable, a failure takes nothing if the router
	// answers it with an action that makes no attempt. A failure for which no time or no
	// attempt is left still takes 1.
	MaxTokens    int64 `json:"MaxTokens"`
	RatioPercent int64 `json:"RatioPercent"`
	// SharePercent and ReservePerS are the budget of Finagle (RetryBudget); if both are 0
	// there is none. Each operation adds SharePercent / 100 when it arrives, and each
	// recovery attempt takes 1. An attempt is allowed if at least 1 is left of 10 *
	// ReservePerS and of what was added and taken in the second in which its operation
	// arrives and in the nine seconds before.
	SharePercent int64 `json:"SharePercent"`
	ReservePerS  int64 `json:"ReservePerS"`
}

// mostThrottle bounds the numbers of a throttle. Hundredths of them, summed over all
// operations of a run (28 bits), stay far below 64 bits.
const mostThrottle = 1_000_000

// CountsSeconds reports whether the arrival times of operations matter.
func (t Throttle) CountsSeconds() bool { return t.SharePercent > 0 || t.ReservePerS > 0 }

func (t Throttle) validate() error {
	for _, field := range []struct {
		key string
		got int64
	}{
		{"max_tokens", t.MaxTokens}, {"ratio_percent", t.RatioPercent}, {"share_percent", t.SharePercent}, {"reserve_per_s", t.ReservePerS},
	} {
		if field.got < 0 || field.got > mostThrottle {
			return fmt.Errorf("throttle.%s: got %d, want 0 to %d", field.key, field.got, mostThrottle)
		}
	}
	return nil
}
