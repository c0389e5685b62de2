package contract

import (
	"fmt"
	"io"
	"math"

	"errbench/internal/strict"
	"errbench/optional"
)

// maxInput bounds what ReadAll takes, in bytes.
const maxInput = 64 << 20

// anEnvelope shows how an envelope is written.
const anEnvelope = `an error envelope is a JSON object such as {"code":"TRANSIENT","retryable":true}`

// Placed is an error with the line that it was read from, counted from 1.
type Placed struct {
	Line  int
	Error Error
}

// ReadAll reads error envelopes from JSON: objects one after the other, as in JSON Lines,
// or arrays of objects. The name of the file is used in errors only.
//
// Reading is strict: an unknown or doubled key, a wrong type, a negative wait and a file
// without envelopes are errors with file, line and column. The error holds all faults of
// the first envelope that has any. The envelopes before it are returned with the error.
func ReadAll(r io.Reader, file string) ([]Placed, error) {
	data, err := strict.ReadAll(r, maxInput)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var all []Placed
	err = strict.EachJSON(data, file, func(v strict.Value) {
		var e Error
		if e.read(v) {
			all = append(all, Placed{v.Line(), e})
		}
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: the file holds no error envelope; %s", file, anEnvelope)
	}
	return all, err
}

// read reads an envelope, and reports whether it has no fault.
func (e *Error) read(v strict.Value) bool {
	if v.Kind() != strict.Mapping {
		v.Fault("got %s; %s", v, anEnvelope)
		return false
	}
	return v.Fields(
		strict.Field{Key: "code", Read: field(&e.Code, jsonText)},
		strict.Field{Key: "message", Read: field(&e.Message, jsonText)},
		strict.Field{Key: "retryable", Read: field(&e.Retryable, strict.Value.Truth)},
		strict.Field{Key: "field", Read: field(&e.Field, jsonText)},
		strict.Field{Key: "suggestion", Read: field(&e.Suggestion, jsonText)},
		strict.Field{Key: "retryAfterMs", Read: field(&e.RetryAfterMS, func(v strict.Value) (int64, bool) { return v.Whole(0, math.MaxInt64) })},
		strict.Field{Key: "traceId", Read: field(&e.TraceID, jsonText)})
}

// field returns a function that reads a value, which may be null.
func field[T comparable](to *optional.Value[T], read func(strict.Value) (T, bool)) func(strict.Value) {
	return func(v strict.Value) {
		if v.Kind() == strict.Null {
			return
		}
		if value, ok := read(v); ok {
			*to = optional.Of(value)
		}
	}
}

// jsonText reads a text, which may be empty.
func jsonText(v strict.Value) (string, bool) {
	if v.Kind() == strict.Text && v.Scalar() == "" {
		return "", true
	}
	return v.Text("a text")
}
