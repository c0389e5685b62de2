package strategy

import (
	"slices"

	"errbench/contract"
)

// memo holds the questions asked and their answers; the id of a question is its
// place, from 1. A question is known by its error and by the question before it,
// which stands for attempt and history.
type memo []asked

type asked struct {
	before int // the id of the question before, 0 for none
	seen   contract.Error
	action Action
}

// ask returns the id of the question about an error that a failed call showed, and
// the router's answer.
func (m *memo) ask(r Router, seen *contract.Error, at place) (int, Action) {
	for i := range *m {
		if known := &(*m)[i]; known.before == at.asked && known.seen == *seen {
			return i + 1, known.action
		}
	}
	action := r.Route(Question{*seen, at.attempt, m.history(at.asked, at.attempt-1)})
	*m = append(*m, asked{at.asked, *seen, action})
	return len(*m), action
}

// history returns the n errors up to a question, oldest first.
func (m *memo) history(id, n int) []contract.Error {
	errors := make([]contract.Error, 0, n)
	for ; id > 0; id = (*m)[id-1].before {
		errors = append(errors, (*m)[id-1].seen)
	}
	slices.Reverse(errors)
	return errors
}
