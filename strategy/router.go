package strategy

import (
	"encoding/json"
	"fmt"

	"errbench/contract"
	"errbench/scenario"
)

// Router picks the next action. It must answer the same question the same way every
// time: it is asked once, and the answer is used for every operation.
type Router interface {
	// Name returns what summaries call the router.
	Name() string
	Route(Question) (Answer, error)
}

// Question is everything that a router knows. It does not contain the true class of the
// failure.
type Question struct {
	// Error is what the last call returned.
	Error contract.Error `json:"error"`
	// Attempt is the number of calls made so far, from 1: the first call counts.
	Attempt int `json:"attempt"`
	// History holds the errors of the calls before the last, oldest first.
	// len(History) == Attempt - 1.
	History []contract.Error `json:"history"`
	// Operation is what the controller knows about the operation before it fails.
	Operation Operation `json:"operation"`
}

// Operation is what a controller knows about an operation that it asked for.
type Operation struct {
	Risk scenario.Risk `json:"risk"`
}

// Answer is what a router does about a question.
type Answer struct {
	Action Action `json:"action"`
	// DelayMS is the least wait before the attempt, in milliseconds, 0 to
	// [MaxWaitMS]; 0 if the action makes no attempt.
	DelayMS int64 `json:"delay_ms,omitzero"`
}

// MaxWaitMS bounds every wait before an attempt, in milliseconds: some 35 years.
const MaxWaitMS = 1 << 40

// Validate returns an error unless every field is in range.
func (a Answer) Validate() error {
	switch {
	case int(a.Action) >= len(actionNames):
		return fmt.Errorf("action: got %v, want one of %v", a.Action, actionNames)
	case a.DelayMS < 0 || a.DelayMS > MaxWaitMS:
		return fmt.Errorf("delay_ms: got %d, want 0 to %d", a.DelayMS, int64(MaxWaitMS))
	case a.DelayMS > 0 && !a.Action.Attempt():
		return fmt.Errorf("delay_ms: got %d, want 0, since %v makes no attempt", a.DelayMS, a.Action)
	default:
		return nil
	}
}

// String returns the answer as JSON.
func (a Answer) String() string {
	text, err := json.Marshal(a)
	if err != nil {
		panic("strategy: " + err.Error()) // a name and a number
	}
	return string(text)
}

// Func returns a router that answers with a function and delays nothing. The function
// must answer the same question the same way every time.
func Func(name string, route func(Question) Action) Router { return function{name, route} }

type function struct {
	name  string
	route func(Question) Action
}

// Name implements Router.
func (f function) Name() string { return f.name }

// Route implements Router.
func (f function) Route(q Question) (Answer, error) { return Answer{Action: f.route(q)}, nil }
