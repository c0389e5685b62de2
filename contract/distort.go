package contract

import (
	"errbench/optional"
	"errbench/scenario"
)

// misleading is a suggestion that does not repair a validation failure.
const misleading = "Write due_date as DD.MM.YY, for example 20.08.26."

// distort returns the error as a distortion shows it. It changes at most one field and
// never adds one: an absent wait is neither too short nor too long. Distortions of
// whether a failure is reported at all leave the error unchanged.
func distort(e Error, d scenario.Distortion, w scenario.WaitFactor) Error {
	switch d {
	case scenario.ShownAsTransient, scenario.ShownAsValidation, scenario.ShownAsPermission, scenario.ShownAsNotFound:
		shown, _ := d.Shown()
		code, _ := failures[shown].Code.Get()
		replace(&e.Code, code)
	case scenario.AllRetryable:
		replace(&e.Retryable, true)
	case scenario.NoneRetryable:
		replace(&e.Retryable, false)
	case scenario.MisleadingSuggestion:
		replace(&e.Suggestion, misleading)
	case scenario.MissingField:
		e.Field.Clear()
	case scenario.MissingTraceID:
		e.TraceID.Clear()
	case scenario.ShortWait:
		e.RetryAfterMS = scaled(e.RetryAfterMS, w.Short)
	case scenario.LongWait:
		e.RetryAfterMS = scaled(e.RetryAfterMS, w.Long)
	}
	return e
}

// replace changes a value that is present.
func replace[T comparable](v *optional.Value[T], by T) {
	if !v.IsZero() {
		*v = optional.Of(by)
	}
}

// scaled returns a wait times a factor, in whole milliseconds rounded down.
func scaled(wait optional.Value[int64], factor float64) optional.Value[int64] {
	const longest = 1 << 62 // fits into an int64
	if ms, ok := wait.Get(); ok {
		return optional.Of(int64(min(float64(ms)*factor, longest)))
	}
	return wait
}
