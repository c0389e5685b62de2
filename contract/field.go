package contract

import (
	"encoding/json"

	"errbench/optional"
)

// field is one of the fields of an error.
type field struct {
	part  Part
	key   string // in JSON
	value fieldValue
	works string // what it takes, in words
}

// fieldValue points to an [optional.Value].
type fieldValue interface {
	json.Unmarshaler
	IsZero() bool
	Clear()
}

// fields returns the fields in the order of the parts.
func (e *Error) fields() []field {
	return []field{
		{Code, "code", &e.Code, "a text"},
		{Message, "message", &e.Message, "a text"},
		{Retryable, "retryable", &e.Retryable, "true or false"},
		{Field, "field", &e.Field, "a text"},
		{Suggestion, "suggestion", &e.Suggestion, "a text"},
		{RetryAfter, "retryAfterMs", &e.RetryAfterMS, "a whole number of milliseconds from 0 to 9223372036854775807"},
		{TraceID, "traceId", &e.TraceID, "a text"},
	}
}

// says tells whether the field is present and no empty text.
func (f field) says() bool {
	text, ok := f.value.(*optional.Value[string])
	return !f.value.IsZero() && (!ok || *text != optional.Of(""))
}

// Says tells whether every one of the parts is present and no empty text, which
// says nothing.
func (e Error) Says(parts Part) bool {
	for _, f := range e.fields() {
		if parts&f.part != 0 && !f.says() {
			return false
		}
	}
	return true
}
