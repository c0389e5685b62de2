package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// This file has what the messages of frameworks reveal to a model that reads them. A text
// counts as a code if it names the type of the exception, or says that arguments are wrong
// or that there is no such tool. Only a validation failure has a field and a suggestion, so
// only its message can reveal them.

// detailed is what a message reveals if it contains the report of a validator: the path of
// the argument, what is expected of it, and the id of the call.
const detailed = contract.Code | contract.Message | contract.Field | contract.Suggestion | contract.TraceID

// toolMessage returns the contract of the templates of a tool node, which contain the type
// of the exception.
func toolMessage() contract.Contract {
	return contract.Contract{
		Name:    "tool-message",
		About:   "the type of the exception and its text; for bad arguments the report of the validator",
		Reveals: detailed,
	}
}

// untypedMessage returns the contract of messages that contain the text of the exception,
// but not its type.
func untypedMessage() contract.Contract {
	c := contract.Contract{
		Name:    "untyped-tool-message",
		About:   "the text of the exception without its type; for bad arguments the report of the validator",
		Reveals: contract.Message | contract.TraceID,
	}
	c.ByClass[scenario.Validation] = optional.Of(detailed)
	return c
}

// exhaustedMessage returns the contract of a message that contains only the type of the
// exception.
func exhaustedMessage() contract.Contract {
	return contract.Contract{
		Name:    "exhausted-message",
		About:   "the type of the exception, and how many attempts were made",
		Reveals: contract.Code | contract.TraceID,
	}
}

// agentsMessage returns the contract of the texts of the OpenAI Agents SDK for Python.
func agentsMessage() contract.Contract {
	c := contract.Contract{
		Name:    "agents-message",
		About:   "the text of the exception without its type, and a request to try again",
		Reveals: contract.Message,
	}
	c.ByClass[scenario.Validation] = optional.Of(contract.Code | contract.Message | contract.Field)
	c.ByClass[scenario.NotFound] = optional.Of(contract.Code | contract.Message)
	return c
}

// agentsConstant returns the contract of the OpenAI Agents SDK for JavaScript: one text for
// every failure of a tool, also for arguments that its schema refuses.
func agentsConstant() contract.Contract {
	c := contract.Contract{
		Name:    "agents-constant",
		About:   "one text for every failure, except an unknown tool",
		Reveals: contract.Message,
		Words:   contract.OneMessage("An error occurred while running the tool. Please try again."),
	}
	c.ByClass[scenario.NotFound] = optional.Of(contract.Code)
	return c
}

// needleError returns the contract of the errors of Needle.
func needleError() contract.Contract {
	return contract.Contract{Name: "needle-error", About: "error_type and error_message", Reveals: contract.Code | contract.Message}
}

// typedFailure returns the contract of the support-assistant article.
func typedFailure() contract.Contract {
	return contract.Contract{
		Name:    "typed-failure",
		About:   "a code, whether a retry can help, and a message for the user",
		Reveals: contract.Code | contract.Retryable | contract.Message,
	}
}
