package replay

import (
	"testing"

	"errbench/contract"
	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// decisions are the ways in which a roll decides a recovery attempt.
var decisions = []struct {
	action strategy.Action
	class  scenario.Class
	roll   scenario.Roll
	chance func(*scenario.Assumptions) *float64
}{
	{strategy.Retry, scenario.Transient, scenario.RetryRoll, func(a *scenario.Assumptions) *float64 { return &a.RetrySuccess }},
	{strategy.Repair, scenario.Transient, scenario.RetryRoll, func(a *scenario.Assumptions) *float64 { return &a.RetrySuccess }},
	{strategy.Repair, scenario.Validation, scenario.RepairRoll, func(a *scenario.Assumptions) *float64 { return &a.RepairSuccess.Hint }},
	{strategy.Replace, scenario.NotFound, scenario.ReplaceRoll, func(a *scenario.Assumptions) *float64 { return &a.ReplaceSuccess }},
}

// A roll is below its own fraction plus one unit, and not below its own
// fraction: set to either side of a roll of the tape, each probability decides
// that operation the other way. So a threshold that is one unit off anywhere,
// or a comparison that takes in equality, changes a count.
func TestOneUnitDecidesTheRollAtTheBoundary(t *testing.T) {
	for _, d := range decisions {
		for _, stream := range rng.Streams() {
			for _, attempt := range []int{2, 3} {
				a := scenario.Published()
				a.Stream, a.RecoveryAttempts = stream, 2
				tape := scenario.NewTape(a)
				roll := tape.Roll(firstFailed(tape, d.class), d.roll, attempt)
				// In a lane, and walked, with a bucket that is never empty.
				for _, throttle := range []strategy.Throttle{{}, {MaxTokens: 1000, RatioPercent: 1000}} {
					s := strategy.Strategy{Contract: contract.ActionableEnvelope(), Router: atAttempt{d.action, attempt}, Throttle: throttle}
					resolved := func(units uint64) int64 {
						*d.chance(&a) = scenario.Probability(uint64(roll) + units)
						plans, tally := replayed(t, a, []strategy.Strategy{s}, Options{})
						return strategy.Total(strategy.Resolved, plans[0], tally.Of(0))
					}
					if up, with := resolved(0), resolved(1); with != up+1 {
						t.Errorf("%v of %v at attempt %d on %s, throttled by %v: %d resolved up to the roll, %d with it; want one more", d.action, d.class, attempt, stream, throttle, up, with)
					}
				}
			}
		}
	}
}

// atAttempt takes an action at one attempt only. Before, it replaces what is
// there for a class other than not_found and retries not_found failures: both
// are attempts that cannot succeed.
type atAttempt struct {
	action  strategy.Action
	attempt int // the call that the action makes
}

func (atAttempt) Name() string { return "at attempt" }

func (r atAttempt) Route(q strategy.Question) (strategy.Answer, error) {
	return strategy.Answer{Action: r.at(q)}, nil
}

func (r atAttempt) at(q strategy.Question) strategy.Action {
	code, _ := q.Error.Code.Get()
	switch {
	case q.Attempt+1 == r.attempt:
		return r.action
	case q.Attempt+1 > r.attempt:
		return strategy.Stop
	case code == contract.CodeNotFound:
		return strategy.Retry
	default:
		return strategy.Replace
	}
}

func firstFailed(tape *scenario.Tape, c scenario.Class) scenario.Operation {
	for index := int64(0); ; index++ {
		if op := tape.Operation(1, index); op.Class == optional.Of(c) {
			return op
		}
	}
}

// The same for a roll after which operations go on either way: a lane branches there.
func TestOneUnitDecidesAnEventAtTheBoundary(t *testing.T) {
	a := scenario.Published()
	a.Risk = scenario.RiskMix{Destructive: 1}
	s := strategy.Strategy{Contract: contract.CodeOnly(), Router: strategy.Table{Rows: []strategy.Row{{Action: strategy.Retry}}}}
	tape := scenario.NewTape(a)
	roll := tape.Roll(firstFailed(tape, scenario.Transient), scenario.CommitRoll, 1)
	duplicates := func(units uint64) int64 {
		a.CommitOnFailure, a.RetrySuccess = scenario.Probability(uint64(roll)+units), 1
		plans, tally := replayed(t, a, []strategy.Strategy{s}, Options{})
		return strategy.Total(strategy.DuplicateEffects, plans[0], tally.Of(0))
	}
	if up, with := duplicates(0), duplicates(1); with != up+1 {
		t.Errorf("%d writes are doubled up to the roll, %d with it; want one more", up, with)
	}
}

// The same of the first call. The tape ends with its first failure, since on
// lcg32/v1 a failure moves all rolls after it.
func TestOneUnitDecidesTheFirstCallAtTheBoundary(t *testing.T) {
	for _, stream := range rng.Streams() {
		a := scenario.Published()
		a.Stream, a.Runs = stream, 1
		tape := scenario.NewTape(a)
		op := tape.Operation(1, 0)
		for !op.Failed {
			op = tape.Operation(1, op.Index+1)
		}
		classRoll, _ := op.ClassRoll.Get()
		a.Operations = op.Index + 1
		failures := func(a scenario.Assumptions) [scenario.NumClasses]int64 {
			_, tally := replayed(t, a, catalog.Published(), Options{})
			return [scenario.NumClasses]int64(tally.Kinds)
		}
		rate := func(units uint64) [scenario.NumClasses]int64 {
			a := a
			a.FailureRate = scenario.Probability(uint64(op.FailRoll) + units)
			return failures(a)
		}
		if up, with := rate(0), rate(1); up != [...]int64{0, 0, 0, 0} || with == up {
			t.Errorf("%s: failures %d up to the fail roll, %d with it", stream, up, with)
		}
		for class := range scenario.NumClasses - 1 {
			share := func(units uint64) [scenario.NumClasses]int64 {
				a, weights := a, [scenario.NumClasses]float64{}
				weights[class] = float64(uint64(classRoll) + units)
				weights[class+1] = 1<<32 - weights[class]
				a.FailureMix = scenario.FailureMix{Transient: weights[0], Validation: weights[1], Permission: weights[2], NotFound: weights[3]}
				return failures(a)
			}
			var up, with [scenario.NumClasses]int64
			up[class+1], with[class] = 1, 1
			if share(0) != up || share(1) != with {
				t.Errorf("%s: a share of %v up to the class roll fails %d, one with it %d; want %d and %d", stream, scenario.Class(class), share(0), share(1), up, with)
			}
		}
	}
}
