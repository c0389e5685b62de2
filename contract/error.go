package contract

import (
	"fmt"

	"errbench/optional"
)

// Error is the envelope of the published benchmark. Every field is optional,
// and an absent field differs from an empty one. Errors compare with ==.
type Error struct {
	Code         optional.Value[string] `json:"code,omitzero" jsonschema:"the kind of failure, for programs"`
	Message      optional.Value[string] `json:"message,omitzero" jsonschema:"what happened, for people"`
	Retryable    optional.Value[bool]   `json:"retryable,omitzero" jsonschema:"whether the same call can succeed later"`
	Field        optional.Value[string] `json:"field,omitzero" jsonschema:"the argument at fault"`
	Suggestion   optional.Value[string] `json:"suggestion,omitzero" jsonschema:"how to repair the call"`
	RetryAfterMS optional.Value[int64]  `json:"retryAfterMs,omitzero" jsonschema:"milliseconds to wait before a retry, at least 0"`
	TraceID      optional.Value[string] `json:"traceId,omitzero" jsonschema:"finds the failure in traces"`
}

// The codes of the published envelope, one for each failure class.
const (
	CodeTransient  = "TRANSIENT"
	CodeValidation = "VALIDATION"
	CodePermission = "PERMISSION"
	CodeNotFound   = "NOT_FOUND"
)

// Detail is how much an error reveals for the repair of a call, ascending.
type Detail uint8

// The levels of detail.
const (
	DetailMessage Detail = iota // none of the following
	DetailCode                  // a code
	DetailField                 // the field at fault or a suggestion, but not both
	DetailHint                  // the field at fault and a suggestion
)

var detailNames = [...]string{"message", "code", "field", "hint"}

// String returns the name that JSON and the keys of repair_success use.
func (d Detail) String() string {
	if int(d) < len(detailNames) {
		return detailNames[d]
	}
	return fmt.Sprintf("Detail(%d)", uint8(d))
}

// MarshalText implements [encoding.TextMarshaler].
func (d Detail) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Detail returns how much the error reveals. An empty text reveals nothing.
func (e Error) Detail() Detail {
	switch {
	case e.Says(Field | Suggestion):
		return DetailHint
	case e.Says(Field) || e.Says(Suggestion):
		return DetailField
	case e.Says(Code):
		return DetailCode
	default:
		return DetailMessage
	}
}
