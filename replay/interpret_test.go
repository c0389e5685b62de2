package replay

import (
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// Whatever is assumed and whatever strategies are like, lanes and walkers count
// what a plain interpreter of the plans does: see [interpret].
func TestReplayAgreesWithAnInterpreter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawModel(t)
		plans, tally := replayed(t, a, rapid.SliceOfN(rapid.Custom(drawController), 1, 4).Draw(t, "controllers"), Options{Workers: 2})
		var all []*interpreted
		for i, p := range plans {
			want := interpret(a, p)
			all = append(all, want)
			if diff := cmp.Diff(want.tally(p), tally.Plans[i]); diff != "" {
				t.Fatalf("plan %d (-interpreted +replayed):\n%s", i, diff)
			}
			if got := strategy.Total(strategy.WaitedMS, p, tally.Of(i)); got != want.waited {
				t.Fatalf("plan %d: waited %d ms, want %d", i, got, want.waited)
			}
			checkResolutions(t, want, p, tally.Of(i))
			checkTimings(t, want, p.Timings(a))
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
		if diff := cmp.Diff(all[0].kinds, tally.Kinds); diff != "" {
			t.Fatalf("kinds (-interpreted +replayed):\n%s", diff)
		}
	})
}

// checkResolutions compares the time of every operation that was resolved.
func checkResolutions(t *rapid.T, want *interpreted, p *strategy.Plan, tally strategy.Tally[int64]) {
	slices.Sort(want.times)
	shown := slices.Clone(want.times)
	if p.WaitsAtRandom() {
		for i, ms := range shown {
			shown[i] = roundedUp(ms)
		}
	}
	var times []int64
	resolutions, known := strategy.Resolutions(p, tally)
	for _, r := range resolutions {
		times = append(times, slices.Repeat([]int64{r.MS}, int(r.Operations))...)
	}
	if diff := cmp.Diff(shown, times); diff != "" || !known || tally.Failed(p) != want.failures {
		t.Fatalf("%d failed, want %d; times (-interpreted +replayed):\n%s", tally.Failed(p), want.failures, diff)
	}
}

