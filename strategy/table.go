package strategy

import (
	"strings"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Table is a router that is data: the first row that matches decides. If none does,
// the answer is stop.
type Table struct {
	Title string
	Rows  []Row
}

// Row is one rule of a table. It matches if every condition holds; an absent condition
// always holds.
type Row struct {
	Code          optional.Value[string] // the code equals this one
	Retryable     optional.Value[bool]   // the error has this verdict on a retry
	HasField      optional.Value[bool]   // whether the error names a field
	HasSuggestion optional.Value[bool]   // whether the error has a suggestion
	Attempt       optional.Value[int]    // the number of calls made, from 1
	Risk          optional.Value[scenario.Risk]
	Action        Action
	DelayMS       int64 // before the attempt, as in [Answer]
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

// agrees reports whether a condition is absent or equals the value.
func agrees[T comparable](condition, value optional.Value[T]) bool {
	return condition.IsZero() || condition == value
}

// AssumedModel is the router of a strategy whose framework leaves the next step to a
// language model: it states what such a model is assumed to do. It is an assumption
// like a probability. Summaries list it, and a file can replace it.
type AssumedModel struct {
	Table
	About string // a sentence without its full stop: what the model does
}

// AssumedModel returns the model that the strategy assumes. It returns false if the
// strategy assumes none.
func (s *Strategy) AssumedModel() (AssumedModel, bool) {
	m, ok := s.Router.(AssumedModel)
	return m, ok
}

// table returns the table that decides for the strategy, if a table does.
func (s *Strategy) table() (Table, bool) {
	if m, ok := s.Router.(AssumedModel); ok {
		return m.Table, true
	}
	t, ok := s.Router.(Table)
	return t, ok
}

// replaceRouter makes the table the router of the strategy. Behind layers, which write
// messages for a model, the table is an assumed model.
func (s *Strategy) replaceRouter(t Table) {
	if len(s.Layers) == 0 {
		s.Router = t
		return
	}
	m := AssumedModel{t, strings.TrimSuffix(s.About, ".")}
	if s.About == "" {
		m.About = "follows the rows of that file"
	}
	s.Router = m
}
