package strategy

import (
	"cmp"
	"errors"
	"fmt"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Strategy is a controller: the contract under which it sees errors, the
// router that answers them, what a framework does before that, and how many recovery
// attempts it allows itself.
type Strategy struct {
	Name     string
	About    string // a sentence
	Contract contract.Contract
	Router   Router
	// Like is the built-in strategy whose runtime it has, where a file replaces the
	// router of one; nil of any other.
	Like *Strategy
	// Runtime is what becomes of a failure before the router is told.
	Runtime Runtime
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
	deadline, _ := s.DeadlineMS.Get()
	switch {
	case s.Router == nil:
		return errors.New("found no router; one that answers every question works")
	case budget < 0:
		return fmt.Errorf("found a budget of %d recovery attempts; 0 or more work", budget)
	case deadline < 0:
		return fmt.Errorf("found a deadline of %d ms; 0 and more work", deadline)
	case s.WriteGuard&^(UseKey|Confirm) != 0:
		return fmt.Errorf("found the write guard %d; %d to %d work", s.WriteGuard, NoWriteGuard, UseKey|Confirm)
	}
	return cmp.Or(s.Throttle.validate(), s.Runtime.validate(), s.Waits.validate(), s.Backoff.validate())
}
