package strategy

import (
	"errbench/contract"
	"errbench/optional"
)

// Waits is what a controller makes of a wait that an error asks for. The zero
// value ignores it.
type Waits struct {
	Honoured bool
	// LongestMS is the longest wait that it is ready for, at least 0: a longer one
	// ends the operation, never a shorter wait. Absent for any.
	LongestMS optional.Value[int64]
}

// wait returns the wait before a recovery attempt, counted from 1, after an error
// that the router has answered with a delay; false where the error asks for a longer
// wait than the strategy is ready for.
func (s *Strategy) wait(recovery int, seen *contract.Error, delayMS int64) (Wait, bool) {
	w := s.Backoff.wait(recovery).atLeast(delayMS)
	asked, asks := seen.RetryAfterMS.Get()
	if !asks || !s.Waits.Honoured {
		return w, true
	}
	if longest, bounded := s.Waits.LongestMS.Get(); bounded && asked > longest {
		return Wait{}, false
	}
	return w.atLeast(asked), true
}
