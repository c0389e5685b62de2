package strategy

import (
	"slices"

	"errbench/contract"
	"errbench/scenario"
)

// memo holds the questions that a router was asked, and its answers. The id of a
// question is its place, from 1.
type memo struct {
	asked []asked
	ids   map[questionKey]int
}

// questionKey identifies a question: the question before it stands for the attempt and
// the history.
type questionKey struct {
	before int // the id of the question before, 0 for none
	seen   contract.Error
	risk   scenario.Risk
}

type asked struct {
	questionKey
	attempt int // the number of calls that the router has made, from 1
	answer  Answer
}

// ask returns the id of the question about an error that a failed call showed, after
// a question before, and the router's answer. The router is asked if the question is
// new.
func (m *memo) ask(r Router, seen *contract.Error, risk scenario.Risk, before int) (int, Answer, error) {
	key := questionKey{before, *seen, risk}
	if id, known := m.ids[key]; known {
		return id, m.asked[id-1].answer, nil
	}
	attempt := m.attempt(before) + 1
	answer, err := r.Route(Question{*seen, attempt, m.history(before), Operation{risk}})
	m.asked = append(m.asked, asked{key, attempt, answer})
	if m.ids == nil {
		m.ids = map[questionKey]int{}
	}
	m.ids[key] = len(m.asked)
	return len(m.asked), answer, err
}

// attempt returns the attempt of a question, 0 for none.
func (m *memo) attempt(id int) int {
	if id == 0 {
		return 0
	}
	return m.asked[id-1].attempt
}

// history returns the errors up to a question, oldest first.
func (m *memo) history(id int) []contract.Error {
	errors := make([]contract.Error, 0, m.attempt(id))
	for ; id > 0; id = m.asked[id-1].before {
		errors = append(errors, m.asked[id-1].seen)
	}
	slices.Reverse(errors)
	return errors
}
