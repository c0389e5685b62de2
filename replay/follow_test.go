package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
)

// What is shown of one operation is what is counted of all: the paths of the
// operations add up to the tally.
func TestPathsAddUpToTheTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = min(a.Operations, 50)
		plans, tally := replayed(t, a, drawStrategies(t, 1, 3), Options{})
		tape := scenario.NewTape(a)
		for i, p := range plans {
			want := newPlanAccount()
			outcomes := map[strategy.Outcome]int64{}
			for run := range a.Runs {
				for index := range a.Operations {
					op := tape.Operation(run+1, index)
					path := strategy.Follow(p, tape, op)
					outcomes[path.Outcome]++
					class, _ := op.Class.Get()
					for k, s := range path.Steps {
						count(want.Visits, place{class, k + 2}, 1)
						if succeeded, _ := s.Succeeded.Get(); succeeded {
							count(want.Successes, place{class, k + 2}, 1)
						}
					}
				}
			}
			got := accountOf(plans, tally).Plans[i]
			if diff := cmp.Diff([]map[place]int64{want.Visits, want.Successes}, []map[place]int64{got.Visits, got.Successes}); diff != "" {
				t.Fatalf("visits and successes (-followed +tallied):\n%s", diff)
			}
			resolved, escalated := outcomes[strategy.OutcomeFirstCall]+outcomes[strategy.OutcomeRecovered], outcomes[strategy.OutcomeEscalated]
			if resolved != got.Metrics[strategy.Resolved] || escalated != got.Metrics[strategy.Escalated] || outcomes[strategy.OutcomeStopped] != got.Metrics[strategy.Stops] {
				t.Fatalf("outcomes %v, metrics %v", outcomes, got.Metrics)
			}
		}
	})
}
