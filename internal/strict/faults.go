package strict

import (
	"fmt"
	"strings"
)

// maxFaults is how many faults one message lists.
const maxFaults = 12

// Faults are errors that one message lists: the first twelve, a line each, and then how
// many more there are. The zero value holds none.
type Faults struct {
	first []error
	more  int
}

// Add adds an error unless it is nil. Of Faults and of joined errors it adds each one.
func (f *Faults) Add(err error) {
	switch joined := err.(type) {
	case nil:
	case *Faults:
		for _, e := range joined.first {
			f.Add(e)
		}
		f.more += joined.more
	case interface{ Unwrap() []error }:
		for _, e := range joined.Unwrap() {
			f.Add(e)
		}
	default:
		if len(f.first) == maxFaults {
			f.more++
			return
		}
		f.first = append(f.first, err)
	}
}

// Len returns the number of errors that were added.
func (f *Faults) Len() int { return len(f.first) + f.more }

// Err returns the faults as an error, nil if there are none.
func (f *Faults) Err() error {
	if f.Len() == 0 {
		return nil
	}
	return f
}

// Error implements error.
func (f *Faults) Error() string { return f.Join("\n") }

// Join returns the message with another separator than a line break.
func (f *Faults) Join(separator string) string {
	var lines []string
	for _, err := range f.first {
		lines = append(lines, err.Error())
	}
	if f.more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", f.more))
	}
	return strings.Join(lines, separator)
}

// Unwrap returns the errors that the message lists.
func (f *Faults) Unwrap() []error { return f.first }
