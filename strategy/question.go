package strategy

import (
	"errbench/contract"
	"errbench/scenario"
)

// Question is all that a router is told: never the truth behind the error.
type Question struct {
	// Error is what the last call returned.
	Error contract.Error `json:"error"`
	// Attempt is the number of calls made so far, from 1: the first call counts.
	Attempt int `json:"attempt"`
	// History holds the errors of the calls before the last, oldest first;
	// it is one shorter than Attempt.
	History []contract.Error `json:"history"`
	// Operation is what the controller knows of it before it fails.
	Operation Operation `json:"operation"`
}

// Operation is what a controller knows of an operation: what it has asked for.
type Operation struct {
	Risk scenario.Risk `json:"risk"`
}
