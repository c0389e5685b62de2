package replay

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/internal/shard"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// controllers are strategies of each kind that a replay distinguishes: one for lanes, some
// with random waits, and some whose operations share a budget.
func controllers() []strategy.Strategy {
	var all []strategy.Strategy
	add := func(name string, kind strategy.JitterKind, of strategy.Throttle) {
		s := catalog.Published()[2]
		s.Name, s.Throttle = name, of
		s.Backoff = strategy.Backoff{InitialMS: 100, FactorPercent: 200, Jitter: strategy.Jitter{Kind: kind}}
		all = append(all, s)
	}
	add("fixed", strategy.NoJitter, strategy.Throttle{})
	add("full", strategy.Full, strategy.Throttle{})
	add("decorrelated", strategy.Decorrelated, strategy.Throttle{})
	add("bucket", strategy.NoJitter, strategy.Throttle{MaxTokens: 10, RatioPercent: 10})
	add("window", strategy.Equal, strategy.Throttle{SharePercent: 5, ReservePerS: 1})
	return all
}

// outages are assumptions under which times matter and budgets run out.
func outages() scenario.Assumptions {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	a.TransientModel, a.OutageMS.Max = scenario.Outage, 1000
	a.LatencyMS = scenario.LatencyMS{Call: 20, Retry: 20, Repair: 30, Replace: 40}
	a.DeadlineMS, a.ArrivalRate = optional.Of[int64](600), 10
	return a
}

// Plans of published strategies have lanes. Random waits and shared budgets need a walker.
func TestWhatNeedsAWalker(t *testing.T) {
	for i, p := range compiled(t, controllers(), outages()) {
		if got, want := walked(p), i > 0; got != want {
			t.Errorf("%s is walked: %v, want %v", p.Strategy.Name, got, want)
		}
	}
	for _, p := range compiled(t, catalog.Published(), scenario.Published()) {
		if walked(p) {
			t.Errorf("%s is walked", p.Strategy.Name)
		}
	}
}

// Each run is walked by one worker from its first operation on, so that the number
// of workers changes nothing, and neither do shards.
func TestWorkersAndShardsChangeNoWalk(t *testing.T) {
	for _, shape := range [][2]int64{{700, 300}, {3, batchOperations + 1}} {
		a := outages()
		a.Runs, a.Operations = shape[0], shape[1]
		_, want := replayed(t, a, controllers(), Options{Workers: 1})
		plans, got := replayed(t, a, controllers(), Options{Workers: 3})
		if diff := cmp.Diff(want, got, unexported); diff != "" {
			t.Errorf("three workers (-one +three):\n%s", diff)
		}
		total := newTally(len(plans[0].Kinds), plans)
		for index := int64(3); index > 0; index-- {
			part := RunShard(context.Background(), a, plans, shard.Shard{Index: index, Count: 3}, Options{Workers: 2})
			total.Merge(part)
		}
		if diff := cmp.Diff(want, total, unexported); diff != "" {
			t.Errorf("three shards (-whole +merged):\n%s", diff)
		}
	}
}

// The same under any assumptions.
func TestShardsOfModelsMergeExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawModel(t)
		a.Operations = min(a.Operations, 50)
		plans, whole := replayed(t, a, rapid.SliceOfN(rapid.Custom(drawController), 1, 3).Draw(t, "controllers"), Options{})
		cut := rapid.Int64Range(0, a.Runs).Draw(t, "cut")
		if diff := cmp.Diff(whole, merged(runRange(a, plans, cut+1, a.Runs), runRange(a, plans, 1, cut)), unexported); diff != "" {
			t.Fatalf("cut after %d runs (-whole +merged):\n%s", cut, diff)
		}
	})
}

// Another strategy in the same replay changes nothing about a budget.
func TestABudgetIsOneStrategysOwn(t *testing.T) {
	_, all := replayed(t, outages(), controllers(), Options{})
	for i, s := range controllers() {
		_, alone := replayed(t, outages(), []strategy.Strategy{s}, Options{})
		if diff := cmp.Diff(alone.Plans[0], all.Plans[i]); diff != "" {
			t.Errorf("%s (-alone +beside others):\n%s", s.Name, diff)
		}
	}
}

// A replay by hand. The only operation fails at 10 ms and its outage lasts 300 ms.
// The first retry starts at 110 ms and ends at 130, the second at 330 and 350.
func TestTimesByHand(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations, a.FailureRate, a.FailureMix = 1, 1, 1, scenario.FailureMix{Transient: 1}
	a.RecoveryAttempts, a.TransientModel, a.OutageMS = 2, scenario.Outage, scenario.OutageMS{Min: 300, Max: 300}
	a.LatencyMS = scenario.LatencyMS{Call: 10, Retry: 20}
	for _, throttle := range []strategy.Throttle{{}, {MaxTokens: 10}} { // in a lane, and walked
		s := strategy.Strategy{
			Contract: contract.CodeOnly(), Router: strategy.Table{Rows: []strategy.Row{{Action: strategy.Retry}}},
			Backoff: strategy.Backoff{InitialMS: 100, FactorPercent: 200}, Throttle: throttle,
		}
		plans, tally := replayed(t, a, []strategy.Strategy{s}, Options{})
		got, known := strategy.Resolutions(plans[0], tally.Of(0))
		want := []strategy.Resolution[int64]{{MS: 350, Operations: 1}}
		waited := strategy.Total(strategy.WaitedMS, plans[0], tally.Of(0))
		if !known || !cmp.Equal(got, want) || waited != 300 {
			t.Errorf("resolutions %+v, waited %d ms; want %+v, 300 ms", got, waited, want)
		}
	}
}

func compiled(t testing.TB, strategies []strategy.Strategy, a scenario.Assumptions) []*strategy.Plan {
	t.Helper()
	plans, err := strategy.CompileAll(strategies, a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}
