package replay

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
)

// The replay agrees with a plain replay that shares no code with it: see [naively].
func TestReplayAgreesWithANaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.ArrivalRate = rapid.SampledFrom([]float64{1e-6, 0.3, 2, 7, 1e6}).Draw(t, "arrivals")
		strategies := drawStrategies(t, 0, 4)
		for i := range strategies {
			strategies[i].Throttle = drawThrottle(t)
		}
		plans, tally := replayed(t, a, strategies, Options{Workers: 1})
		if diff := cmp.Diff(naively(a, strategies), accountOf(plans, tally)); diff != "" {
			t.Fatalf("accounts (-naive +replay):\n%s", diff)
		}
	})
}

// account is all that a replay counts, in a form that the real replay and the
// naive one both fill. Counts of zero are left out of its maps.
type account struct {
	Runs, Operations int64
	Failures         [scenario.NumClasses]int64
	Plans            []planAccount
	// The sums over the runs, for each pair of plans.
	ResolvedProducts, FailedProducts [][]string
}

type planAccount struct {
	Metrics                  map[strategy.Metric]int64
	Visits, Successes        map[place]int64
	MinResolved, MaxResolved int64 // of a run
}

// place is a step as a failure sees it.
type place struct {
	Class   scenario.Class
	Attempt int // the call that the step is about
}

// accountOf reads a tally.
func accountOf(plans []*strategy.Plan, t *Tally) account {
	acc := account{Runs: t.Runs, Operations: t.Operations, Failures: [scenario.NumClasses]int64(t.Kinds)}
	for i, p := range plans {
		pa := newPlanAccount()
		for _, m := range strategy.Metrics() {
			count(pa.Metrics, m, strategy.Total(m, p, t.Of(i)))
		}
		for k, s := range p.Steps {
			if s.Event != strategy.NoEvent {
				continue // its metric counts it
			}
			count(pa.Visits, place{s.Class, s.Attempt}, t.Plans[i].Visits[k])
			count(pa.Successes, place{s.Class, s.Attempt}, t.Plans[i].Successes[k])
		}
		pa.MinResolved, pa.MaxResolved = t.Plans[i].MinResolved, t.Plans[i].MaxResolved
		acc.Plans = append(acc.Plans, pa)
	}
	acc.ResolvedProducts = pairs(len(plans), func(i, j int) string { return t.Resolved.At(i, j).String() })
	acc.FailedProducts = pairs(len(plans), func(i, j int) string { return t.Failed.At(i, j).String() })
	return acc
}

func newPlanAccount() planAccount {
	return planAccount{
		Metrics: map[strategy.Metric]int64{},
		Visits:  map[place]int64{}, Successes: map[place]int64{},
	}
}

func count[K comparable](in map[K]int64, key K, n int64) {
	if n != 0 {
		in[key] += n
	}
}

func pairs(n int, of func(i, j int) string) [][]string {
	var all [][]string
	for i := range n {
		var row []string
		for j := range n {
			row = append(row, of(i, j))
		}
		all = append(all, row)
	}
	return all
}

// naively replays with no plan and no threshold: operation by operation it asks
// the router about every failure, compares a roll as a fraction with a
// probability, and counts each thing where it happens.
func naively(a scenario.Assumptions, strategies []strategy.Strategy) account {
	acc := account{Runs: a.Runs, Operations: a.Runs * a.Operations}
	for range strategies {
		acc.Plans = append(acc.Plans, newPlanAccount())
	}
	tape := scenario.NewTape(a)
	var resolved, failed [][]int64 // by plan and run
	for i := range strategies {
		resolved, failed = append(resolved, make([]int64, a.Runs)), append(failed, make([]int64, a.Runs))
		acc.Plans[i].MinResolved = a.Operations
	}
	for run := range a.Runs {
		var purses []*purse
		for _, s := range strategies {
			purses = append(purses, newPurse(s.Throttle, a.ArrivalRate))
		}
		for index := range a.Operations {
			op := tape.Operation(run+1, index)
			if fraction(op.FailRoll) < a.FailureRate {
				acc.Failures[classOf(op, a)]++
			}
			for i, s := range strategies {
				metrics := acc.Plans[i].Metrics
				before := metrics[strategy.FailedRecoveries]
				if operate(tape, op, a, s, purses[i], acc.Plans[i]) {
					count(metrics, strategy.Resolved, 1)
					resolved[i][run]++
				}
				failed[i][run] += metrics[strategy.FailedRecoveries] - before
			}
		}
		for i := range strategies {
			acc.Plans[i].MinResolved = min(acc.Plans[i].MinResolved, resolved[i][run])
			acc.Plans[i].MaxResolved = max(acc.Plans[i].MaxResolved, resolved[i][run])
		}
	}
	acc.ResolvedProducts = pairs(len(strategies), func(i, j int) string { return dot(resolved[i], resolved[j]) })
	acc.FailedProducts = pairs(len(strategies), func(i, j int) string { return dot(failed[i], failed[j]) })
	return acc
}

