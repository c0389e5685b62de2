package replay

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// The table of believed state by truth holds every operation once, whatever is
// assumed and whatever strategies do, with budgets that they share and waits at
// random too. Its margins are counted elsewhere: the margins of belief by the
// actions, the margins of truth by what was resolved or missed.
func TestTheStateTableAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawModel(t)
		plans, tally := replayed(t, a, []strategy.Strategy{drawController(t)}, Options{Workers: 1})
		total := func(m strategy.Metric) int64 { return strategy.Total(m, plans[0], tally.Of(0)) }
		var believed [strategy.NumStates]int64
		truth := map[bool]int64{}
		for s := range strategy.State(strategy.NumStates) {
			for _, succeeded := range []bool{true, false} {
				n := total(strategy.InState(s, succeeded))
				if n < 0 {
					t.Fatalf("%d operations %v, %v", n, s, succeeded)
				}
				believed[s] += n
				truth[succeeded] += n
			}
		}
		n := a.TotalOperations()
		resolved, missed, stops, escalated := total(strategy.Resolved), total(strategy.MissedSuccesses), total(strategy.Stops), total(strategy.Escalated)
		var all int64
		for _, of := range believed {
			all += of
		}
		if all != n || truth[true]+truth[false] != n || truth[true] != resolved+missed ||
			believed[strategy.StateResolved] != resolved+total(strategy.FalseSuccesses) ||
			believed[strategy.StateBlocked] != stops || believed[strategy.StateNeedsReview] != escalated {
			t.Fatalf("%d operations, believed %d, in truth %v; resolved %d, missed %d, stopped %d, escalated %d", n, believed, truth, resolved, missed, stops, escalated)
		}
	})
}

// A longer attempt budget never resolves fewer, in any run, as long as operations
// share no budget. Of each operation the same is shown where plans are made.
func TestALongerBudgetResolvesNoFewer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawModel(t), drawController(t)
		s.Throttle = strategy.Throttle{}
		plans, few := replayed(t, a, []strategy.Strategy{s}, Options{Workers: 1})
		before := strategy.Total(strategy.Resolved, plans[0], few.Of(0))
		a.RecoveryAttempts++
		plans, many := replayed(t, a, []strategy.Strategy{s}, Options{Workers: 1})
		after := strategy.Total(strategy.Resolved, plans[0], many.Of(0))
		if after < before || many.Plans[0].MinResolved < few.Plans[0].MinResolved {
			t.Fatalf("with %d attempts %d are resolved, with one less %d", a.RecoveryAttempts, after, before)
		}
	})
}

// Where operations share a budget, a longer attempt budget of each may resolve
// fewer: what the first spends in vain the second does not have.
func TestALongerBudgetMayResolveFewerUnderAThrottle(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations, a.FailureRate, a.FailureMix = 1, 2, 1, only(scenario.Transient)
	s := catalog.Published()[0]
	s.Throttle.MaxTokens = 8 // four calls fail, and no attempt is made
	resolved := func(recoveryAttempts int64) int64 {
		a.RecoveryAttempts = recoveryAttempts
		plans, tally := replayed(t, a, []strategy.Strategy{s}, Options{Workers: 1})
		return strategy.Total(strategy.Resolved, plans[0], tally.Of(0))
	}
	for a.Seed = range 100 {
		if resolved(1) == 1 && resolved(2) == 0 {
			return
		}
	}
	t.Error("no seed under which two attempts for each operation resolve fewer than one")
}
