package child

import (
	"fmt"
	"time"
)

// Limits are how long a router may take.
type Limits struct {
	Answer time.Duration // for an answer, above 0; the first one includes its start
	End    time.Duration // to end: by itself at the end of its input, and once it was told to; above 0
}

// DefaultLimits returns the limits that suit interpreters on a busy machine.
func DefaultLimits() Limits { return Limits{Answer: 10 * time.Second, End: 2 * time.Second} }

func (l Limits) validate() error {
	if l.Answer <= 0 || l.End <= 0 {
		return fmt.Errorf("found the limits %v for an answer and %v to end; times above 0 work", l.Answer, l.End)
	}
	return nil
}
