package strategy

import (
	"errbench/contract"
	"errbench/optional"
)

// Published returns the strategies of the published benchmark, in the order of
// its table. The third honours the wait that its envelope asks for; the published
// assumptions ask for none.
func Published() []Strategy {
	some := optional.Of[string]
	return []Strategy{
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
			Router: Table{"by-code", []Row{
				{Code: some(contract.CodeTransient), Action: Retry},
				{Code: some(contract.CodeValidation), Action: Repair},
			}},
		},
		envelope("actionable-envelope", "sees all: repairs with field and hint, hands permission failures to a person"),
	}
}

// envelope returns the strategy that makes the most of the published envelope,
// under a name.
func envelope(name, about string) Strategy {
	some := optional.Of[string]
	return Strategy{
		Name:     name,
		About:    about,
		Contract: contract.ActionableEnvelope(),
		Router: Table{"by-envelope", []Row{
			{Code: some(contract.CodeTransient), Retryable: optional.Of(true), Action: Retry},
			{Code: some(contract.CodeValidation), HasField: optional.Of(true), HasSuggestion: optional.Of(true), Action: Repair},
			{Code: some(contract.CodePermission), Action: Authorize},
		}},
		Waits: Waits{Honoured: true},
	}
}

// retryAlways returns the router that retries whatever it is shown.
func retryAlways() Router { return Table{"retry-always", []Row{{Action: Retry}}} }

// guarded returns actionable-envelope with both write guards.
func guarded() Strategy {
	s := envelope("guarded-envelope", "as actionable-envelope; sends keys, asks before it retries destructive writes")
	s.WriteGuard = UseKey | Confirm
	return s
}
