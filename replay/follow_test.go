package replay

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
)

// Whatever is assumed and whatever strategies are like, lanes and walkers count what
// [strategy.Follow] does with one operation after the other, as far as the budget that
// operations share allows.
func TestPathsAddUpToTheTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawModel(t)
		plans, tally := replayed(t, a, rapid.SliceOfN(rapid.Custom(drawController), 1, 4).Draw(t, "controllers"), Options{Workers: 2})
		var all []*followed
		for i, p := range plans {
			f := follow(t, a, p)
			all = append(all, f)
			if diff := cmp.Diff(f.tally(p), tally.Plans[i]); diff != "" {
				t.Fatalf("plan %d (-followed +tallied):\n%s", i, diff)
			}
			for m, n := range f.metrics {
				if got := strategy.Total(m, p, tally.Of(i)); got != n {
					t.Fatalf("plan %d, %s: %d followed, %d tallied", i, m, n, got)
				}
			}
			f.checkResolutions(t, p, tally.Of(i))
		}
		if diff := cmp.Diff(all[0].kinds, tally.Kinds); diff != "" {
			t.Fatalf("kinds (-followed +tallied):\n%s", diff)
		}
		for i := range all {
			for j := range all {
				if got, want := tally.Resolved.At(i, j).String(), dot(all[i].resolved, all[j].resolved); got != want {
					t.Fatalf("resolved products of %d and %d: %s, want %s", i, j, got, want)
				}
				if got, want := tally.Failed.At(i, j).String(), dot(all[i].failed, all[j].failed); got != want {
					t.Fatalf("failed products of %d and %d: %s, want %s", i, j, got, want)
				}
			}
		}
	})
}

// followed is what the paths of all operations add up to.
type followed struct {
	kinds, visits, successes []int64
	resolved, failed         []int64 // by run
	metrics                  map[strategy.Metric]int64
	times                    []int64 // at which attempts resolved an operation
	failures                 int64
}

// follow takes all operations through a plan.
func follow(t rapid.TB, a scenario.Assumptions, p *strategy.Plan) *followed {
	t.Helper()
	f := &followed{
		kinds: make([]int64, len(p.Kinds)), visits: make([]int64, len(p.Steps)), successes: make([]int64, len(p.Steps)),
		resolved: make([]int64, a.Runs), failed: make([]int64, a.Runs),
		metrics: map[strategy.Metric]int64{strategy.WaitedMS: 0},
	}
	tape, timings := scenario.NewTape(a), p.Timings(a)
	for run := range a.Runs {
		purse := newPurse(p.Strategy.Throttle, a.ArrivalRate)
		for index := range a.Operations {
			op := tape.Operation(run+1, index)
			if op.Failed {
				f.failures++
			}
			purse.begin(index)
			kind, troubled := op.Kind.Get()
			if !troubled || kind.Distortion == scenario.FailureAsSuccess {
				purse.succeeded()
			} else {
				purse.failed()
			}
			end := strategy.Ends(strategy.StateResolved, true)
			if path := strategy.Follow(p, a, tape, op); troubled {
				end = f.add(t, p, slices.Index(p.Kinds, kind), path, timings, purse, run)
			}
			purse.end()
			state, succeeded, ended := end.End()
			if !ended {
				t.Fatalf("operation %+v goes on after its path", op)
			}
			f.metrics[strategy.InState(state, succeeded)]++
			if state == strategy.StateResolved && succeeded {
				f.resolved[run]++
			}
		}
	}
	return f
}

// add adds a path, up to the attempt that the purse refuses, and returns where it ends.
func (f *followed) add(t rapid.TB, p *strategy.Plan, kind int, path strategy.Path, timings []strategy.Timing, purse *purse, run int64) strategy.Next {
	f.kinds[kind]++
	next := p.Entry[kind]
	for _, taken := range path.Steps {
		i, _ := next.Step()
		s := &p.Steps[i]
		f.visits[i]++
		succeeded, _ := taken.Succeeded.Get()
		switch {
		case s.Guard == strategy.Affordable:
			succeeded = !purse.pays()
		case s.Action.Attempt():
			wait, _ := taken.WaitedMS.Get()
			end, _ := taken.EndedMS.Get()
			f.metrics[strategy.WaitedMS] += wait
			if is := timings[i]; wait < is.Wait.Lo || wait > is.Wait.Hi || end < is.End.Lo || end > is.End.Hi {
				t.Fatalf("an attempt waits %d ms and ends at %d ms, outside %+v", wait, end, is)
			}
			if succeeded {
				purse.succeeded()
			} else {
				purse.failed()
				f.failed[run]++
			}
		case s.Event == strategy.NoEvent:
			purse.final()
		case s.Roll == scenario.NoRoll && s.Guard == strategy.NoGuard:
			succeeded = false // an event that is certain is not counted as a success
		}
		if next = s.Else; succeeded {
			f.successes[i]++
			next = s.Then
		}
		if s.Guard == strategy.Affordable && succeeded {
			return next
		}
	}
	if next == strategy.Ends(strategy.StateResolved, true) {
		f.times = append(f.times, path.EndMS)
	}
	return next
}

func (f *followed) tally(p *strategy.Plan) PlanTally {
	t := PlanTally{
		Visits: f.visits, Successes: f.successes,
		MinResolved: slices.Min(f.resolved), MaxResolved: slices.Max(f.resolved),
	}
	if p.WaitsAtRandom() {
		t.WaitedMS = f.metrics[strategy.WaitedMS]
		for _, ms := range f.times {
			t.Times.count(ms)
		}
	}
	return t
}

// checkResolutions compares the time of every operation that an attempt resolved.
func (f *followed) checkResolutions(t *rapid.T, p *strategy.Plan, tally strategy.Tally[int64]) {
	slices.Sort(f.times)
	want := slices.Clone(f.times)
	if p.WaitsAtRandom() {
		for i, ms := range want {
			want[i] = roundedUp(ms)
		}
	}
	var times []int64
	resolutions, known := strategy.Resolutions(p, tally)
	for _, r := range resolutions {
		times = append(times, slices.Repeat([]int64{r.MS}, int(r.Operations))...)
	}
	if diff := cmp.Diff(want, times); diff != "" || !known || tally.Failed(p) != f.failures {
		t.Fatalf("%d failed, want %d; times (-followed +tallied):\n%s", tally.Failed(p), f.failures, diff)
	}
}

// roundedUp returns the last time of the same bucket.
func roundedUp(ms int64) int64 {
	width := int64(1)
	for ms >= 4096*width {
		width *= 2
	}
	return ms/width*width + width - 1
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
