package replay

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
)

// Every strategy meets the same rolls, so one more changes none of the others'
// counts, nor the products of their pairs.
func TestAnotherStrategyChangesNoOthersTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		few := drawStrategies(t, 1, 3)
		at := rapid.IntRange(0, len(few)).Draw(t, "place")
		more := slices.Insert(slices.Clone(few), at, drawStrategy(t))
		_, want := replayed(t, a, few, Options{})
		_, got := replayed(t, a, more, Options{})
		if diff := cmp.Diff(want.Plans, slices.Delete(slices.Clone(got.Plans), at, at+1)); diff != "" {
			t.Fatalf("tallies (-without +with):\n%s", diff)
		}
		if !slices.Equal(want.Kinds, got.Kinds) {
			t.Fatalf("failures %d without, %d with", want.Kinds, got.Kinds)
		}
		moved := func(i int) int {
			if i >= at {
				return i + 1
			}
			return i
		}
		for i := range few {
			for j := range few {
				if want.Resolved.At(i, j).Cmp(got.Resolved.At(moved(i), moved(j))) != 0 || want.Failed.At(i, j).Cmp(got.Failed.At(moved(i), moved(j))) != 0 {
					t.Fatalf("the products of pair (%d, %d) changed", i, j)
				}
			}
		}
	})
}

// Strategies read the rolls of a class in common, but at different attempts:
// one that begins with what cannot help still has all operations before it
// where the others have lost some.
func TestStrategiesAtDifferentAttemptsShareNoRolls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.FailureRate, a.FailureMix = 0.9, scenario.FailureMix{Transient: 1}
		a.RetrySuccess, a.RecoveryAttempts = 0.5, 4
		// Replacing a transient failure cannot help.
		action := rapid.SampledFrom([]strategy.Action{strategy.Retry, strategy.Replace})
		var all []strategy.Strategy
		for range rapid.IntRange(2, 5).Draw(t, "strategies") {
			var c changing
			for range a.RecoveryAttempts {
				c = append(c, strategy.Table{Rows: []strategy.Row{{Action: action.Draw(t, "action")}}})
			}
			all = append(all, strategy.Strategy{Name: "drawn", Router: c})
		}
		_, together := replayed(t, a, all, Options{})
		for i, s := range all {
			_, alone := replayed(t, a, []strategy.Strategy{s}, Options{})
			if diff := cmp.Diff(alone.Plans[0], together.Plans[i]); diff != "" {
				t.Fatalf("strategy %d (-alone +together):\n%s", i, diff)
			}
		}
	})
}
