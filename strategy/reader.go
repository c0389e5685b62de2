package strategy

import "strings"

// Reader is the router of a strategy whose framework leaves the next step to a
// language model: what is assumed that such a model does. It is an assumption like a
// probability, which summaries list, and as replaceable.
type Reader struct {
	Table
	About string // what is assumed, a sentence
}

// AssumedReader returns the reader that the strategy assumes, if it does.
func (s *Strategy) AssumedReader() (Reader, bool) {
	r, ok := s.Router.(Reader)
	return r, ok
}

// table returns the table that the router is, also as a reader.
func (s *Strategy) table() (Table, bool) {
	if r, ok := s.Router.(Reader); ok {
		return r.Table, true
	}
	t, ok := s.Router.(Table)
	return t, ok
}

// replaceRouter gives the strategy the table for a router. Behind a runtime, which
// makes messages for a model, it is what is assumed of one.
func (s *Strategy) replaceRouter(t Table) {
	if len(s.Runtime) == 0 {
		s.Router = t
		return
	}
	r := Reader{t, strings.TrimSuffix(s.About, ".")}
	if s.About == "" {
		r.About = "follows the rows of that file"
	}
	s.Router = r
}
