package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
)

// Published returns the strategies of the published benchmark, in the order of
// its table. The third honours the wait that its envelope asks for; the published
// assumptions ask for none.
func Published() []strategy.Strategy {
	some := optional.Of[string]
	return []strategy.Strategy{
		{
			Name:     "generic-message",
			About:    "sees one message for everything and retries it",
			Contract: contract.GenericMessage(),
			Router:   retryAlways(),
		},
		{
			Name:     "code-only",
			About:    "sees a code: retries transient failures, repairs validation, stops otherwise",
			Contract: contract.CodeOnly(),
			Router: strategy.Table{Title: "by-code", Rows: []strategy.Row{
				{Code: some(contract.CodeTransient), Action: strategy.Retry},
				{Code: some(contract.CodeValidation), Action: strategy.Repair},
			}},
		},
		envelope("actionable-envelope", "sees all: repairs with field and hint, hands permission failures to a person"),
	}
}

// envelope returns a strategy that uses every field of the published envelope.
func envelope(name, about string) strategy.Strategy {
	some := optional.Of[string]
	return strategy.Strategy{
		Name:     name,
		About:    about,
		Contract: contract.ActionableEnvelope(),
		Router: strategy.Table{Title: "by-envelope", Rows: []strategy.Row{
			{Code: some(contract.CodeTransient), Retryable: optional.Of(true), Action: strategy.Retry},
			{Code: some(contract.CodeValidation), HasField: optional.Of(true), HasSuggestion: optional.Of(true), Action: strategy.Repair},
			{Code: some(contract.CodePermission), Action: strategy.Authorize},
		}},
		Waits: strategy.WaitPolicy{Honoured: true},
	}
}

// retryAlways returns the router that retries every error.
func retryAlways() strategy.Router {
	return strategy.Table{Title: "retry-always", Rows: []strategy.Row{{Action: strategy.Retry}}}
}

// guarded returns actionable-envelope with both write guards.
func guarded() strategy.Strategy {
	s := envelope("guarded-envelope", "as actionable-envelope; sends keys, asks before it retries destructive writes")
	s.WriteGuard = strategy.UseKey | strategy.Confirm
	return s
}
