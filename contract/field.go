package contract

import (
	"encoding/json"

	"errbench/optional"
)

// field is one of the fields of an error.
type field struct {
	part  Part
	key   string           // in JSON
	value json.Unmarshaler // an [optional.Value]
	works string           // what it takes, in words
}

// fields returns the fields in the order of the parts.
func (e *Error) fields() [7]field {
	return [...]field{
		{Code, "code", &e.Code, "a text"},
		{Message, "message", &e.Message, "a text"},
		{Retryable, "retryable", &e.Retryable, "true or false"},
		{Field, "field", &e.Field, "a text"},
		{Suggestion, "suggestion", &e.Suggestion, "a text"},
		{RetryAfter, "retryAfterMs", &e.RetryAfterMS, "a whole number of milliseconds from 0 to 9223372036854775807"},
		{TraceID, "traceId", &e.TraceID, "a text"},
	}
}

// Says tells whether every one of the parts is present and no empty text, which
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
