package gate

import (
	"context"

	"pgregory.net/rapid"

	"errbench/replay"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// onCounter returns the published assumptions on counter/v2.
func onCounter(seed uint64, runs int64) scenario.Assumptions {
	a := scenario.Published()
	a.Stream, a.Seed, a.Runs = rng.CounterV2, seed, runs
	return a.Relabel()
}

func plansOf(t rapid.TB, a scenario.Assumptions) []*strategy.Plan {
	t.Helper()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

func tallyOf(t rapid.TB, a scenario.Assumptions, plans []*strategy.Plan) *replay.Tally {
	t.Helper()
	tally := replay.Run(context.Background(), a, plans, replay.Options{Workers: 1})
	return tally
}

// simulatedBy returns the summary of plans, which other assumptions may have made.
func simulatedBy(t rapid.TB, a scenario.Assumptions, plans []*strategy.Plan) report.Summary {
	t.Helper()
	s, err := report.Summarize(a, plans, tallyOf(t, a, plans))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func simulated(t rapid.TB, a scenario.Assumptions) report.Summary {
	t.Helper()
	return simulatedBy(t, a, plansOf(t, a))
}

func judge(t rapid.TB, baseline, current report.Summary, o Options) Outcome {
	t.Helper()
	out, err := Judge(baseline, current, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
