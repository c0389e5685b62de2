package report

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/exact"
	"errbench/internal/shard"
	"errbench/internal/stat"
	"errbench/optional"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// openStrategies are strategies whose plans chance or a budget decides, beside the envelope.
// Names say what of: full and decorrelated waits, a bucket, a bucket and waits.
func openStrategies() []strategy.Strategy {
	envelope := catalog.Published()[2]
	of := func(name string, change func(*strategy.Strategy)) strategy.Strategy {
		s := envelope
		s.Name = name
		change(&s)
		return s
	}
	full := strategy.Backoff{InitialMS: 200, FactorPercent: 200, Jitter: strategy.Jitter{Kind: strategy.Full}}
	walk := strategy.Backoff{InitialMS: 30, FactorPercent: 100, CapMS: optional.Of[int64](9_000), Jitter: strategy.Jitter{Kind: strategy.Decorrelated}}
	bucket := strategy.Throttle{MaxTokens: 10, RatioPercent: 10}
	return []strategy.Strategy{
		envelope,
		of("full", func(s *strategy.Strategy) { s.Backoff = full }),
		of("walk", func(s *strategy.Strategy) { s.Backoff = walk }),
		of("bucket", func(s *strategy.Strategy) { s.Throttle = bucket }),
		of("both", func(s *strategy.Strategy) { s.Backoff, s.Throttle = full, bucket }),
	}
}

// findIn returns what finds strategies among some.
func findIn(all []strategy.Strategy) func(names []string) ([]strategy.Strategy, error) {
	return func(names []string) ([]strategy.Strategy, error) {
		var found []strategy.Strategy
		for _, name := range names {
			i := slices.IndexFunc(all, func(s strategy.Strategy) bool { return s.Name == name })
			if i < 0 {
				return nil, fmt.Errorf("no strategy %s", name)
			}
			found = append(found, all[i])
		}
		return found, nil
	}
}

// outages are assumptions under which waits decide.
func outages(runs int64) scenario.Assumptions {
	a := onCounter(runs)
	a.RecoveryAttempts = 4
	a.TransientModel, a.OutageMS = scenario.Outage, scenario.OutageMS{Min: 100, Max: 3_000}
	a.LatencyMS = scenario.LatencyMS{Call: 100, Retry: 100, Repair: 700}
	return a.Relabel()
}

