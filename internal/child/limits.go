package child

import (
	"fmt"
	"time"
)

// Limits bound how long a command may take.
type Limits struct {
	Answer time.Duration // for an answer, above 0; the first one includes the start of the command
	End    time.Duration // to end, once its input has ended, and again once it has been told to; above 0
}

// DefaultLimits returns limits that suit interpreters on a busy machine.
func DefaultLimits() Limits { return Limits{Answer: 10 * time.Second, End: 2 * time.Second} }

func (l Limits) validate() error {
	for _, limit := range []struct {
		name string
		got  time.Duration
	}{{"answer", l.Answer}, {"end", l.End}} {
		if limit.got <= 0 {
			return fmt.Errorf("limit %s: got %v, want more than 0", limit.name, limit.got)
		}
	}
	return nil
}
