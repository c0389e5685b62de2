package strategy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// The invariants beside the fields, whatever is assumed.
func TestAnyPlanKeepsItsInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawAssumptions(t), drawStrategy(t)
		s.Throttle.MaxTokens = rapid.Int64Range(0, 1).Draw(t, "tokens")
		s.Throttle.ReservePerS = rapid.Int64Range(0, 1).Draw(t, "reserve")
		a.LatencyMS.Call++
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.Kinds, scenario.Kinds(a)) || len(p.Entry) != len(p.Kinds) {
			t.Fatalf("%d entries of %d kinds", len(p.Entry), len(p.Kinds))
		}
		if slices.Contains(p.Entry, resolved) {
			t.Fatalf("a failure ends in success: %v", p.Entry)
		}
		checkOrder(t, p)
		checkLive(t, p)
		for i := range p.Steps {
			s := &p.Steps[i]
			_, sure := s.StartMS.Get()
			switch {
			case s.Threshold > 1<<32 || s.Floor > s.Threshold && s.Threshold > 0,
				s.Roll == scenario.NoRoll && s.Threshold != 0,
				s.Roll != scenario.NoRoll && s.Guard != NoGuard,
				s.Event != NoEvent && s.Action != Stop,
				!s.resolves() && (sure || s.LatencyMS != 0),
				s.Event != NoEvent && s.resolves() && (!sure || s.LatencyMS != a.LatencyMS.Call),
				!s.attempts() && s.Roll == scenario.NoRoll && s.Guard == NoGuard && s.Then != s.Else,
				s.Event == NoEvent && !s.attempts() && s.Else >= 0,
				s.Guard == Affordable && s.Event != Refused || s.Guard == OnTime && s.Event != TooLate,
				s.Event == Unconfirmed && p.Kinds[s.Kind].Risk != scenario.Destructive,
				s.Event == Duplicates && p.Kinds[s.Kind].Risk == scenario.ReadOnly:
				t.Fatalf("step %d: %+v", i, s)
			}
		}
	})
}

// checkLive refuses what no step looks at, and misses what one does.
func checkLive(t rapid.TB, p *Plan) {
	t.Helper()
	some := func(looks func(s *Step) bool) bool {
		return slices.ContainsFunc(p.Steps, func(s Step) bool { return looks(&s) })
	}
	affordable := some(func(s *Step) bool { return s.Guard == Affordable })
	for _, c := range []struct {
		there, looks bool
	}{
		{p.Live.CallMS > 0, some(func(s *Step) bool { return s.Guard == OnTime || s.attempts() && s.StartMS.IsZero() })},
		{p.Live.OutageMS.Max > 0, some((*Step).Timed)},
		{p.Live.DeadlineMS > 0, p.Live.DeadlineMS > 0 && some(func(s *Step) bool { return s.Guard == OnTime })},
		{p.Live.Throttle != (Throttle{}), affordable},
		{p.Live.ArrivalRate > 0, affordable && p.Live.Throttle.CountsSeconds()},
	} {
		if c.there != c.looks {
			t.Fatalf("%+v", p.Live)
		}
	}
}

// checkOrder refuses a step that leads back, or that nothing leads to.
func checkOrder(t rapid.TB, p *Plan) {
	t.Helper()
	led := make([]bool, len(p.Steps))
	lead := func(from int, n Next) {
		if i, more := n.Step(); more {
			if i <= from || i >= len(p.Steps) {
				t.Fatalf("step %d of %d leads to %d", from, len(p.Steps), i)
			}
			led[i] = true
		}
	}
	for _, n := range p.Entry {
		lead(-1, n)
	}
	for i, s := range p.Steps {
		if led[i] {
			lead(i, s.Then)
			lead(i, s.Else)
		}
	}
	if i := slices.Index(led, false); i >= 0 {
		t.Fatalf("nothing leads to step %d of %d", i, len(p.Steps))
	}
}

// Ways that meet are one way: three attempts more cost steps, not powers of steps.
func TestWaysMeetAgain(t *testing.T) {
	a := scenario.Published()
	a.CommitOnFailure, a.Risk = 0.5, scenario.RiskMix{IdempotentWrite: 1}
	var steps []int
	for _, a.RecoveryAttempts = range []int64{10, 20, 30} {
		p, err := Compile(Strategy{Router: Table{Rows: []Row{{Action: Retry}}}}, a)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, len(p.Steps))
	}
	if steps[2]-steps[1] != steps[1]-steps[0] || steps[0] > 500 {
		t.Errorf("%d steps with 10, 20 and 30 attempts", steps)
	}
}

// A router that tells histories apart, where an attempt may fail in ways that it
// sees: the plan ends where it gets too large, with one error in one line, and no
// question is asked then.
func TestAPlanThatIsTooLargeIsRefused(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts, a.AfterRepair, a.CommitOnFailure = 100, 0.5, 0.5
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}
	for _, f := range scenario.Fields() {
		if strings.HasPrefix(f.Key, "distortions.") {
			*f.Pointer(&a).(*float64) = 0.05
		}
	}
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	var r counting
	p, err := Compile(Strategy{Name: "large", Contract: contract.ActionableEnvelope(), Router: &r}, a)
	want := fmt.Sprintf("strategy large: the plan needs more than 65536 steps, after %d questions to the router; lower recovery_attempts, or use a router that distinguishes fewer errors", r)
	if p != nil || err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
}

// counting is a router that repairs whatever fails, and counts what it is asked.
type counting int

func (r *counting) Name() string { return "counting" }
func (r *counting) Route(Question) (Answer, error) {
	*r++
	return Answer{Action: Repair}, nil
}

