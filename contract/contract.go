package contract

import (
	"errbench/optional"
	"errbench/scenario"
)

// FieldSet is a set of fields of an [Error].
type FieldSet uint8

// The fields of an error.
const (
	Code FieldSet = 1 << iota
	Message
	Retryable
	Field
	Suggestion
	RetryAfter
	TraceID
)

// Contract decides what a failure reveals. The zero value reveals nothing.
type Contract struct {
	Name  string
	About string // a sentence
	// Reveals is the set of fields that an error keeps, if the failure has them. A
	// distortion comes first, so a field that is not revealed cannot mislead.
	Reveals FieldSet
	// ByClass is the set for failures of a class, by their true class, if it differs from
	// Reveals.
	ByClass [scenario.NumClasses]optional.Value[FieldSet]
	// Words replaces or adds fields of the failures of each class; an empty text removes
	// one. Its wait is not used: waits are assumed.
	Words [scenario.NumClasses]Error
}

// The contracts of the published benchmark.
var (
	genericMessage = Contract{
		Name:    "generic-message",
		About:   "one message for every failure",
		Reveals: Message,
		Words:   OneMessage("Something went wrong."),
	}
	codeOnly = Contract{
		Name:    "code-only",
		About:   "a code for each class of failure",
		Reveals: Code,
	}
	actionableEnvelope = Contract{
		Name:    "actionable-envelope",
		About:   "a code, whether a retry can help, the field at fault, a suggestion and a trace id",
		Reveals: Code | Message | Retryable | Field | Suggestion | RetryAfter | TraceID,
	}
)

// OneMessage returns the words of a contract that has the same message for every failure.
func OneMessage(text string) (words [scenario.NumClasses]Error) {
	for class := range words {
		words[class].Message = optional.Of(text)
	}
	return words
}

// GenericMessage returns the contract that has one message for every failure.
func GenericMessage() Contract { return genericMessage }

// CodeOnly returns the contract that reveals only the code.
func CodeOnly() Contract { return codeOnly }

// ActionableEnvelope returns the contract that reveals every field.
func ActionableEnvelope() Contract { return actionableEnvelope }

// failures holds every field of a failure of each class. The trace id is
// the one of the W3C Trace Context recommendation: a simulation has no traces.
var failures = [scenario.NumClasses]Error{
	scenario.Transient: {
		Code:      optional.Of(CodeTransient),
		Message:   optional.Of("The upstream service did not answer in time."),
		Retryable: optional.Of(true),
		TraceID:   optional.Of(traceID),
	},
	scenario.Validation: {
		Code:       optional.Of(CodeValidation),
		Message:    optional.Of("The argument due_date is not a date."),
		Retryable:  optional.Of(false),
		Field:      optional.Of("due_date"),
		Suggestion: optional.Of("Write due_date as YYYY-MM-DD, for example 2026-08-20."),
		TraceID:    optional.Of(traceID),
	},
	scenario.Permission: {
		Code:      optional.Of(CodePermission),
		Message:   optional.Of("The caller may not write to this project."),
		Retryable: optional.Of(false),
		TraceID:   optional.Of(traceID),
	},
	scenario.NotFound: {
		Code:      optional.Of(CodeNotFound),
		Message:   optional.Of("There is no such project."),
		Retryable: optional.Of(false),
		TraceID:   optional.Of(traceID),
	},
}

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

// Observe returns the error that a controller sees after a failure of the class that is
// reported honestly and without a wait.
func (c Contract) Observe(class scenario.Class) Error {
	return c.failure(class, optional.Value[int64]{}).only(c.shows(class))
}

// Report returns the error that a controller sees of an operation of the kind. It
// returns false if the failure is reported as a success. A success that is reported as a
// failure looks like a transient failure.
func (c *Contract) Report(k scenario.Kind, a *scenario.Assumptions) (Error, bool) {
	class, failed := k.Class.Get()
	if !failed {
		class = scenario.Transient
	}
	if k.Distortion == scenario.FailureAsSuccess {
		return Error{}, false
	}
	full := c.failure(class, a.RetryAfterMS)
	if k.Distortion != scenario.Honest {
		full = distort(full, k.Distortion, a.WaitFactor)
	}
	if shown, wrong := k.Distortion.Shown(); wrong && !full.Code.IsZero() {
		prefer(&full.Code, c.Words[shown].Code)
	}
	return full.only(c.shows(class)), true
}

// failure returns every field of a failure of a class. A transient failure has the
// assumed wait.
func (c *Contract) failure(class scenario.Class, wait optional.Value[int64]) Error {
	e, words := failures[class], &c.Words[class]
	if class == scenario.Transient {
		e.RetryAfterMS = wait
	}
	prefer(&e.Code, words.Code)
	prefer(&e.Message, words.Message)
	prefer(&e.Retryable, words.Retryable)
	prefer(&e.Field, words.Field)
	prefer(&e.Suggestion, words.Suggestion)
	prefer(&e.TraceID, words.TraceID)
	return e
}

// prefer replaces a value by another one that is present. An empty text clears it.
func prefer[T comparable](v *optional.Value[T], by optional.Value[T]) {
	if by.IsZero() {
		return
	}
	if *v = by; any(by) == any(optional.Of("")) {
		v.Clear()
	}
}

// shows returns the set of fields that failures of a class reveal.
func (c *Contract) shows(class scenario.Class) FieldSet {
	if set, ok := c.ByClass[class].Get(); ok {
		return set
	}
	return c.Reveals
}

// only returns the error without the fields that are not in the set.
func (e Error) only(set FieldSet) Error {
	keep(&e.Code, set&Code)
	keep(&e.Message, set&Message)
	keep(&e.Retryable, set&Retryable)
	keep(&e.Field, set&Field)
	keep(&e.Suggestion, set&Suggestion)
	keep(&e.RetryAfterMS, set&RetryAfter)
	keep(&e.TraceID, set&TraceID)
	return e
}

// keep clears a value whose field is not shown.
func keep[T comparable](v *optional.Value[T], shown FieldSet) {
	if shown == 0 {
		v.Clear()
	}
}
