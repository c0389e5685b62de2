package exact

import (
	"math"
	"slices"
	"testing"

	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// allTransient are assumptions under which nothing but transient failures happens.
func allTransient() scenario.Assumptions {
	a := scenario.Published()
	a.FailureRate, a.FailureMix = 1, scenario.FailureMix{Transient: 1}
	return a
}

// outageChain returns a plan of retries that one outage decides. They start after a number
// of quarters of its longest time.
func outageChain(quarters ...uint64) *strategy.Plan {
	spent := strategy.Ends(strategy.StateRetryable, false)
	p := &strategy.Plan{Kinds: scenario.Kinds(allTransient()), Entry: []strategy.Next{0, spent, spent, spent}}
	floor := uint64(0)
	for i, n := range quarters {
		p.Steps = append(p.Steps, strategy.Step{
			Action: strategy.Retry, Attempt: i + 2, StartMS: optional.Of(int64(i)),
			Roll: scenario.OutageRoll, Floor: floor, Threshold: n << 30,
			Then: strategy.Ends(strategy.StateResolved, true), Else: strategy.Next(i + 1),
		})
		floor = n << 30
	}
	p.Steps[len(p.Steps)-1].Else = spent
	return p
}

func TestOneOutageDecidesEveryAttempt(t *testing.T) {
	thresholds := allTransient().Thresholds()
	e := Expect(thresholds, outageChain(1, 2, 3), 8)
	if !slices.Equal(e.Visits, []float64{8, 6, 4}) || !slices.Equal(e.Successes, []float64{2, 2, 2}) {
		t.Errorf("visits %v, successes %v", e.Visits, e.Successes)
	}
	resolved := func(p *strategy.Plan) Quantity { return Quantity{p, strategy.Resolved} }
	for _, test := range []struct {
		what string
		x, y *strategy.Plan
		want float64 // chance that both resolve, less the product of the chances
	}{
		{"one plan, which resolves three in four", outageChain(1, 2, 3), nil, 0.75 - 0.75*0.75},
		{"who waits less resolves no more than who waits longer", outageChain(1, 3), outageChain(2), 0.5 - 0.75*0.5},
		{"attempts between those of the other change nothing", outageChain(1, 2, 3), outageChain(3), 0.75 - 0.75*0.75},
		{"who waits until the end resolves all", outageChain(1, 4), outageChain(1, 2), 0},
	} {
		if test.y == nil {
			test.y = test.x
		}
		if got := Covariance(thresholds, resolved(test.x), resolved(test.y)); got != test.want {
			t.Errorf("%s: covariance %v, want %v", test.what, got, test.want)
		}
	}
	x, y := outageChain(1, 3), outageChain(2, 3)
	if !Constant(thresholds, resolved(x), resolved(y)) || Constant(thresholds, Quantity{x, strategy.Retries}, Quantity{y, strategy.Retries}) {
		t.Error("both resolve the same operations, but not with as many retries")
	}
}

// Places at which ways meet are looked at once: a plan whose ways part and meet
// again at each of a hundred attempts has 2^100 of them.
func TestWaysThatMeetAreFollowedOnce(t *testing.T) {
	ladder := func(threshold uint64) *strategy.Plan {
		p := outageChain(1)
		p.Steps = nil
		for i := range strategy.Next(100) {
			p.Steps = append(p.Steps,
				strategy.Step{Action: strategy.Retry, Attempt: int(i) + 2, Roll: scenario.RetryRoll, Threshold: 1 << 31, Then: strategy.Ends(strategy.StateResolved, true), Else: 3*i + 1},
				strategy.Step{Action: strategy.Repair, Attempt: int(i) + 2, Roll: scenario.CommitRoll, Threshold: threshold, Then: 3*i + 2, Else: 3*i + 3},
				strategy.Step{Action: strategy.Replace, Attempt: int(i) + 2, Then: 3*i + 3, Else: 3*i + 3})
		}
		p.Steps = append(p.Steps, strategy.Step{Then: -1, Else: -1})
		return p
	}
	x, y := Quantity{ladder(1 << 30), strategy.Replacements}, Quantity{ladder(3 << 30), strategy.Replacements}
	// Retries go on n times with chance 2^-n: replacements are a part of a number
	// of mean 1 and variance 2, and one roll decides both plans'.
	for _, test := range []struct {
		x, y Quantity
		want float64
	}{{x, x, 1./4*(3./4) + 2./16}, {y, y, 3./4*(1./4) + 2*9./16}, {x, y, 1./4*(1./4) + 2*3./16}} {
		if got := Covariance(allTransient().Thresholds(), test.x, test.y); math.Abs(got-test.want) > tolerance {
			t.Errorf("covariance %v, want %v", got, test.want)
		}
	}
	if Constant(allTransient().Thresholds(), x, y) {
		t.Error("the difference is constant")
	}
}

func TestWhatHasNoClosedFormIsRefused(t *testing.T) {
	fine := outageChain(1, 2)
	fine.Steps[0].Wait = strategy.Wait{Lo: 1, Hi: 9, Cap: 9} // time decides nothing behind it
	fine.Steps[0].Roll, fine.Steps[0].StartMS = scenario.RetryRoll, optional.Value[int64]{}
	if err := Refuse(fine, outageChain(1)); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*strategy.Step){
		"an outage that a random wait may outlast": func(s *strategy.Step) { s.StartMS = optional.Value[int64]{} },
		"a deadline that a random wait may miss":   func(s *strategy.Step) { s.Guard = strategy.OnTime },
		"a budget that operations share":           func(s *strategy.Step) { s.Guard = strategy.Affordable },
	} {
		p := outageChain(1, 2)
		p.Strategy.Name = "unsure"
		change(&p.Steps[1])
		want = `strategy "unsure", attempt 3 after a transient failure: ` + want + " has no closed form; use a replay"
		if err := Refuse(fine, p); err == nil || err.Error() != want {
			t.Errorf("found %v, want %s", err, want)
		}
		if Has(p, strategy.Attempts) || !Has(p, strategy.TransientFailures) {
			t.Errorf("%s: closed forms of attempts %v, of failures %v", want, Has(p, strategy.Attempts), Has(p, strategy.TransientFailures))
		}
	}
	if !Has(fine, strategy.Attempts) || Has(fine, strategy.WaitedMS) || !Has(outageChain(1), strategy.WaitedMS) {
		t.Error("only waits at random have no closed form")
	}
	both := outageChain(1, 2)
	both.Steps[0].Guard, both.Steps[1].Guard = strategy.OnTime, strategy.Affordable
	if o := ObstacleOf(both); o != SharedBudget {
		t.Errorf("the gravest obstacle is %q", o)
	}
}
