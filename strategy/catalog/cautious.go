package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
)

// cautious returns the strategy that trusts only fields of an envelope that agree:
//
//   - A suggestion is enough for a repair, whatever the code and the field say: only a
//     failure that can be repaired has a suggestion.
//   - TRANSIENT is retried if retryable is true. If retryable is false or absent, code and
//     verdict disagree, and no attempt is made.
//   - VALIDATION without a suggestion is retried if retryable is true: the argument was
//     not rejected, so the failure may pass.
//   - PERMISSION goes to a person, also if retryable is true: if the code is right, a
//     retry is wasted.
//   - For any other error it stops.
//
// It does not repeat an attempt that failed: it makes one attempt for errors that are
// [contract.Alike], and repairs a call once. So a misleading suggestion, or a success that
// is reported as a failure, costs it one attempt.
//
// On honest envelopes and with one recovery attempt it acts as actionable-envelope. With
// more attempts it misses some that would have succeeded.
func cautious() strategy.Strategy {
	return strategy.Strategy{
		Name:     "cautious-envelope",
		About:    "sees all: trusts only fields that agree, and repeats no failed attempt",
		Contract: contract.ActionableEnvelope(),
		Router:   strategy.Func("by-evidence", byEvidence),
		Waits:    strategy.WaitPolicy{Honoured: true},
	}
}

// byEvidence answers an error by its fields and by the attempts before.
func byEvidence(q strategy.Question) strategy.Action {
	answer := evident(q.Error)
	if !answer.Attempt() {
		return answer
	}
	for _, before := range q.History {
		// The answer to an error before was evident(before), or there would be no question.
		if evident(before) == answer && (answer == strategy.Repair || contract.Alike(before, q.Error)) {
			return strategy.Stop
		}
	}
	return answer
}

// evident returns the answer to an error without a history.
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
