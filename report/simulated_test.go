package report

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/replay"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// simulated returns the summary of a whole simulation of the named strategies,
// the published ones where none is named.
func simulated(t rapid.TB, a scenario.Assumptions, names ...string) Summary {
	t.Helper()
	return interrupted(t, a, a.Runs, names...)
}

// interrupted returns the summary of a simulation of which the first runs are
// there.
func interrupted(t rapid.TB, a scenario.Assumptions, runs int64, names ...string) Summary {
	t.Helper()
	plans := plansOf(t, a, names...)
	s, err := Summarize(a, plans, tallyOf(t, a, plans, runs))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// expected returns the summary of the closed form of all strategies.
func expected(t rapid.TB, a scenario.Assumptions) Summary {
	t.Helper()
	s, err := Expect(a, plansOf(t, a))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plansOf compiles the named strategies, all of them where none is named.
func plansOf(t rapid.TB, a scenario.Assumptions, names ...string) []*strategy.Plan {
	t.Helper()
	strategies := catalog.Published()
	if names != nil {
		var err error
		if strategies, err = catalog.Find(names); err != nil {
			t.Fatal(err)
		}
	}
	plans, err := strategy.CompileAll(strategies, a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

// tallyOf replays the first runs, which may be none.
func tallyOf(t rapid.TB, a scenario.Assumptions, plans []*strategy.Plan, runs int64) *replay.Tally {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	if runs == 0 {
		cancel()
	} else {
		a.Runs = runs
	}
	tally := replay.Run(ctx, a, plans, replay.Options{Workers: 1})
	cancel()
	if tally.Complete != (runs > 0) || tally.Runs != runs {
		t.Fatalf("%d runs, complete: %t, want %d", tally.Runs, tally.Complete, runs)
	}
	return tally
}

// onCounter returns the published assumptions on counter/v2 with the given number of runs.
func onCounter(runs int64) scenario.Assumptions {
	a := scenario.Published()
	a.Stream, a.Runs = rng.CounterV2, runs
	return a.Relabel()
}

// kinds are summaries of every kind.
func kinds(t rapid.TB) map[string]Summary {
	t.Helper()
	noFailure := scenario.Published()
	noFailure.FailureRate = 0
	return map[string]Summary{
		"published":            simulated(t, scenario.Published()),
		"interrupted":          interrupted(t, onCounter(60), 7),
		"interrupted at once":  interrupted(t, onCounter(60), 0),
		"one run":              simulated(t, onCounter(1)),
		"no failure":           simulated(t, noFailure.Relabel()),
		"one strategy":         simulated(t, scenario.Published(), "code-only"),
		"strategies reordered": simulated(t, scenario.Published(), "actionable-envelope", "generic-message"),
		"exact":                expected(t, scenario.Published()),
		"exact, no failure":    expected(t, noFailure.Relabel()),
		"all at once":          simulated(t, allAtOnce(t)),
		"exact, all at once":   expected(t, allAtOnce(t)),
	}
}

// allAtOnce are assumptions of everything that the published benchmark does not
// know.
func allAtOnce(t rapid.TB) scenario.Assumptions {
	t.Helper()
	p, err := scenario.FindPreset("adversarial")
	if err != nil {
		t.Fatal(err)
	}
	a := p.Assumptions
	a.TransientModel, a.OutageMS, a.DeadlineMS = scenario.Outage, scenario.OutageMS{Min: 100, Max: 900}, optional.Of[int64](1_000)
	a.LatencyMS = scenario.LatencyMS{Call: 100, Retry: 300, Repair: 1_000}
	a.AfterRepair = 0.5
	a.Cost = scenario.Cost{Tokens: scenario.Prices{Attempt: 100, Repair: 40}, USD: scenario.Prices{Attempt: 0.1, Escalation: 3}}
	return a.Relabel()
}

// Whoever makes a summary, it claims no preset whose values it does not have.
func TestASummaryClaimsNoPresetThatItIsNot(t *testing.T) {
	a := scenario.Published()
	a.Runs = 2
	plans := plansOf(t, a)
	tally := replay.Run(context.Background(), a, plans, replay.Options{})
	simulated, err := Summarize(a, plans, tally)
	if err != nil {
		t.Fatal(err)
	}
	expected, err := Expect(a, plans)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Summary{simulated, expected} {
		if got := s.Assumptions.Name; got != "published (changed)" {
			t.Errorf("%s is called %q", s.Engine, got)
		}
	}
}
