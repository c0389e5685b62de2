package exact

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// quarters are the thresholds of drawn graphs: few, so that all products of the
// cells between them can be looked at.
var quarters = []uint64{1 << 30, 3 << 30, 1 << 32, 0}

// graph draws the plan of a strategy as no router makes it: its steps branch and
// meet again, look at the roll of an outage at several attempts, and at another
// roll twice.
type graph struct {
	*rapid.T
	class scenario.Class
	steps []strategy.Step // each after the steps that it leads to
	met   map[met]strategy.Next
}

// met is what ways have in common where they meet.
type met struct {
	attempt int
	floor   uint64 // of the outage
	over    bool   // it is known to be over
}

const lastAttempt = 3

// call draws the attempt that follows, and all after it.
func (g *graph) call(at met) strategy.Next {
	if at.attempt > lastAttempt || rapid.SampledFrom([]bool{false, false, false, true}).Draw(g.T, "gives up") {
		return g.end()
	}
	known, ok := g.met[at]
	if ok && rapid.Bool().Draw(g.T, "ways meet") {
		return known
	}
	s := g.step(at.attempt, rapid.SampledFrom([]scenario.Roll{scenario.OutageRoll, scenario.RetryRoll, scenario.OutageRoll, scenario.RepairRoll, scenario.NoRoll}).Draw(g.T, "roll"))
	won, lost := at, at
	won.attempt++
	lost.attempt++
	switch {
	case s.Roll == scenario.OutageRoll && at.over:
		s.Roll, s.Threshold = scenario.NoRoll, 0
	case s.Roll == scenario.OutageRoll:
		s.Floor, s.Threshold = at.floor, max(s.Threshold, at.floor)
		s.StartMS = optional.Of[int64](0) // it is known beforehand
		lost.floor, won.over = s.Threshold, true
	}
	s.Then = g.end()
	if rapid.IntRange(0, 2).Draw(g.T, "goes on after a success") == 0 {
		s.Then = g.call(won)
	}
	s.Else = g.between(at.attempt, lost)
	g.met[at] = g.add(s)
	return g.met[at]
}

// between draws the events between a failed attempt and the next: none, one, or two that
// one roll decides.
func (g *graph) between(attempt int, next met) strategy.Next {
	switch rapid.IntRange(0, 3).Draw(g.T, "between") {
	case 0:
		s := g.step(attempt, scenario.CommitRoll)
		s.Then, s.Else = g.call(next), g.call(next)
		return g.add(s)
	case 1:
		first, second := g.step(attempt, scenario.AfterRepairRoll), g.step(attempt, scenario.AfterRepairRoll)
		second.Floor, second.Threshold = first.Threshold, max(first.Threshold, second.Threshold)
		second.Then, second.Else = g.call(next), g.call(next)
		first.Then, first.Else = g.call(next), g.add(second)
		return g.add(first)
	default:
		return g.call(next)
	}
}

func (g *graph) step(attempt int, roll scenario.Roll) strategy.Step {
	s := strategy.Step{Class: g.class, Attempt: attempt, Roll: roll}
	s.Action = rapid.SampledFrom([]strategy.Action{strategy.Retry, strategy.Repair, strategy.Replace, strategy.Authorize, strategy.Stop}).Draw(g.T, "action")
	if roll != scenario.NoRoll {
		s.Threshold = rapid.SampledFrom(quarters).Draw(g.T, "threshold")
	}
	return s
}

func (g *graph) end() strategy.Next {
	state := strategy.State(rapid.IntRange(0, strategy.NumStates-1).Draw(g.T, "state"))
	return strategy.Ends(state, rapid.Bool().Draw(g.T, "succeeded"))
}

func (g *graph) add(s strategy.Step) strategy.Next {
	g.steps = append(g.steps, s)
	return strategy.Next(len(g.steps) - 1)
}

