package strategy

import (
	"slices"

	"errbench/contract"
	"errbench/scenario"
)

// memo holds the questions asked and their answers; the id of a question is its
// place, from 1. A question is known by its error, by the risk of the operation and
// by the question before it, which stands for attempt and history.
type memo []asked

type asked struct {
	before int // the id of the question before, 0 for none
	seen   contract.Error
	risk   scenario.Risk
	answer Answer
}

// ask returns the id of the question about an error that a failed call showed, and
// the router's answer.
func (m *memo) ask(r Router, seen *contract.Error, risk scenario.Risk, at place) (int, Answer, error) {
	for i := range *m {
		if known := &(*m)[i]; known.before == at.asked && known.risk == risk && known.seen == *seen {
			return i + 1, known.answer, nil
		}
	}
	answer, err := r.Route(Question{*seen, at.attempt, m.history(at.asked, at.attempt-1), Operation{risk}})
	*m = append(*m, asked{at.asked, *seen, risk, answer})
	return len(*m), answer, err
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
