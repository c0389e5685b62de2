package strategy

import (
	"errbench/contract"
	"errbench/optional"
)

// Question is all that a router is told: never the truth behind the error.
type Question struct {
	// Error is what the last call returned.
	Error contract.Error `json:"error"`
	// Attempt is the number of calls made so far, from 1: the first call counts.
	Attempt int `json:"attempt"`
	// History holds the errors of the calls before the last, oldest first;
	// it is one shorter than Attempt.
	History []contract.Error `json:"history"`
}

// Router picks the next action. It must answer the same question the same way
// every time: it is asked once and its answer is used for every operation.
type Router interface {
	// Name is what summaries call the router.
	Name() string
	Route(Question) Action
}

// Func returns a router that answers with a function, under the same duty.
func Func(name string, route func(Question) Action) Router { return function{name, route} }

type function struct {
	name  string
	route func(Question) Action
}

// Name implements Router.
func (f function) Name() string { return f.name }

// Route implements Router.
func (f function) Route(q Question) Action { return f.route(q) }

// Table is a router that is data: the first row that matches the error
// decides, and where none does, the answer is stop.
type Table struct {
	Title string
	Rows  []Row
}

// Row is one rule of a table. An absent condition matches anything.
type Row struct {
	Code          optional.Value[string] // the code is this one
	Retryable     optional.Value[bool]   // the verdict is this one, and present
	HasField      optional.Value[bool]   // whether a field is named, and not empty
	HasSuggestion optional.Value[bool]   // whether there is a suggestion, and not empty
	Action        Action
}

// Name implements Router.
func (t Table) Name() string { return t.Title }

// Route implements Router.
func (t Table) Route(q Question) Action {
	for _, row := range t.Rows {
		if row.matches(q.Error) {
			return row.Action
		}
	}
	return Stop
}

func (r Row) matches(e contract.Error) bool {
	return agrees(r.Code, e.Code) &&
		agrees(r.Retryable, e.Retryable) &&
		agrees(r.HasField, optional.Of(e.Says(contract.Field))) &&
		agrees(r.HasSuggestion, optional.Of(e.Says(contract.Suggestion)))
}

// agrees tells whether a condition is absent or equals what was found.
func agrees[T comparable](condition, found optional.Value[T]) bool {
	return condition.IsZero() || condition == found
}