func compiledAll(t rapid.TB, strategies []strategy.Strategy, a scenario.Assumptions) []*strategy.Plan {
	t.Helper()
	plans, err := strategy.CompileAll(strategies, a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

// openSummary is the summary of a simulation of strategies.
func openSummary(t rapid.TB, a scenario.Assumptions, strategies []strategy.Strategy) Summary {
	t.Helper()
	plans := compiledAll(t, strategies, a)
	s, err := Summarize(a, plans, tallyOf(t, a, plans, a.Runs))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openPart is a part of a simulation of strategies.
func openPart(t rapid.TB, a scenario.Assumptions, strategies []strategy.Strategy, s shard.Shard) Part {
	t.Helper()
	plans := compiledAll(t, strategies, a)
	tally := replay.RunShard(context.Background(), a, plans, s, replay.Options{})
	p, err := NewPart(a, plans, s, tally)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drawOpen draws assumptions of the whole model, and strategies that differ from the
// published ones in all that a strategy can.
func drawOpen(t *rapid.T) (scenario.Assumptions, []strategy.Strategy) {
	a := drawModel(t)
	all := catalog.Published()
	for i := range all {
		drawControls(t, &all[i])
	}
	return a, all
}

func drawMS(t *rapid.T, label string) int64 {
	return rapid.SampledFrom([]int64{0, 1, 40, 5_000}).Draw(t, label)
}

func drawMaybe[N comparable](t *rapid.T, label string, n N) (v optional.Value[N]) {
	if rapid.Bool().Draw(t, "has "+label) {
		v = optional.Of(n)
	}
	return v
}

// drawModel draws assumptions with some of what the published benchmark lacks.
func drawModel(t *rapid.T) scenario.Assumptions {
	a := drawAssumptions(t)
	if rapid.Bool().Draw(t, "outage") {
		a.TransientModel, a.OutageMS = scenario.Outage, scenario.OutageMS{Min: drawMS(t, "least"), Max: 5_000 + drawMS(t, "most")}
	}
	a.DeadlineMS = drawMaybe(t, "deadline", 3*drawMS(t, "deadline"))
	a.RetryAfterMS = drawMaybe(t, "retry after", drawMS(t, "retry after"))
	a.LatencyMS = scenario.LatencyMS{Call: drawMS(t, "call"), Retry: drawMS(t, "retry"), Repair: drawMS(t, "repair")}
	a.Cost.USD.Attempt = float64(rapid.IntRange(0, 1).Draw(t, "price"))
	if a.FailureMix.Permission > 0 && rapid.Bool().Draw(t, "after repair") {
		a.AfterRepair = 0.5
	}
	if rapid.Bool().Draw(t, "writes") {
		a.Risk, a.CommitOnFailure = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}, 0.3
		a.ServerHonoursKey, a.RepairTakesNewKey = rapid.Bool().Draw(t, "honoured"), rapid.Bool().Draw(t, "new key")
	}
	if rapid.Bool().Draw(t, "distorted") {
		a.Distortions = scenario.Distortions{AllRetryable: 0.1, MisleadingSuggestion: 0.1, LongWait: 0.1, FailureAsSuccess: 0.1, SuccessAsFailure: 0.1}
		a.Distortions.WrongCode.Permission.Transient = 0.3
	}
	return a.Relabel()
}

// drawControls draws what a strategy has in addition to its contract and its router.
func drawControls(t *rapid.T, s *strategy.Strategy) {
	s.Backoff = strategy.Backoff{
		InitialMS: drawMS(t, "initial"), FactorPercent: 200, CapMS: drawMaybe(t, "cap", drawMS(t, "cap")),
		Jitter: strategy.Jitter{Kind: strategy.JitterKind(rapid.IntRange(0, int(strategy.Added)).Draw(t, "jitter")), Percent: 20, MS: 30},
	}
	s.Waits = strategy.WaitPolicy{Honoured: rapid.Bool().Draw(t, "waits"), LongestMS: drawMaybe(t, "longest", drawMS(t, "longest"))}
	s.Budget = drawMaybe(t, "budget", 2)
	s.DeadlineMS = drawMaybe(t, "own deadline", 2*drawMS(t, "own deadline"))
	s.WriteGuard = strategy.WriteGuard(rapid.IntRange(0, int(strategy.UseKey|strategy.Confirm)).Draw(t, "write guard"))
	if rapid.Bool().Draw(t, "bucket") {
		s.Throttle = strategy.Throttle{MaxTokens: rapid.Int64Range(1, 9).Draw(t, "tokens"), RatioPercent: 50}
	}
	if rapid.Bool().Draw(t, "share") {
		s.Throttle.SharePercent = 20
	}
}

// However a run of strategies that wait at random and share budgets is cut into
// parts, their summary equals the summary of the whole, byte by byte, and is read back.
func TestThePartsOfOpenStrategiesMergeToTheirSummary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, strategies := drawOpen(t)
		count := rapid.Int64Range(1, 6).Draw(t, "shards")
		var m Merge
		for i := range count {
			text := partText(t, openPart(t, a, strategies, shard.Shard{Index: count - i, Count: count}))
			p, err := ReadPart(bytes.NewReader(text), "p.json")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(text), string(partText(t, p))); diff != "" {
				t.Fatalf("(-written +read):\n%s", diff)
			}
			if err := m.Add(p, fmt.Sprint(i)); err != nil {
				t.Fatal(err)
			}
		}
		merged, err := m.Summary(findIn(strategies))
		if err != nil {
			t.Fatal(err)
		}
		whole := encoded(openSummary(t, a, strategies))
		if diff := cmp.Diff(string(whole), string(encoded(merged))); diff != "" {
			t.Fatalf("(-whole +merged):\n%s", diff)
		}
		if _, err := ReadSummary(bytes.NewReader(whole), "s.json"); err != nil {
			t.Fatal(err)
		}
	})
}

