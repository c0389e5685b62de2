package strategy

import (
	"slices"

	"errbench/contract"
	"errbench/scenario"
)

// memo holds the questions that a router was asked, and its answers, as a tree: a
// question stands below the question before it. The id of a question is its position,
// from 1. A question is looked up among the questions below one, which are at most the
// errors and risks of the assumptions, however many questions there are.
type memo struct {
	asked []asked
	first int // the id of the latest question with none before, 0 for none
}

type asked struct {
	before  int // the id of the question before, 0 for none; it stands for the history
	sibling int // the id of the question that was asked after the same question, 0 for none
	below   int // the id of the latest question that was asked after this one, 0 for none
	attempt int // the number of calls that the router has made, from 1
	seen    contract.Error
	risk    scenario.Risk
	answer  Answer
}

// ask returns the id of the question about an error that a failed call showed, after
// a question before, and the router's answer. The router is asked if the question is
// new.
func (m *memo) ask(r Router, seen *contract.Error, risk scenario.Risk, before int) (int, Answer, error) {
	latest := m.after(before)
	for id := *latest; id > 0; id = m.asked[id-1].sibling {
		if known := &m.asked[id-1]; known.risk == risk && known.seen == *seen {
			return id, known.answer, nil
		}
	}
	attempt := m.attempt(before) + 1
	answer, err := r.Route(Question{*seen, attempt, m.history(before), Operation{risk}})
	id, sibling := len(m.asked)+1, *latest
	*latest = id
	m.asked = append(m.asked, asked{before: before, sibling: sibling, attempt: attempt, seen: *seen, risk: risk, answer: answer})
	return id, answer, err
}

// after returns where the id of the latest question after a question stands.
func (m *memo) after(id int) *int {
	if id == 0 {
		return &m.first
	}
	return &m.asked[id-1].below
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
