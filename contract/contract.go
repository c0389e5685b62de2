package contract

import (
	"errbench/optional"
	"errbench/scenario"
)

// Part is a set of fields of an [Error].
type Part uint8

// The fields of an error.
const (
	Code Part = 1 << iota
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
	// Reveals is the set of fields that an error keeps, if the failure has them.
	// A failure is distorted before: what is not revealed cannot mislead.
	Reveals Part
	// ByClass has, for a class whose failures reveal another set, that set: by what
	// they are in truth, whatever their codes say.
	ByClass [scenario.NumClasses]optional.Value[Part]
	// Words is what errors of each class say in place of what the simulation would, or
	// beyond it; an empty text is none. Of its wait nothing is used: waits are assumed.
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

// OneMessage returns the words of a contract whose messages tell no two failures apart.
func OneMessage(text string) (words [scenario.NumClasses]Error) {
	for class := range words {
		words[class].Message = optional.Of(text)
	}
	return words
}

// GenericMessage returns the contract whose errors all read the same.
func GenericMessage() Contract { return genericMessage }

// CodeOnly returns the contract whose errors are a code.
func CodeOnly() Contract { return codeOnly }

// ActionableEnvelope returns the contract that reveals all there is.
func ActionableEnvelope() Contract { return actionableEnvelope }

// failures is all that can be told of a failure of each class. The trace id is
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

// Observe returns the error that a controller sees when an operation fails
// with the class, honestly reported and without a wait.
func (c Contract) Observe(class scenario.Class) Error {
	return c.failure(class, optional.Value[int64]{}).only(c.Shows(class))
}

// Report returns the error that a controller sees of an operation of the kind;
// false where it sees none, since the failure is reported as a success. A success
// that is reported as a failure looks like a transient one.
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
		full = Distort(full, k.Distortion, a.WaitFactor)
	}
	if shown, wrong := k.Distortion.Shown(); wrong && !full.Code.IsZero() {
		prefer(&full.Code, c.Words[shown].Code)
	}
	return full.only(c.Shows(class)), true
}

// failure returns what can be told of a failure of a class, with the wait that is
// assumed after a transient one.
func (c *Contract) failure(class scenario.Class, wait optional.Value[int64]) Error {
	e, own := failures[class], &c.Words[class]
	if class == scenario.Transient {
		e.RetryAfterMS = wait
	}
	prefer(&e.Code, own.Code)
	prefer(&e.Message, own.Message)
	prefer(&e.Retryable, own.Retryable)
	prefer(&e.Field, own.Field)
	prefer(&e.Suggestion, own.Suggestion)
	prefer(&e.TraceID, own.TraceID)
	return e
}

// prefer replaces a value by one that is present; a text that is empty is none.
func prefer[T comparable](v *optional.Value[T], by optional.Value[T]) {
	if by.IsZero() {
		return
	}
	if *v = by; any(by) == any(optional.Of("")) {
		v.Clear()
	}
}

// Shows returns the set of fields that failures of a class reveal.
func (c *Contract) Shows(class scenario.Class) Part {
	if own, ok := c.ByClass[class].Get(); ok {
		return own
	}
	return c.Reveals
}

// only returns the error without what is in none of the parts.
func (e Error) only(parts Part) Error {
	keep(&e.Code, parts&Code)
	keep(&e.Message, parts&Message)
	keep(&e.Retryable, parts&Retryable)
	keep(&e.Field, parts&Field)
	keep(&e.Suggestion, parts&Suggestion)
	keep(&e.RetryAfterMS, parts&RetryAfter)
	keep(&e.TraceID, parts&TraceID)
	return e
}

// keep clears a value of which no part is shown.
func keep[T comparable](v *optional.Value[T], part Part) {
	if part == 0 {
		v.Clear()
	}
}
