package scenario

import (
	"fmt"

	"errbench/internal/strict"
)

// FieldError is a value that an assumption cannot take.
type FieldError struct {
	Key  string
	Got  string // the value, as it is shown
	Want string // the values that the assumption takes, in words
}

// Error implements error in one line. It quotes a key that is not a plain word.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: got %s, want %s", strict.PlainKey(e.Key), e.Got, e.Want)
}
