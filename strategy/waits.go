package strategy

import (
	"fmt"

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

// validate refuses what is no waits.
func (waits Waits) validate() error {
	if longest, _ := waits.LongestMS.Get(); longest < 0 {
		return fmt.Errorf("found a longest wait of %d ms; 0 and more work", longest)
	}
	return nil
}

// wait returns the wait before an attempt after an error, which is w but for what
// the error asks for; false where it asks for a longer one than the controller is
// ready for.
func (waits Waits) wait(w Wait, seen *contract.Error) (Wait, bool) {
	asked, asks := seen.RetryAfterMS.Get()
	if !asks || !waits.Honoured {
		return w, true
	}
	if longest, bounded := waits.LongestMS.Get(); bounded && asked > longest {
		return Wait{}, false
	}
	return w.atLeast(asked), true
}