// What has no closed form is null, with the reason beside it; all that was
// simulated, and what the tape alone decides, is there.
func TestWhatHasNoClosedFormIsNull(t *testing.T) {
	s := openSummary(t, outages(60), openStrategies())
	for i, want := range []struct {
		method, times string
		interval      string
		n             int64
	}{
		{closedForm, rankRule, stat.WilsonMethod, 12_000},
		{noClosedForm + string(exact.RandomOutage), roundedRule, stat.WilsonMethod, 12_000},
		{noClosedForm + string(exact.RandomOutage), roundedRule, stat.WilsonMethod, 12_000},
		{noClosedForm + string(exact.SharedBudget), rankRule, stat.RunsMethod, 60},
		{noClosedForm + string(exact.SharedBudget), roundedRule, stat.RunsMethod, 60},
	} {
		e, r := s.Expected[i], s.Results[i]
		closed := want.method == closedForm
		if e.Method != want.method || r.ResolutionMS.Rule != want.times || r.ResolutionInterval.Method != want.interval || r.ResolutionInterval.N != want.n {
			t.Errorf("%s: %s, %s, %+v", r.Strategy, e.Method, r.ResolutionMS.Rule, r.ResolutionInterval)
		}
		if !(r.ResolutionInterval.Lo < r.ResolutionRate && r.ResolutionRate < r.ResolutionInterval.Hi) {
			t.Errorf("%s: %v in %+v", r.Strategy, r.ResolutionRate, r.ResolutionInterval)
		}
		for _, n := range []stat.Number{e.Resolved, e.SD.Resolved, e.Z.Resolved, e.ResolutionRate, e.Time.EarlyRetries, e.SD.Time.EarlyRetries} {
			if n.Defined() != closed {
				t.Errorf("%s: expected %v", r.Strategy, n)
			}
		}
		if !e.Failures.Transient.Defined() || !(e.SD.Failures.NotFound > 0) || e.Cost.Tokens != 0 {
			t.Errorf("%s: what the tape decides is %+v", r.Strategy, e.Failures)
		}
		if waits := want.times == roundedRule; r.Time.WaitedMS > 0 != waits || !r.PerRun.SD.Defined() {
			t.Errorf("%s: waited %d ms, %+v", r.Strategy, r.Time.WaitedMS, r.PerRun)
		}
	}
	if s.Agreement.Method != someMethod || !s.Agreement.Valid || s.Agreement.DegreesOfFreedom > 4 {
		t.Errorf("%+v", s.Agreement)
	}
	if diff := cmp.Diff([]string{SharedBudgetCode, NoClosedFormCode}, codes(s.Warnings)); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	for _, c := range s.Comparisons {
		if c.DifferenceInterval.Method != stat.PairedMethod || !c.DifferenceInterval.Lo.Defined() {
			t.Errorf("%s against %s: %+v", c.Strategy, c.Against, c.DifferenceInterval)
		}
	}
}

// Waits that decide nothing leave every other count its closed form.
func TestWaitsAloneHaveNoClosedForm(t *testing.T) {
	a := onCounter(60)
	s := openSummary(t, a, openStrategies()[1:2])
	e := s.Expected[0]
	if e.Method != closedForm || !(e.SD.Resolved > 0) || e.ResolutionMS.Rule != unknownRule {
		t.Errorf("%+v", e)
	}
	if e.Time.WaitedMS.Defined() || e.SD.Time.WaitedMS.Defined() || e.Time.EarlyRetries != 0 {
		t.Errorf("%+v, sd %+v", e.Time, e.SD.Time)
	}
	if w := s.Warnings; len(w) != 1 || w[0].Code != NoClosedFormCode || !strings.HasPrefix(w[0].Text, "Chance decides how long these wait: full.") {
		t.Errorf("%+v", w)
	}
	x, err := Expect(a, compiledAll(t, openStrategies()[1:2], a))
	if err != nil || x.Expected[0].Time.WaitedMS.Defined() || codes(x.Warnings)[0] != NoClosedFormCode {
		t.Errorf("%v, %+v", err, x.Warnings)
	}
}

