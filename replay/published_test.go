package replay

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// figures are the counts of one strategy.
type figures struct {
	Resolved, Attempts, Failed, Permanent int64 // published, Resolved as a rate
	Futile, Escalated, Stops              int64 // derived
}

func figuresOf(p *strategy.Plan, t strategy.Tally[int64]) figures {
	return figures{
		Resolved:  strategy.Total(strategy.Resolved, p, t),
		Attempts:  strategy.Total(strategy.Attempts, p, t),
		Failed:    strategy.Total(strategy.FailedRecoveries, p, t),
		Permanent: strategy.Total(strategy.PermanentRecoveries, p, t),
		Futile:    strategy.Total(strategy.FutileRecoveries, p, t),
		Escalated: strategy.Total(strategy.Escalated, p, t),
		Stops:     strategy.Total(strategy.Stops, p, t),
	}
}

// publishedFailures are the failures of the published tape by class.
var publishedFailures = [scenario.NumClasses]int64{1239, 1135, 1261, 1188}

// publishedFigures are in the order of the published strategies.
var publishedFigures = []figures{
	{Resolved: 8047, Attempts: 16823, Failed: 3953, Permanent: 2449, Futile: 3584},
	{Resolved: 8546, Attempts: 14374, Failed: 1005, Stops: 2449},
	{Resolved: 9064, Attempts: 14374, Failed: 487, Escalated: 1261, Stops: 1188},
}

// Every count that was published, and all that follow from the recovered
// generator, to the last one.
func TestThePublishedCounts(t *testing.T) {
	checkCounts(t, scenario.Published(), publishedFailures, publishedFigures)
}

// The rates as the article prints them.
func TestThePublishedRates(t *testing.T) {
	plans, tally := replayed(t, scenario.Published(), catalog.Published(), Options{})
	want := []string{"67.1 % 1.402", "71.2 % 1.198", "75.5 % 1.198"}
	var failed []float64
	for i, p := range plans {
		f := figuresOf(p, tally.Of(i))
		got := fmt.Sprintf("%.1f %% %.3f", 100*float64(f.Resolved)/12000, float64(f.Attempts)/12000)
		if got != want[i] {
			t.Errorf("%s: %s, want %s", p.Strategy.Name, got, want[i])
		}
		failed = append(failed, float64(f.Failed))
	}
	if reduction := fmt.Sprintf("%.1f %%", 100*(1-failed[2]/failed[0])); reduction != "87.7 %" {
		t.Errorf("failed attempts are cut by %s, want 87.7 %%", reduction)
	}
}

// The same assumptions on counter/v2: nothing published, but frozen with the
// stream.
func TestTheCounterPresetIsFrozen(t *testing.T) {
	preset, err := scenario.FindPreset("published-counter")
	if err != nil {
		t.Fatal(err)
	}
	checkCounts(t, preset.Assumptions, [...]int64{1200, 1199, 1251, 1193}, []figures{
		{Resolved: 8002, Attempts: 16843, Failed: 3998, Permanent: 2444, Futile: 3643},
		{Resolved: 8558, Attempts: 14399, Failed: 998, Stops: 2444},
		{Resolved: 9089, Attempts: 14399, Failed: 467, Escalated: 1251, Stops: 1193},
	})
}

func checkCounts(t *testing.T, a scenario.Assumptions, failures [scenario.NumClasses]int64, want []figures) {
	t.Helper()
	plans, tally := replayed(t, a, catalog.Published(), Options{})
	if tally.Runs != 60 || tally.Operations != 12000 || !slices.Equal(tally.Kinds, failures[:]) {
		t.Errorf("%d runs, %d operations, failures %d; want 60, 12000, %d", tally.Runs, tally.Operations, tally.Kinds, failures)
	}
	var got []figures
	for i, p := range plans {
		got = append(got, figuresOf(p, tally.Of(i)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}