// checkTimings holds every attempt against what is known of it beforehand.
func checkTimings(t *rapid.T, did *interpreted, known []strategy.Timing) {
	for _, made := range did.attempts {
		is := known[made.step]
		if made.wait < is.Wait.Lo || made.wait > is.Wait.Hi || made.end < is.End.Lo || made.end > is.End.Hi {
			t.Fatalf("%+v is not within %+v", made, is)
		}
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

// interpreted is what a plain interpreter counts of one plan.
type interpreted struct {
	kinds, visits, successes []int64
	resolved, failed         []int64 // by run
	times                    []int64 // of the operations that an attempt resolved
	attempts                 []made
	waited                   int64
	failures                 int64
}

// made is an attempt.
type made struct {
	step      int
	wait, end int64 // in ms
}

func (n *interpreted) tally(p *strategy.Plan) PlanTally {
	t := PlanTally{
		Visits: n.visits, Successes: n.successes,
		MinResolved: slices.Min(n.resolved), MaxResolved: slices.Max(n.resolved),
	}
	if p.WaitsAtRandom() {
		t.WaitedMS = n.waited
		for _, ms := range n.times {
			t.Times.count(ms)
		}
	}
	return t
}

// interpret takes one operation after the other through a plan, with every roll
// read from the tape where it is needed.
func interpret(a scenario.Assumptions, p *strategy.Plan) *interpreted {
	tape := scenario.NewTape(a)
	n := &interpreted{
		kinds: make([]int64, len(p.Kinds)), visits: make([]int64, len(p.Steps)), successes: make([]int64, len(p.Steps)),
		resolved: make([]int64, a.Runs), failed: make([]int64, a.Runs),
	}
	for run := range a.Runs {
		purse := newPurse(p.Strategy.Throttle, a.ArrivalRate)
		for index := range a.Operations {
			op := tape.Operation(run+1, index)
			if op.Failed {
				n.failures++
			}
			kind := -1
			if k, troubled := op.Kind.Get(); troubled {
				kind = slices.Index(p.Kinds, k)
				n.kinds[kind]++
			}
			purse.begin(index)
			if kind < 0 || p.Kinds[kind].Distortion == scenario.FailureAsSuccess {
				purse.succeeded()
			} else {
				purse.failed()
			}
			if kind < 0 || n.operation(a, p, tape, op, p.Entry[kind], purse, &n.failed[run]) {
				n.resolved[run]++
			}
			purse.end()
		}
	}
	return n
}

// operation follows an operation and reports whether it was resolved.
func (n *interpreted) operation(a scenario.Assumptions, p *strategy.Plan, tape *scenario.Tape, op scenario.Operation, next strategy.Next, purse *purse, lost *int64) bool {
	end, before := a.LatencyMS.Call, int64(-1)
	for i, more := next.Step(); more; i, more = next.Step() {
		s := p.Steps[i]
		n.visits[i]++
		wait := waitOf(s, tape, op, before)
		var happens bool
		switch {
		case s.Guard == strategy.OnTime:
			for _, deadline := range []optional.Value[int64]{a.DeadlineMS, p.Strategy.DeadlineMS} {
				ms, bounded := deadline.Get()
				happens = happens || bounded && end+wait >= ms
			}
		case s.Guard == strategy.Affordable:
			happens = !purse.pays()
		case s.Event == strategy.NoEvent && !s.Action.Attempt():
			purse.final()
		case s.Roll == scenario.OutageRoll:
			happens = a.OutageMS.Duration(tape.Roll(op, s.Roll, 1)) <= end+wait
		case s.Roll != scenario.NoRoll:
			happens = fraction(tape.Roll(op, s.Roll, s.Attempt)) < scenario.Probability(s.Threshold)
		}
		if s.Action.Attempt() {
			n.waited += wait
			before, end = wait, end+wait+s.LatencyMS
			n.attempts = append(n.attempts, made{i, wait, end})
			if happens {
				purse.succeeded()
			} else {
				purse.failed()
				*lost++
			}
		}
		if next = s.Else; happens {
			n.successes[i]++
			next = s.Then
		}
	}
	state, succeeded, _ := next.End()
	if state != strategy.StateResolved || !succeeded {
		return false
	}
	n.times = append(n.times, end)
	return true
}

// waitOf returns the wait before the attempt that a step is about.
func waitOf(s strategy.Step, tape *scenario.Tape, op scenario.Operation, before int64) int64 {
	lo, hi := s.Wait.Lo, s.Wait.Hi
	if s.Wait.Decorrelated && before < 0 {
		before = lo
	}
	if s.Wait.Decorrelated {
		hi = max(lo, 3*before)
	}
	if s.Attempt < 2 {
		return 0
	}
	choices := new(big.Int).Mul(big.NewInt(int64(tape.Roll(op, scenario.JitterRoll, s.Attempt))), big.NewInt(hi-lo+1))
	return min(s.Wait.Cap, lo+choices.Rsh(choices, 32).Int64())
}

// purse is a budget as a list of what was given and taken, and a fraction.
type purse struct {
	throttle strategy.Throttle
	rate     float64
	second   int64
	entries  []entry
	tokens   *big.Rat
	debt     *big.Rat // of the last call
}

type entry struct {
	second int64
	amount float64
}

func newPurse(t strategy.Throttle, rate float64) *purse {
	return &purse{throttle: t, rate: rate, tokens: big.NewRat(t.MaxTokens, 1), debt: new(big.Rat)}
}

func (p *purse) begin(index int64) {
	p.second = int64(float64(index*1000)/p.rate) / 1000
	p.entries = append(p.entries, entry{p.second, float64(p.throttle.SharePercent)})
}

func (p *purse) succeeded() { p.debt.SetFrac64(-p.throttle.RatioPercent, 100); p.end() }
func (p *purse) failed()    { p.end(); p.debt.SetInt64(1) }
func (p *purse) final()     { p.debt.SetInt64(0) }

// end settles what the last call owes, or is owed.
func (p *purse) end() {
	p.tokens.Sub(p.tokens, p.debt)
	p.debt.SetInt64(0)
	if most := big.NewRat(p.throttle.MaxTokens, 1); p.tokens.Cmp(most) > 0 {
		p.tokens.Set(most)
	}
	if p.tokens.Sign() < 0 {
		p.tokens.SetInt64(0)
	}
}

func (p *purse) pays() bool {
	p.end()
	if p.throttle.MaxTokens > 0 && p.tokens.Cmp(big.NewRat(p.throttle.MaxTokens, 2)) <= 0 {
		return false
	}
	if p.throttle.SharePercent == 0 && p.throttle.ReservePerS == 0 {
		return true
	}
	left := float64(1000 * p.throttle.ReservePerS)
	for _, e := range p.entries {
		if e.second > p.second-10 {
			left += e.amount
		}
	}
	if left < 100 {
		return false
	}
	p.entries = append(p.entries, entry{p.second, -100})
	return true
}
