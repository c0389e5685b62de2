package strategy

import (
	"cmp"
	"errors"
	"fmt"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Strategy is a controller: the contract under which it sees errors, the router that
// answers them, what a framework does before that, and its limits.
type Strategy struct {
	Name     string
	About    string // a sentence
	Contract contract.Contract
	Router   Router
	// Like is the built-in strategy that a file changes; nil for any other strategy.
	Like *Strategy
	// Layers decide what becomes of a failure before the router is asked.
	Layers Layers
	// Budget is the most recovery attempts for an operation, at least 0. Absent, only
	// the assumptions limit them.
	Budget optional.Value[int]
	// DeadlineMS is the time before which an attempt must start, in milliseconds from
	// the start of the first call, at least 0. Absent, only the assumptions have a
	// deadline.
	DeadlineMS optional.Value[int64]
	// Backoff is the wait before an attempt, and Waits decides about the wait that an
	// error asks for. The controller waits for the longer of both.
	Backoff Backoff
	Waits   WaitPolicy
	// WriteGuard keeps the controller from repeating a write.
	WriteGuard WriteGuard
	// Throttle limits the attempts of all operations of a run together.
	Throttle Throttle
}

// attempts returns the most recovery attempts of an operation.
func (s *Strategy) attempts(a *scenario.Assumptions) int {
	most := int(a.RecoveryAttempts)
	if budget, ok := s.Budget.Get(); ok {
		most = min(most, budget)
	}
	return most
}

// deadline returns the earlier of the strategy's deadline and the assumed one.
func (s *Strategy) deadline(a *scenario.Assumptions) optional.Value[int64] {
	assumed, bounded := a.DeadlineMS.Get()
	if ms, ok := s.DeadlineMS.Get(); ok && (!bounded || ms < assumed) {
		return s.DeadlineMS
	}
	return a.DeadlineMS
}

// validate returns an error unless the strategy has a router and every field is in
// range.
func (s *Strategy) validate() error {
	budget, _ := s.Budget.Get()
	deadline, _ := s.DeadlineMS.Get()
	switch {
	case s.Router == nil:
		return errors.New("the strategy has no router; set Router")
	case budget < 0:
		return fmt.Errorf("recovery_attempts: got %d, want at least 0", budget)
	case deadline < 0:
		return fmt.Errorf("deadline_ms: got %d, want at least 0", deadline)
	case s.WriteGuard&^(UseKey|Confirm) != 0:
		return fmt.Errorf("write_guard: got %d, want %d to %d", s.WriteGuard, NoWriteGuard, UseKey|Confirm)
	}
	return cmp.Or(s.Throttle.validate(), s.Layers.validate(), s.Waits.validate(), s.Backoff.validate())
}
