package report

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// Quantiles agree with the quantiles of a list of all operations that failed, in the order
// of their times.
func TestQuantilesAgreeWithASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		phantom, failed := scenario.Kind{}, scenario.HonestKind(scenario.Transient)
		p := &strategy.Plan{Kinds: []scenario.Kind{phantom}}
		tally := strategy.Tally[int64]{Operations: rapid.Int64Range(20, 300).Draw(t, "at once"), Kinds: []int64{20}}
		var times []float64
		for range rapid.IntRange(0, 6).Draw(t, "attempts") {
			start, latency := rapid.Int64Range(50, 60).Draw(t, "start"), rapid.Int64Range(0, 3).Draw(t, "latency")
			won := rapid.Int64Range(0, 20).Draw(t, "won")
			p.Steps = append(p.Steps, strategy.Step{Action: strategy.Retry, StartMS: optional.Of(start), LatencyMS: latency})
			tally.Successes = append(tally.Successes, won)
			tally.Operations += won
			p.Kinds, tally.Kinds = append(p.Kinds, failed), append(tally.Kinds, won)
			times = append(times, slices.Repeat([]float64{float64(start + latency)}, int(won))...)
		}
		never := rapid.Int64Range(0, 20).Draw(t, "never")
		tally.Operations += never
		p.Kinds, tally.Kinds = append(p.Kinds, failed), append(tally.Kinds, never)
		times = append(times, slices.Repeat([]float64{math.Inf(1)}, int(never))...)
		slices.Sort(times)
		got := quantilesOf(p, tally)
		for _, r := range got.ranks() {
			want := math.NaN()
			if n := len(times); n > 0 {
				want = times[(n*int(r.percent)+99)/100-1]
			}
			if found := *r.value; found.Defined() != stat.Number(want).Defined() || found.Defined() && float64(found) != want {
				t.Fatalf("%s: %v of %v, want %v", r.key, found, times, want)
			}
		}
	})
}

// A plan whose waits chance decides has the times that were counted, or none.
func TestRandomTimesAreCountedOrUnknown(t *testing.T) {
	p := &strategy.Plan{Kinds: []scenario.Kind{scenario.HonestKind(scenario.Transient)}, Steps: []strategy.Step{{Action: strategy.Retry, Wait: strategy.Wait{Hi: 9, Cap: 9}}}}
	tally := strategy.Tally[int64]{Operations: 10, Kinds: []int64{5}, Visits: []int64{5}, Successes: []int64{4}}
	if q := quantilesOf(p, tally); q.Rule != unknownRule || q.P50.Defined() {
		t.Errorf("%+v of times that nobody knows", q)
	}
	if waited := strategy.Total(strategy.WaitedMS, p, tally); waited != 0 {
		t.Errorf("waited %d ms, as nobody counted", waited)
	}
	tally.WaitedMS = 31
	if waited := strategy.Total(strategy.WaitedMS, p, tally); waited != 31 {
		t.Errorf("waited %d ms of 31", waited)
	}
	tally.Times = []strategy.Resolution[int64]{{MS: 12, Operations: 4}}
	if q := quantilesOf(p, tally); q.P50 != 12 || q.P90.Defined() || q.P95.Defined() || q.Rule != roundedRule {
		t.Errorf("%+v of 4 after 12 ms and 1 never", q)
	}
}
