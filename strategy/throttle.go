package strategy

import "fmt"

// Throttle is a budget of attempts that the operations of one run share. It
// starts anew with each run. The zero value has none; where both budgets are set,
// both must allow an attempt, and what the first refuses takes nothing from the
// second. All numbers are 0 to 1,000,000.
type Throttle struct {
	// MaxTokens of the bucket of gRPC (proposal A6, as in grpc-go), 0 for none: it is
	// full at first and never more, and no attempt is made at half or less. A call
	// that is seen to succeed, the first of an operation or a later one, gives
	// RatioPercent / 100. One that is seen to fail takes 1, if there is that much,
	// before the bucket is asked.
	//
	// As with a status that is not retryable, a failure takes nothing if the router
	// answers it with an action that makes no attempt. One for which no time or no
	// attempt is left takes 1 all the same.
	MaxTokens    int64
	RatioPercent int64
	// SharePercent of the budget of Finagle (RetryBudget): each operation gives so
	// much of an attempt as it arrives, each recovery attempt takes 1, and one is made
	// where at least 1 is left of what was given and taken in the second in which its
	// operation arrives and the nine before, and of 10 times ReservePerS. 0 for none of
	// either.
	SharePercent int64
	ReservePerS  int64
}

// mostThrottle bounds the numbers of a throttle: hundredths of them, over all
// operations of a run (28 bits), are far from 64 bits.
const mostThrottle = 1_000_000

// CountsSeconds tells whether it matters when operations arrive.
func (t Throttle) CountsSeconds() bool { return t.SharePercent > 0 || t.ReservePerS > 0 }

// validate refuses what is no throttle.
func (t Throttle) validate() error {
	all := [...]int64{t.MaxTokens, t.RatioPercent, t.SharePercent, t.ReservePerS}
	for i, name := range [...]string{"tokens", "a ratio in percent", "a share in percent", "a reserve for each second"} {
		if all[i] < 0 || all[i] > mostThrottle {
			return fmt.Errorf("found a throttle with %s of %d; 0 to %d work", name, all[i], mostThrottle)
		}
	}
	return nil
}
