package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
)

// correctsOrGoesOn returns the reader of texts that ask for mistakes to be fixed, or
// for nothing.
func correctsOrGoesOn() strategy.AssumedModel {
	return strategy.AssumedModel{
		Table: strategy.Table{Title: "corrects-or-goes-on", Rows: []strategy.Row{
			{Code: optional.Of(contract.CodeValidation), Action: strategy.Repair},
			{Action: strategy.Proceed},
		}},
		About: "corrects the arguments where a message says that they are at fault, and otherwise goes on and tells what the message says",
	}
}

// triesAgain returns the reader of texts that ask for another try, and of errors that
// say nothing against one.
func triesAgain() strategy.AssumedModel {
	return strategy.AssumedModel{
		Table: strategy.Table{Title: "tries-again", Rows: []strategy.Row{
			{Code: optional.Of(contract.CodeValidation), Action: strategy.Repair},
			{Code: optional.Of(contract.CodeNotFound), Action: strategy.Replace},
			{Action: strategy.Retry},
		}},
		About: "corrects the arguments where a message says that they are at fault, takes another tool or resource where it says that there is none, and otherwise tries again, as it is told or since nothing says that it is of no use",
	}
}
