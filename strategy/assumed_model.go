package strategy

import "strings"

// AssumedModel is the router of a strategy whose framework leaves the next step to a
// language model: it states what such a model is assumed to do. It is an assumption
// like a probability. Summaries list it, and a file can replace it.
type AssumedModel struct {
	Table
	About string // what is assumed, a sentence without its full stop
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
