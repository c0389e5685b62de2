package inspect

import (
	"fmt"

	"errbench/contract"
	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/strategy"
)

// Routing is the answers of a router to errors.
type Routing []Routed

// Routed is one answer.
type Routed struct {
	Line  int            `json:"line"` // of the input, from 1
	Error contract.Error `json:"error"`
	strategy.Answer
}

// Route asks a router about errors, each as the first error of a read-only operation. With
// an error it returns the answers before it.
func Route(r strategy.Router, errors []contract.Placed) (Routing, error) {
	routing := Routing{}
	for _, e := range errors {
		q := strategy.Question{Error: e.Error, Attempt: 1, History: []contract.Error{}}
		answer, err := r.Route(q)
		if err != nil {
			return routing, fmt.Errorf("line %d: %w", e.Line, err)
		}
		routing = append(routing, Routed{e.Line, e.Error, answer})
	}
	return routing, nil
}

// Sections implements View.
func (r Routing) Sections() []view.Section {
	t := view.Table{Columns: view.Columns(3, "line", "action", "error")}
	for _, answer := range r {
		does := answer.Action.String()
		if answer.DelayMS > 0 {
			does += fmt.Sprintf(" after %s ms", stat.Count(answer.DelayMS))
		}
		t.AddTexts(fmt.Sprint(answer.Line), does, envelope(answer.Error))
	}
	return []view.Section{{Table: t}}
}
