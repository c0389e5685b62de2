package strategy

import (
	"strings"

	"errbench/contract"
	"errbench/optional"
)

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

// correctsOrGoesOn returns the reader of texts that ask for mistakes to be fixed, or
// for nothing.
func correctsOrGoesOn() Reader {
	return Reader{
		Table: Table{"corrects-or-goes-on", []Row{
			{Code: optional.Of(contract.CodeValidation), Action: Repair},
			{Action: Proceed},
		}},
		About: "corrects the arguments where a message says that they are at fault, and otherwise goes on and tells what the message says",
	}
}

// triesAgain returns the reader of texts that ask for another try, and of errors that
// say nothing against one.
func triesAgain() Reader {
	return Reader{
		Table: Table{"tries-again", []Row{
			{Code: optional.Of(contract.CodeValidation), Action: Repair},
			{Code: optional.Of(contract.CodeNotFound), Action: Replace},
			{Action: Retry},
		}},
		About: "corrects the arguments where a message says that they are at fault, takes another tool or resource where it says that there is none, and otherwise tries again, as it is told or since nothing says that it is of no use",
	}
}
