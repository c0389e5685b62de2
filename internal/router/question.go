package router

import (
	"encoding/json"

	"errbench/contract"
	"errbench/strategy"
)

// protocol is the name and version of the protocol. Every question carries it.
const protocol = "errbench/router/v1"

// message is a question as it is sent.
type message struct {
	Protocol string `json:"protocol"`
	strategy.Question
}

// encode returns a question as it is sent: JSON on one line, with the end of line.
func encode(q strategy.Question) []byte {
	if q.History == nil {
		q.History = []contract.Error{}
	}
	text, err := json.Marshal(message{protocol, q})
	if err != nil {
		panic("router: " + err.Error()) // only texts, numbers and truth values
	}
	return append(text, '\n')
}
