package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	ExitDone        = 0
	ExitMismatch    = 1   // a regression, or figures that differ
	ExitUsage       = 2   // bad usage or bad input, or output that cannot be written
	ExitVacuous     = 3   // nothing was exercised
	ExitInterrupted = 130 // by a signal
)

// ExitError is an error with an exit code other than ExitUsage.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string { return e.Err.Error() }
func (e *ExitError) Unwrap() error { return e.Err }

// exitCode returns the exit code for the error that a command ended with. It is 0 for
// no error alone, whatever code the error claims.
func exitCode(err error) int {
	if err == nil {
		return ExitDone
	}
	var exit *ExitError
	if errors.As(err, &exit) && exit.Code != ExitDone {
		return exit.Code
	}
	return ExitUsage
}

// ErrInterrupted ends a command that a signal interrupts before it has anything to show.
var ErrInterrupted error = &ExitError{ExitInterrupted, errors.New("interrupted")}

// Interrupted returns the error, or ErrInterrupted if a signal has interrupted the
// command: what fails then fails because of the signal.
func Interrupted(cmd *cobra.Command, err error) error {
	if err != nil && cmd.Context().Err() != nil {
		return ErrInterrupted
	}
	return err
}
