package process

import (
	"encoding/json"

	"errbench/contract"
	"errbench/scenario"
)

// Protocol is the name and version of the protocol. Every question carries it.
const Protocol = "errbench/router/v1"

// Question is all that a router is told: never the truth behind the error.
type Question struct {
	// Error is what the last call returned.
	Error contract.Error `json:"error"`
	// Attempt is the number of calls made so far, from 1: the first call counts.
	Attempt int `json:"attempt"`
	// History holds the errors of the calls before the last, oldest first;
	// it is one shorter than Attempt.
	History   []contract.Error `json:"history"`
	Operation Operation        `json:"operation"`
}

// Operation is what a controller knows of an operation before it fails.
type Operation struct {
	Risk scenario.Risk `json:"risk"`
}

// message is a question as it is sent.
type message struct {
	Protocol string `json:"protocol"`
	Question
}

// line returns the question as it is sent: JSON on one line, with its end.
func (q Question) line() []byte {
	if q.History == nil {
		q.History = []contract.Error{}
	}
	text, err := json.Marshal(message{Protocol, q})
	if err != nil {
		panic("process: " + err.Error()) // texts, numbers and truth values only
	}
	return append(text, '\n')
}
