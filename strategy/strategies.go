package strategy

import (
	"errors"
	"fmt"
	"slices"

	"errbench/contract"
	"errbench/didyoumean"
	"errbench/optional"
	"errbench/scenario"
)

// Strategy is a controller: the contract under which it sees errors, the
// router that answers them, and how many recovery attempts it allows itself.
type Strategy struct {
	Name     string
	About    string // a sentence
	Contract contract.Contract
	Router   Router
	// Budget is the most recovery attempts of an operation that the strategy
	// makes, at least 0; absent, only the assumptions limit them.
	Budget optional.Value[int]
	// DeadlineMS is what an attempt must start before, at least 0, in milliseconds
	// from the start of the first call; absent, only the assumptions have one.
	DeadlineMS optional.Value[int64]
	// Backoff is what it waits before an attempt, Waits what it makes of the wait
	// that an error asks for: it waits for the longer of both.
	Backoff Backoff
	Waits   Waits
	// WriteGuard keeps it from doing twice what must not be.
	WriteGuard WriteGuard
	// Throttle is what all operations of a run together may attempt.
	Throttle Throttle
}

// attempts returns the most recovery attempts of an operation.
func (s *Strategy) attempts(a *scenario.Assumptions) int {
	most := int(a.RecoveryAttempts)
	if own, ok := s.Budget.Get(); ok {
		most = min(most, own)
	}
	return most
}

// deadline returns what an attempt must start before: the sooner of the strategy's
// own deadline and the assumed one.
func (s *Strategy) deadline(a *scenario.Assumptions) optional.Value[int64] {
	assumed, bounded := a.DeadlineMS.Get()
	if own, ok := s.DeadlineMS.Get(); ok && (!bounded || own < assumed) {
		return s.DeadlineMS
	}
	return a.DeadlineMS
}

// validate refuses what is no strategy.
func (s *Strategy) validate() error {
	budget, _ := s.Budget.Get()
	longest, _ := s.Waits.LongestMS.Get()
	deadline, _ := s.DeadlineMS.Get()
	switch {
	case s.Router == nil:
		return errors.New("found no router; one that answers every question works")
	case budget < 0:
		return fmt.Errorf("found a budget of %d recovery attempts; 0 or more work", budget)
	case deadline < 0:
		return fmt.Errorf("found a deadline of %d ms; 0 and more work", deadline)
	case longest < 0:
		return fmt.Errorf("found a longest wait of %d ms; 0 and more work", longest)
	case s.WriteGuard&^(UseKey|Confirm) != 0:
		return fmt.Errorf("found the write guard %d; %d to %d work", s.WriteGuard, NoWriteGuard, UseKey|Confirm)
	}
	if err := s.Throttle.validate(); err != nil {
		return err
	}
	return s.Backoff.validate()
}

// Builtin returns the built-in strategies, the published ones first.
func Builtin() []Strategy { return Published() }

// Published returns the strategies of the published benchmark, in the order of
// its table.
func Published() []Strategy {
	some := optional.Of[string]
	return []Strategy{
		{
			Name:     "generic-message",
			About:    "sees one message for everything and retries it",
			Contract: contract.GenericMessage(),
			Router:   Table{"retry-always", []Row{{Action: Retry}}},
		},
		{
			Name:     "code-only",
			About:    "sees a code: retries transient failures, repairs validation, stops on the rest",
			Contract: contract.CodeOnly(),
			Router: Table{"by-code", []Row{
				{Code: some(contract.CodeTransient), Action: Retry},
				{Code: some(contract.CodeValidation), Action: Repair},
			}},
		},
		{
			Name:     "actionable-envelope",
			About:    "sees the whole envelope: repairs with field and hint, hands permission failures to a person",
			Contract: contract.ActionableEnvelope(),
			Router: Table{"by-envelope", []Row{
				{Code: some(contract.CodeTransient), Retryable: optional.Of(true), Action: Retry},
				{Code: some(contract.CodeValidation), HasField: optional.Of(true), HasSuggestion: optional.Of(true), Action: Repair},
				{Code: some(contract.CodePermission), Action: Authorize},
			}},
		},
	}
}

// Names returns the names of the built-in strategies in order.
func Names() []string {
	var names []string
	for _, s := range Builtin() {
		names = append(names, s.Name)
	}
	return names
}

// Find returns the built-in strategies of the names, in the order of the
// names. It refuses unknown and doubled ones.
func Find(names []string) ([]Strategy, error) {
	builtin := Builtin()
	var found []Strategy
	for i, name := range names {
		at := slices.IndexFunc(builtin, func(s Strategy) bool { return s.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("no strategy is named %q%s", name, didyoumean.Choices(name, Names()))
		}
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("strategy %q is named twice; once works", name)
		}
		found = append(found, builtin[at])
	}
	return found, nil
}
