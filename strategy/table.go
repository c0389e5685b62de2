package strategy

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Table is a router that is data: the first row that matches decides, and where
// none does, the answer is stop.
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
	Attempt       optional.Value[int]    // so many calls were made, the first included
	Risk          optional.Value[scenario.Risk]
	Action        Action
	DelayMS       int64 // before the attempt: see Answer
}

// Name implements Router.
func (t Table) Name() string { return t.Title }

// Route implements Router.
func (t Table) Route(q Question) (Answer, error) {
	for _, row := range t.Rows {
		if row.matches(q) {
			return Answer{row.Action, row.DelayMS}, nil
		}
	}
	return Answer{Action: Stop}, nil
}

func (r Row) matches(q Question) bool {
	e := q.Error
	return agrees(r.Code, e.Code) &&
		agrees(r.Retryable, e.Retryable) &&
		agrees(r.HasField, optional.Of(e.Says(contract.Field))) &&
		agrees(r.HasSuggestion, optional.Of(e.Says(contract.Suggestion))) &&
		agrees(r.Attempt, optional.Of(q.Attempt)) &&
		agrees(r.Risk, optional.Of(q.Operation.Risk))
}

// agrees tells whether a condition is absent or equals what was found.
func agrees[T comparable](condition, found optional.Value[T]) bool {
	return condition.IsZero() || condition == found
}
