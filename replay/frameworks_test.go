package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// fate is what becomes of every failure of a class.
type fate struct {
	attempts int64 // to recover
	state    strategy.State
}

// fates has, for each framework, the fate of a transient, a validation, a permission
// and a not_found failure, where five recovery attempts are allowed, a repair always
// helps, and nothing else does.
func fates() map[string][scenario.NumClasses]fate {
	repaired := fate{1, strategy.StateResolved}
	partial := func(n int64) fate { return fate{n, strategy.StatePartial} }
	crashed := func(n int64) fate { return fate{n, strategy.StateCrashed} }
	spent, stopped := fate{5, strategy.StateRetryable}, fate{0, strategy.StateBlocked}
	return map[string][scenario.NumClasses]fate{
		"langgraph-default":          {crashed(0), repaired, crashed(0), crashed(0)},
		"langgraph-true":             {partial(0), repaired, partial(0), partial(0)},
		"langgraph-false":            {crashed(0), crashed(0), crashed(0), crashed(0)},
		"langgraph-node-retry":       {crashed(2), repaired, crashed(0), crashed(0)},
		"langgraph-default-js":       {partial(0), repaired, partial(0), partial(0)},
		"langchain-no-middleware":    {crashed(0), repaired, crashed(0), crashed(0)},
		"langchain-retry-errors":     {partial(0), repaired, partial(0), partial(0)},
		"langchain-errors-retry":     {partial(3), repaired, partial(3), partial(3)},
		"langchain-defaults":         {spent, repaired, spent, spent},
		"langchain-no-middleware-js": {partial(0), repaired, partial(0), partial(0)},
		"langchain-errors-retry-js":  {partial(3), {4, strategy.StateResolved}, partial(3), partial(3)},
		"langchain-defaults-js":      {partial(2), {3, strategy.StateResolved}, partial(2), partial(2)},
		"openai-agents-default":      {spent, repaired, spent, crashed(0)},
		"openai-agents-return":       {spent, repaired, spent, spent},
		"openai-agents-default-js":   {spent, spent, spent, crashed(0)},
		"openai-agents-return-js":    {spent, spent, spent, spent},
		"ai-sdk-default":             {stopped, stopped, stopped, stopped},
		"needle":                     {spent, repaired, spent, spent},
		"typed-tool-failure":         {partial(0), partial(0), partial(0), partial(0)},
	}
}

// Where chance has nothing to decide but which operations fail, and how, every count
// of a framework is a sum over the classes: failures of the class times its fate.
func TestCountsOfFrameworksAreSumsOverTheClasses(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.RecoveryAttempts, a.RetrySuccess = 3, 5, 0
	a.RepairSuccess = scenario.RepairSuccess{Message: 1, Code: 1, Field: 1, Hint: 1, Misled: 1}
	plans, tally := replayed(t, a, frameworks(t), Options{})
	if len(plans) != len(fates()) {
		t.Errorf("%d strategies, and the fates of %d", len(plans), len(fates()))
	}
	for i, p := range plans {
		of, known := fates()[p.Strategy.Name]
		if !known {
			t.Errorf("the fates of %s are unknown", p.Strategy.Name)
			continue
		}
		want := map[strategy.Metric]int64{strategy.Attempts: tally.Operations}
		inState := map[strategy.State]int64{strategy.StateResolved: tally.Operations}
		for class, f := range of {
			failures := tally.Kinds[class]
			want[strategy.Attempts] += failures * f.attempts
			want[strategy.RecoveryAttempts] += failures * f.attempts
			want[strategy.FailedRecoveries] += failures * f.attempts
			inState[strategy.StateResolved] -= failures
			if inState[f.state] += failures; f.state == strategy.StateResolved {
				want[strategy.FailedRecoveries] -= failures
			}
		}
		want[strategy.Resolved] = inState[strategy.StateResolved]
		for s := range strategy.State(strategy.NumStates) {
			want[strategy.InState(s, s == strategy.StateResolved)] = inState[s]
		}
		got := map[strategy.Metric]int64{}
		for m := range want {
			got[m] = strategy.Total(m, p, tally.Of(i))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-by hand +counted):\n%s", p.Strategy.Name, diff)
		}
	}
}

// frameworks returns the strategies of the family.
func frameworks(t *testing.T) []strategy.Strategy {
	t.Helper()
	found, err := catalog.Choose("frameworks")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Other strategies on the tape change no number of the published ones.
func TestFrameworksChangeNothingOfThePublished(t *testing.T) {
	a := scenario.Published()
	a.Runs = 20
	alone, want := replayed(t, a, catalog.Published(), Options{})
	plans, got := replayed(t, a, append(catalog.Published(), frameworks(t)...), Options{})
	for i, p := range alone {
		if diff := cmp.Diff(p.Steps, plans[i].Steps); diff != "" {
			t.Errorf("steps of %s (-alone +beside):\n%s", p.Strategy.Name, diff)
		}
		if diff := cmp.Diff(want.Of(i), got.Of(i)); diff != "" {
			t.Errorf("counts of %s (-alone +beside):\n%s", p.Strategy.Name, diff)
		}
	}
}