// drawGraph draws a plan for two classes.
func drawGraph(t *rapid.T, a scenario.Assumptions) *strategy.Plan {
	g := &graph{T: t}
	p := &strategy.Plan{Kinds: scenario.Kinds(a)}
	for i, k := range p.Kinds {
		entry := strategy.Ends(strategy.StateBlocked, false)
		if g.class, _ = k.Class.Get(); i < 2 {
			g.met = map[met]strategy.Next{}
			if first := g.call(met{attempt: 2}); first >= 0 { // what fails is not resolved without a step
				entry = first
			}
		}
		p.Entry = append(p.Entry, entry)
	}
	turn := func(n strategy.Next) strategy.Next { // what leads to a step comes before it
		if n < 0 {
			return n
		}
		return strategy.Next(len(g.steps)-1) - n
	}
	slices.Reverse(g.steps)
	for i := range g.steps {
		g.steps[i].Then, g.steps[i].Else = turn(g.steps[i].Then), turn(g.steps[i].Else)
	}
	for i := range p.Entry {
		p.Entry[i] = turn(p.Entry[i])
	}
	p.Steps = g.steps
	return p
}

func drawGraphs(t *rapid.T, n int) (scenario.Thresholds, []*strategy.Plan) {
	a := scenario.Published()
	a.FailureRate = rapid.SampledFrom([]float64{0.25, 0.4, 1}).Draw(t, "failure rate")
	a.FailureMix = scenario.FailureMix{Transient: 1, Validation: rapid.SampledFrom([]float64{0, 3}).Draw(t, "validation")}
	var plans []*strategy.Plan
	for range n {
		plans = append(plans, drawGraph(t, a))
	}
	return a.Thresholds(), plans
}

// The expectations of any graph are the sums over all journeys.
func TestExpectationsOfGraphsAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans := drawGraphs(t, 1)
		visits, successes := make([]float64, len(plans[0].Steps)), make([]float64, len(plans[0].Steps))
		journeys(thresholds, plans, func(chance *big.Int, _ int, all []travelled) {
			share := chanceOf(course{chance: chance})
			for _, i := range all[0].visits {
				visits[i] += share
			}
			for _, i := range all[0].successes {
				successes[i] += share
			}
		})
		e := Expect(thresholds, plans[0], 1)
		for i, s := range plans[0].Steps {
			if off := max(e.Visits[i]-visits[i], visits[i]-e.Visits[i]); off > tolerance {
				t.Fatalf("step %d %+v: expected %v visits, enumerated %v", i, s, e.Visits[i], visits[i])
			}
			if off := max(e.Successes[i]-successes[i], successes[i]-e.Successes[i]); off > tolerance {
				t.Fatalf("step %d %+v: expected %v successes, enumerated %v", i, s, e.Successes[i], successes[i])
			}
		}
	})
}

// So are variances and covariances of metrics, of one graph and of two on the same rolls,
// the variance of each difference, and whether it is constant.
func TestMomentsOfGraphsAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans := drawGraphs(t, 2)
		all := courses(thresholds, plans)
		quantities := rapid.SampledFrom(append(quantitiesOf(plans), nothing))
		for range 8 {
			x, y := quantities.Draw(t, "x"), quantities.Draw(t, "y")
			for _, y := range []quantity{x, y} {
				want, _ := covariance(all, x.of, y.of).Float64()
				got, swapped := Covariance(thresholds, x.Quantity, y.Quantity), Covariance(thresholds, y.Quantity, x.Quantity)
				if off := max(got-want, want-got); off > tolerance || swapped != got {
					t.Fatalf("%v and %v: covariance %v, the other way round %v, enumerated %v", x.Metric, y.Metric, got, swapped, want)
				}
				difference := func(c course) int64 { return x.of(c) - y.of(c) }
				exactly := covariance(all, difference, difference)
				want, _ = exactly.Float64()
				if got := Variance(thresholds, x.Quantity, y.Quantity); max(got-want, want-got) > 4*tolerance {
					t.Fatalf("%v - %v: variance %v, enumerated %v", x.Metric, y.Metric, got, want)
				}
				if got := Constant(thresholds, x.Quantity, y.Quantity); got != (exactly.Sign() == 0) {
					t.Fatalf("%v - %v: constant %t, enumerated variance %v", x.Metric, y.Metric, got, want)
				}
			}
		}
	})
}
