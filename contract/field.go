package contract

import "errbench/optional"

// Says reports whether every field of the set is present and not an empty text.
func (e Error) Says(set FieldSet) bool {
	says := func(field FieldSet, something bool) bool { return set&field == 0 || something }
	return says(Code, isText(e.Code)) &&
		says(Message, isText(e.Message)) &&
		says(Retryable, !e.Retryable.IsZero()) &&
		says(Field, isText(e.Field)) &&
		says(Suggestion, isText(e.Suggestion)) &&
		says(RetryAfter, !e.RetryAfterMS.IsZero()) &&
		says(TraceID, isText(e.TraceID))
}

// isText reports whether a text is present and not empty.
func isText(v optional.Value[string]) bool { return !v.IsZero() && v != optional.Of("") }
