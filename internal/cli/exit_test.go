package cli

import (
	"errors"
	"fmt"
	"testing"
)

// Only success exits with 0: an error whose code is 0 is still an error.
func TestNoErrorExitsWithZero(t *testing.T) {
	failed := errors.New("failed")
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, ExitDone},
		{failed, ExitUsage},
		{&ExitError{ExitMismatch, failed}, ExitMismatch},
		{fmt.Errorf("wrapped: %w", &ExitError{ExitVacuous, failed}), ExitVacuous},
		{fmt.Errorf("%w\n%v", failed, &ExitError{ExitVacuous, failed}), ExitUsage},
		{ErrInterrupted, ExitInterrupted},
		{&ExitError{Err: failed}, ExitUsage},
		{&ExitError{ExitDone, failed}, ExitUsage},
	} {
		if got := exitCode(test.err); got != test.want {
			t.Errorf("exitCode(%#v) = %d, want %d", test.err, got, test.want)
		}
	}
}