// takenMetric and failureMetric name the counts of actions and of classes.
var (
	takenMetric = map[strategy.Action]strategy.Metric{
		strategy.Retry: strategy.Retries, strategy.Repair: strategy.Repairs, strategy.Replace: strategy.Replacements,
		strategy.Authorize: strategy.Authorizations, strategy.Stop: strategy.Stops,
	}
	failureMetric = map[scenario.Class]strategy.Metric{
		scenario.Transient: strategy.TransientFailures, scenario.Validation: strategy.ValidationFailures,
		scenario.Permission: strategy.PermissionFailures, scenario.NotFound: strategy.NotFoundFailures,
	}
)

// operate lets a strategy handle one operation and reports whether it resolved it. The
// purse is the budget that the operations of the run share.
func operate(tape *scenario.Tape, op scenario.Operation, a scenario.Assumptions, s strategy.Strategy, purse *purse, acc planAccount) bool {
	purse.begin(op.Index)
	defer purse.end()
	state, terminal := strategy.StateRetryable, int64(0)
	defer func() {
		count(acc.Metrics, strategy.InState(state, state == strategy.StateResolved), 1)
		count(acc.Metrics, strategy.TerminalNotStopped, terminal)
	}()
	count(acc.Metrics, strategy.Attempts, 1)
	if !(fraction(op.FailRoll) < a.FailureRate) {
		purse.succeeded()
		state = strategy.StateResolved
		return true
	}
	purse.failed()
	class := classOf(op, a)
	count(acc.Metrics, failureMetric[class], 1)
	var history []contract.Error
	for calls := 1; calls <= allowed(a, s); calls++ {
		seen := s.Contract.Observe(class)
		answer, err := s.Router.Route(strategy.Question{Error: seen, Attempt: calls, History: history})
		if err != nil {
			panic(err) // none of the routers here gives one
		}
		action := answer.Action
		history = append(history, seen)
		if !action.Attempt() {
			purse.final()
		} else if !purse.pays() {
			count(acc.Metrics, strategy.RefusedAttempts, 1)
			return false
		}
		count(acc.Metrics, takenMetric[action], 1)
		count(acc.Visits, place{class, calls + 1}, 1)
		switch action {
		case strategy.Authorize:
			count(acc.Metrics, strategy.Escalated, 1)
			state = strategy.StateNeedsReview
			return false
		case strategy.Stop:
			state = strategy.StateBlocked
			return false
		}
		count(acc.Metrics, strategy.Attempts, 1)
		count(acc.Metrics, strategy.RecoveryAttempts, 1)
		roll, chance := decider(class, action, seen, a)
		if chance == 0 {
			count(acc.Metrics, strategy.FutileRecoveries, 1)
		}
		if chance > 0 && fraction(tape.Roll(op, roll, calls+1)) < chance {
			count(acc.Successes, place{class, calls + 1}, 1)
			purse.succeeded()
			state = strategy.StateResolved
			return true
		}
		purse.failed()
		count(acc.Metrics, strategy.FailedRecoveries, 1)
		if (class == scenario.Permission || class == scenario.NotFound) && action != strategy.Replace {
			count(acc.Metrics, strategy.PermanentRecoveries, 1)
			terminal = 1
		}
		count(acc.Metrics, strategy.WastedBy(scenario.Honest), 1)
	}
	return false
}

// allowed returns the most recovery attempts of an operation.
func allowed(a scenario.Assumptions, s strategy.Strategy) int {
	if own, ok := s.Budget.Get(); ok && own < int(a.RecoveryAttempts) {
		return own
	}
	return int(a.RecoveryAttempts)
}

// decider returns which roll decides a recovery attempt, and its chance.
func decider(class scenario.Class, action strategy.Action, seen contract.Error, a scenario.Assumptions) (scenario.Roll, float64) {
	switch fmt.Sprint(action, " ", class) {
	case "retry transient", "repair transient":
		return scenario.RetryRoll, a.RetrySuccess
	case "replace not_found":
		return scenario.ReplaceRoll, a.ReplaceSuccess
	case "repair validation":
		field, _ := seen.Field.Get()
		suggestion, _ := seen.Suggestion.Get()
		code, _ := seen.Code.Get()
		switch {
		case field != "" && suggestion != "":
			return scenario.RepairRoll, a.RepairSuccess.Hint
		case field != "" || suggestion != "":
			return scenario.RepairRoll, a.RepairSuccess.Field
		case code != "":
			return scenario.RepairRoll, a.RepairSuccess.Code
		default:
			return scenario.RepairRoll, a.RepairSuccess.Message
		}
	}
	return scenario.NoRoll, 0
}

// classOf compares the class roll with the shares of the classes as fractions.
func classOf(op scenario.Operation, a scenario.Assumptions) scenario.Class {
	m := a.FailureMix
	total := m.Transient + m.Validation + m.Permission + m.NotFound
	classRoll, _ := op.ClassRoll.Get()
	switch roll := fraction(classRoll); {
	case roll < m.Transient/total:
		return scenario.Transient
	case roll < (m.Transient+m.Validation)/total:
		return scenario.Validation
	case roll < (m.Transient+m.Validation+m.Permission)/total:
		return scenario.Permission
	default:
		return scenario.NotFound
	}
}

func fraction(roll uint32) float64 { return float64(roll) / (1 << 32) }

// dot returns the sum of the products in as many digits as it needs.
func dot(xs, ys []int64) string {
	sum := new(big.Int)
	for i := range xs {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(xs[i]), big.NewInt(ys[i])))
	}
	return sum.String()
}