// The mean of a wait from 0 to 200 ms is 100 ms, and half of the retries that
// succeed do so within it: each once, 0.7 of the transient failures, a quarter.
func TestRandomWaitsByHand(t *testing.T) {
	a := onCounter(60)
	a.FailureMix, a.RetrySuccess = scenario.FailureMix{Transient: 1}, 1
	r := openSummary(t, a.Relabel(), openStrategies()[1:2])
	mean := float64(r.Results[0].Time.WaitedMS) / float64(r.Results[0].RecoveryAttempts)
	// 4,800 waits have a mean with an sd of 58 / 69 ms.
	if q := r.Results[0].ResolutionMS; math.Abs(mean-100) > 6 || q.P50 < 93 || q.P50 > 107 || q.P99 < 195 || q.P99 > 200 {
		t.Errorf("mean wait %v ms, quantiles %+v", mean, q)
	}
}

// Over 400 frozen benchmarks of 30 runs the intervals of resolution rates hold the
// rate that many more operations have, closed form or not. Five standard errors are
// 5.4 points: a correct program fails with a chance below 1e-6.
//
// With -coverage it prints the table of docs/statistics.md too.
func TestIntervalsOfOpenStrategiesCover(t *testing.T) {
	if *coverageTable {
		budgetCoverage(t)
	}
	const benchmarks = 400
	a := outages(30)
	a.Operations = 50
	long := a
	long.Runs, long.Seed = 20_000, 7
	truth := openSummary(t, long, openStrategies()).Results
	held := make([]int, len(truth))
	for seed := range uint64(benchmarks) {
		a.Seed = 1_000 + seed
		for i, r := range openSummary(t, a, openStrategies()).Results {
			if in := r.ResolutionInterval; in.Lo <= truth[i].ResolutionRate && truth[i].ResolutionRate <= in.Hi {
				held[i]++
			}
		}
	}
	for i, n := range held {
		if share := float64(n) / benchmarks; share < 0.95-0.054 {
			t.Errorf("%s: %.3f are held", truth[i].Strategy, share)
		}
	}
}

// budgetCoverage prints how often intervals over runs, and over operations, hold the
// rate of strategies that share a budget.
func budgetCoverage(t *testing.T) {
	const benchmarks = 2_000
	var strategies []strategy.Strategy
	for _, budget := range []strategy.Throttle{{MaxTokens: 10, RatioPercent: 10}, {MaxTokens: 100, RatioPercent: 10}, {SharePercent: 20, ReservePerS: 1}} {
		s := catalog.Published()[2]
		s.Name, s.Throttle, s.Backoff = fmt.Sprintf("%+v", budget), budget, strategy.Backoff{InitialMS: 200, FactorPercent: 200}
		strategies = append(strategies, s)
	}
	a := outages(60)
	long := a
	long.Runs, long.Seed = 100_000, 7
	truth := openSummary(t, long, strategies).Results
	overRuns, overOperations := make([]int, len(truth)), make([]int, len(truth))
	for seed := range uint64(benchmarks) {
		a.Seed = 1_000 + seed
		for i, r := range openSummary(t, a, strategies).Results {
			count := func(n *int, in stat.Interval) {
				if rate := truth[i].ResolutionRate; in.Lo <= rate && rate <= in.Hi {
					*n++
				}
			}
			count(&overRuns[i], r.ResolutionInterval)
			count(&overOperations[i], stat.Wilson(r.Resolved, r.Operations))
		}
	}
	for i, r := range truth {
		t.Logf("| %s | %.1f | %.1f |", r.Strategy, 100*float64(overRuns[i])/benchmarks, 100*float64(overOperations[i])/benchmarks)
	}
}
