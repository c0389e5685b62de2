package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
)

// correctsOrGoesOn returns the assumed model for messages that ask to fix mistakes, or
// ask for nothing.
func correctsOrGoesOn() strategy.AssumedModel {
	return strategy.AssumedModel{
		Table: strategy.Table{Title: "corrects-or-goes-on", Rows: []strategy.Row{
			{Code: optional.Of(contract.CodeValidation), Action: strategy.Repair},
			{Action: strategy.Proceed},
		}},
		About: "corrects the arguments if a message says that they are wrong, and otherwise goes on and reports the message",
	}
}

// triesAgain returns the assumed model for messages that ask to try again, and for errors
// that do not advise against it.
func triesAgain() strategy.AssumedModel {
	return strategy.AssumedModel{
		Table: strategy.Table{Title: "tries-again", Rows: []strategy.Row{
			{Code: optional.Of(contract.CodeValidation), Action: strategy.Repair},
			{Code: optional.Of(contract.CodeNotFound), Action: strategy.Replace},
			{Action: strategy.Retry},
		}},
		About: "corrects the arguments if a message says that they are wrong, uses another tool or resource if it says that there is none, and otherwise tries again, since the message asks for it or does not advise against it",
	}
}
