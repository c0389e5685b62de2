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
	before  int // the id of the question before, 0 for none
	attempt int // how many questions there are up to this one: so many calls the router has made
	seen    contract.Error
	risk    scenario.Risk
	answer  Answer
}

// ask returns the id of the question about an error that a failed call showed, after
// a question before, and the router's answer.
func (m *memo) ask(r Router, seen *contract.Error, risk scenario.Risk, before int) (int, Answer, error) {
	for i := range *m {
		if known := &(*m)[i]; known.before == before && known.risk == risk && known.seen == *seen {
			return i + 1, known.answer, nil
		}
	}
	attempt := m.attempt(before) + 1
	answer, err := r.Route(Question{*seen, attempt, m.history(before), Operation{risk}})
	*m = append(*m, asked{before, attempt, *seen, risk, answer})
	return len(*m), answer, err
}

// attempt returns how many questions there are up to one.
func (m *memo) attempt(id int) int {
	if id == 0 {
		return 0
	}
	return (*m)[id-1].attempt
}

// history returns the errors up to a question, oldest first.
func (m *memo) history(id int) []contract.Error {
	errors := make([]contract.Error, 0, m.attempt(id))
	for ; id > 0; id = (*m)[id-1].before {
		errors = append(errors, (*m)[id-1].seen)
	}
	slices.Reverse(errors)
	return errors
}
