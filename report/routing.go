package report

import (
	"fmt"

	"errbench/contract"
	"errbench/strategy"
)

// Routing is what a router answers to errors.
type Routing []Routed

// Routed is one answer.
type Routed struct {
	Line   int             `json:"line"` // of the input, from 1
	Error  contract.Error  `json:"error"`
	Action strategy.Action `json:"action"`
}

// Route asks a router about errors, each as the first of its operation.
func Route(r strategy.Router, errors []contract.Placed) Routing {
	routing := Routing{}
	for _, e := range errors {
		q := strategy.Question{Error: e.Error, Attempt: 1, History: []contract.Error{}}
		routing = append(routing, Routed{e.Line, e.Error, r.Route(q)})
	}
	return routing
}

// Sections implements View.
func (r Routing) Sections() []Section {
	t := Table{Left: 3, Header: []string{"line", "action", "error"}}
	for _, answer := range r {
		t.Rows = append(t.Rows, []string{fmt.Sprint(answer.Line), answer.Action.String(), envelope(answer.Error)})
	}
	return []Section{{Table: t}}
}
