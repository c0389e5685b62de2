package replay

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
)

// What is told of one operation is what is counted of all: the paths of the
// operations add up to the tally, with waits by chance too. A budget that operations
// share is beyond a path, so the tally is that of the strategy without.
func TestPathsAddUpToTheTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawModel(t), drawController(t)
		a.Operations = min(a.Operations, 50)
		s.Throttle = strategy.Throttle{}
		plans, tally := replayed(t, a, []strategy.Strategy{s}, Options{})
		p, tape := plans[0], scenario.NewTape(a)
		visits, successes := make([]int64, len(p.Steps)), make([]int64, len(p.Steps))
		ends := map[strategy.Metric]int64{}
		var waited int64
		var times []int64 // at which attempts resolved an operation
		for run := range a.Runs {
			for index := range a.Operations {
				op := tape.Operation(run+1, index)
				path := strategy.Follow(p, a, tape, op)
				ends[strategy.InState(path.Believed, path.Succeeded)]++
				if path.Outcome == strategy.OutcomeRecovered {
					times = append(times, path.EndMS)
				}
				countPath(p, op, path, visits, successes)
				for _, taken := range path.Steps {
					ms, _ := taken.WaitedMS.Get()
					waited += ms
				}
			}
		}
		if diff := cmp.Diff([][]int64{visits, successes}, [][]int64{tally.Plans[0].Visits, tally.Plans[0].Successes}); diff != "" {
			t.Fatalf("visits and successes (-followed +tallied):\n%s", diff)
		}
		for m, n := range ends {
			if got := strategy.Total(m, p, tally.Of(0)); got != n {
				t.Fatalf("%s: %d operations followed, %d tallied", m, n, got)
			}
		}
		if got := strategy.Total(strategy.WaitedMS, p, tally.Of(0)); got != waited {
			t.Fatalf("followed operations waited %d ms, %d are tallied", waited, got)
		}
		var tallied int64
		resolutions, _ := strategy.Resolutions(p, tally.Of(0))
		for _, r := range resolutions {
			tallied += r.Operations
		}
		if tallied != int64(len(times)) {
			t.Fatalf("%d followed operations were resolved by attempts, %d are tallied", len(times), tallied)
		}
	})
}

// countPath counts the steps of the plan that a path took.
func countPath(p *strategy.Plan, op scenario.Operation, path strategy.Path, visits, successes []int64) {
	kind, troubled := op.Kind.Get()
	if !troubled {
		return
	}
	next := p.Entry[slices.Index(p.Kinds, kind)]
	for _, taken := range path.Steps {
		i, _ := next.Step()
		s := &p.Steps[i]
		visits[i]++
		next = s.Else
		certain := s.Roll == scenario.NoRoll && s.Guard == strategy.NoGuard
		if succeeded, _ := taken.Succeeded.Get(); succeeded && !certain {
			successes[i]++
			next = s.Then
		}
	}
}

// A throttle changes nothing about a path but that it is told of as if no attempt
// were refused.
func TestPathsKnowNoThrottle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawModel(t), drawController(t)
		a.Operations = min(a.Operations, 50)
		s.Throttle = strategy.Throttle{MaxTokens: 1}
		throttled, err := strategy.Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		s.Throttle = strategy.Throttle{}
		free, err := strategy.Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		tape := scenario.NewTape(a)
		for index := range a.Operations {
			op := tape.Operation(1, index)
			got, want := strategy.Follow(throttled, a, tape, op), strategy.Follow(free, a, tape, op)
			attempts := len(got.Steps)
			got.Steps = slices.DeleteFunc(got.Steps, func(t strategy.Taken) bool {
				event, _ := t.Event.Get()
				return event == strategy.Refused.String()
			})
			if want.Unthrottled || got.Unthrottled != (len(got.Steps) < attempts) {
				t.Fatalf("unthrottled: %t with, %t without", got.Unthrottled, want.Unthrottled)
			}
			got.Unthrottled = false
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("operation %d (-without a throttle +with one):\n%s", index, diff)
			}
		}
	})
}
