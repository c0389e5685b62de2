// Command router is a router that reads the whole envelope. It is asked as
// docs/router.md says.
package main

import (
	"encoding/json"
	"log"
	"os"
)

type question struct {
	Error struct {
		Code, Field, Suggestion string
		Retryable               bool
	}
}

type answer struct {
	Action string `json:"action"`
}

func route(q question) answer {
	e := q.Error
	switch {
	case e.Code == "TRANSIENT" && e.Retryable:
		return answer{"retry"}
	case e.Code == "VALIDATION" && e.Field != "" && e.Suggestion != "":
		return answer{"repair"}
	case e.Code == "PERMISSION":
		return answer{"authorize"}
	default:
		return answer{"stop"}
	}
}

func main() {
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for questions.More() {
		var q question
		if err := questions.Decode(&q); err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(route(q)); err != nil {
			log.Fatal(err)
		}
	}
}