// A deadline, an outage and a wait that are certain are worked out beforehand;
// chance leaves them to the run.
func TestTimeIsWorkedOutWhereItIsSure(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	a.TransientModel, a.OutageMS = scenario.Outage, scenario.OutageMS{Min: 0, Max: 99}
	a.LatencyMS = scenario.LatencyMS{Call: 10, Retry: 10}
	a.DeadlineMS = optional.Of[int64](80)
	s := Strategy{Router: Table{Rows: []Row{{Action: Retry}}}, Backoff: Backoff{InitialMS: 10, FactorPercent: 200}}
	p, err := Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	steps := chain(p, scenario.Transient)
	for i, start := range []int64{20, 50} { // 10 + 10, 20 + 10 + 20
		if got := steps[i].StartMS; got != optional.Of(start) || steps[i].Threshold != a.OutageMS.Threshold(start) || steps[i].Timed() {
			t.Errorf("attempt %d starts at %v ms and succeeds below %d", i+2, got, steps[i].Threshold)
		}
	}
	if steps[1].Floor != steps[0].Threshold || len(steps) != 3 || steps[2].Event != TooLate || steps[2].Guard != NoGuard {
		t.Errorf("floor %d above the threshold %d; then %+v", steps[1].Floor, steps[0].Threshold, steps[2:])
	}

	s.Backoff.Jitter.Kind = Full
	if p, err = Compile(s, a); err != nil {
		t.Fatal(err)
	}
	steps = chain(p, scenario.Transient) // of the three attempts the last can start at 100 ms
	if late, tried := steps[2], steps[3]; len(steps) != 4 || late.Guard != OnTime || late.Wait != tried.Wait || !tried.Timed() || tried.futile() || !tried.StartMS.IsZero() {
		t.Errorf("%d steps: %+v and %+v", len(steps), late, tried)
	}
}

// Where no wait can reach the deadline nothing is asked while operations run. The
// latest starts by hand: calls take 10 ms, and full waits are up to 10, 20 and 40
// ms, decorrelated ones up to 30, 90 and 100.
func TestOnlyADeadlineThatAWaitCanReachIsAGuard(t *testing.T) {
	for _, test := range []struct {
		jitter JitterKind
		starts []int64
	}{
		{Full, []int64{20, 50, 100}},
		{Decorrelated, []int64{40, 140, 250}},
	} {
		for i, start := range test.starts {
			for _, within := range []int64{0, 1} {
				a := scenario.Published()
				a.RecoveryAttempts, a.LatencyMS = 3, scenario.LatencyMS{Call: 10, Retry: 10}
				a.DeadlineMS = optional.Of(start + within)
				s := Strategy{Router: Table{Rows: []Row{{Action: Retry}}}}
				s.Backoff = Backoff{InitialMS: 10, FactorPercent: 200, CapMS: optional.Of[int64](100), Jitter: Jitter{Kind: test.jitter}}
				p, err := Compile(s, a)
				if err != nil {
					t.Fatal(err)
				}
				want := int64(len(test.starts)-i) - within
				got := int64(0)
				for _, step := range chain(p, scenario.Transient) {
					if step.Guard == OnTime {
						got++
					}
				}
				if got != want || (want > 0) != (p.Live.DeadlineMS > 0) {
					t.Errorf("jitter %d, deadline %d ms: %d guards, want %d; live %+v", test.jitter, start+within, got, want, p.Live)
				}
			}
		}
	}
}

// What a call with a key has done once is not done again, and is sure to succeed:
// nothing follows a failure of it.
func TestAReplayedCallIsSureToSucceed(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts, a.Risk, a.CommitOnFailure, a.ServerHonoursKey = 2, scenario.RiskMix{IdempotentWrite: 1}, 0.5, true
	p, err := Compile(Strategy{Router: Table{Rows: []Row{{Action: Retry}}}, WriteGuard: UseKey}, a)
	if err != nil {
		t.Fatal(err)
	}
	replays := 0
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Event == Duplicates {
			t.Errorf("step %d is an effect twice", i)
		}
		if s.attempts() && s.Then == s.Else {
			replays++
			if s.Then != resolved || s.Threshold != 1<<32 || s.futile() || s.byChance() {
				t.Errorf("step %d: %+v", i, s)
			}
		}
	}
	if replays == 0 {
		t.Error("nothing is replayed")
	}
}

// With whatever else is assumed, what a plan makes of other chances is what they
// compile to.
func TestChancesCanBeChangedInAnyPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawAssumptions(t), drawStrategy(t)
		other, chance := a, rapid.Float64Range(0, 1)
		other.Seed, other.FailureRate = 1, chance.Draw(t, "fails")
		other.RetrySuccess, other.ReplaceSuccess = chance.Draw(t, "retry"), chance.Draw(t, "replace")
		for _, p := range []*float64{&other.RepairSuccess.Message, &other.RepairSuccess.Code, &other.RepairSuccess.Field, &other.RepairSuccess.Hint, &other.RepairSuccess.Misled} {
			*p = chance.Draw(t, "repair")
		}
		for _, p := range []*float64{&other.CommitOnFailure, &other.Distortions.AllRetryable, &other.Risk.Destructive} {
			if *p > 0 {
				*p = rapid.Float64Range(0.01, 0.3).Draw(t, "of what there is")
			}
		}
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Compile(s, other)
		if err != nil {
			t.Fatal(err)
		}
		p.Rethreshold(other)
		if !slices.Equal(want.Steps, p.Steps) || !slices.Equal(p.Entry, want.Entry) {
			t.Fatalf("rethresholded steps %+v, compiled %+v", p.Steps, want.Steps)
		}
	})
}
