package strategy

import (
	"fmt"

	"errbench/contract"
	"errbench/optional"
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

// wait returns the wait before an attempt, by who makes it after so many calls: a
// layer, from 1, or, if that is 0, the router, which waits at least the delay. It
// returns false if the error asks for a longer wait than the controller waits.
func (s *Strategy) wait(layer, call int, delayMS int64, seen *contract.Error) (Wait, bool) {
	if layer > 0 {
		l := &s.Layers[layer-1]
		return l.Waits.wait(l.Backoff.Wait(call), seen)
	}
	return s.Waits.wait(s.Backoff.Wait(call).atLeast(delayMS), seen)
}
