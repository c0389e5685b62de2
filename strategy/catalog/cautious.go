package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
)

// Cautious returns the strategy that does not take one field of an envelope for
// the truth. Its router believes what two fields say together:
//
//   - A suggestion is enough for a repair, whatever the code says and whether or
//     not the field is named: only what can be repaired comes with one.
//   - TRANSIENT is retried if retryable is true. If it is false or missing, one of
//     the two is wrong; a retry that is not made costs nothing.
//   - VALIDATION without a suggestion, of which retryable is true, is no rejected
//     argument but something that passes: it is retried.
//   - PERMISSION goes to a person, also if retryable is true: a retry of it is
//     wasted whenever the code is right. On all else it stops.
//
// It learns from what it did: a failure like one that it has answered before by an
// attempt is not answered so again, however it is worded, and a call is repaired
// once at most. So a suggestion that misleads, or a success that is reported as a
// failure, costs it one attempt.
//
// On honest envelopes, and with one recovery attempt, it acts as
// actionable-envelope does. With more attempts it gives up some that would have
// succeeded: that is what it pays.
func Cautious() strategy.Strategy {
	return strategy.Strategy{
		Name:     "cautious-envelope",
		About:    "sees all: believes what fields say together, and does nothing twice",
		Contract: contract.ActionableEnvelope(),
		Router:   strategy.Func("by-evidence", byEvidence),
		Waits:    strategy.WaitPolicy{Honoured: true},
	}
}

// byEvidence routes an error by what stands in it and what was done before.
func byEvidence(q strategy.Question) strategy.Action {
	answer := evident(q.Error)
	if !answer.Attempt() {
		return answer
	}
	for _, before := range q.History {
		// What was done then is what is evident then: else there would be no question.
		if evident(before) == answer && (answer == strategy.Repair || contract.Alike(before, q.Error)) {
			return strategy.Stop
		}
	}
	return answer
}

// evident returns the answer to an error on its own.
func evident(e contract.Error) strategy.Action {
	is := func(code string) bool { return e.Code == optional.Of(code) }
	retryable := e.Retryable == optional.Of(true)
	switch {
	case e.Says(contract.Suggestion):
		return strategy.Repair
	case retryable && (is(contract.CodeTransient) || is(contract.CodeValidation)):
		return strategy.Retry
	case is(contract.CodePermission):
		return strategy.Authorize
	default:
		return strategy.Stop
	}
}
