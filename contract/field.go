package contract

import "errbench/optional"

// Says reports whether every one of the parts is present, and not an empty text, which
// says nothing.
func (e Error) Says(parts Part) bool {
	says := func(part Part, something bool) bool { return parts&part == 0 || something }
	return says(Code, isText(e.Code)) &&
		says(Message, isText(e.Message)) &&
		says(Retryable, !e.Retryable.IsZero()) &&
		says(Field, isText(e.Field)) &&
		says(Suggestion, isText(e.Suggestion)) &&
		says(RetryAfter, !e.RetryAfterMS.IsZero()) &&
		says(TraceID, isText(e.TraceID))
}

func isText(v optional.Value[string]) bool { return !v.IsZero() && v != optional.Of("") }
