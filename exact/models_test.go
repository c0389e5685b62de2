package exact

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/replay"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Wherever there is a closed form, a replay agrees with it in every count and every
// metric, with all of the model switched on: time, outages, deadlines, changes of
// class, distortions, side effects.
//
// A correct program fails with a chance below 1e-6: there are at most 9,999
// comparisons, each of which fails with at most 1e-10, and the seeds are frozen. An
// operation visits a step once at most, so that visits and successes are binomial;
// metrics are held to Bernstein's inequality, as in checkMetrics.
func TestReplaysOfModelsAgree(t *testing.T) {
	refused, compared := 0, 0
	for seed := range 24 {
		m := rapid.Custom(drawModel).Example(seed)
		m.a.Seed = uint64(seed)
		if Refuse(m.plan) != nil {
			refused++
			continue
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			tally := replay.Run(context.Background(), m.a, []*strategy.Plan{m.plan}, replay.Options{})
			compared += m.checkCounts(t, tally.Of(0)) + m.checkMetrics(t, tally.Of(0))
		})
	}
	if compared < 1000 || compared > 9_999 || refused > 12 {
		t.Errorf("%d comparisons, and %d models refused", compared, refused)
	}
}

// model is assumptions and a plan under them.
type model struct {
	a    scenario.Assumptions
	plan *strategy.Plan
}

// checkCounts holds kinds, visits and successes to the tails of the binomial
// distribution, and returns how many there are.
func (m model) checkCounts(t *testing.T, got strategy.Tally[int64]) (n int) {
	t.Helper()
	mean := Expect(m.a.Thresholds(), m.plan, got.Operations)
	check := func(what string, counted int64, mean float64) {
		t.Helper()
		n++
		k, b := float64(counted), distuv.Binomial{N: float64(got.Operations), P: mean / float64(got.Operations)}
		switch {
		case mean == 0:
			if k != 0 {
				t.Errorf("%s: counted %d of what never happens", what, counted)
			}
		case b.P < 1 && min(b.CDF(k), b.Survival(k-1)) < improbable/2:
			t.Errorf("%s: counted %d, expected %.3f", what, counted, mean)
		}
	}
	for i, kind := range m.plan.Kinds {
		check(fmt.Sprint("kind ", kind), got.Kinds[i], mean.Kinds[i])
	}
	for i, s := range m.plan.Steps {
		what := fmt.Sprintf("step %d, %v %v of %v at attempt %d: ", i, s.Event, s.Action, s.Class, s.Attempt)
		check(what+"visits", got.Visits[i], mean.Visits[i])
		check(what+"successes", got.Successes[i], mean.Successes[i])
	}
	return n
}

// checkMetrics holds every metric to Bernstein's inequality, and returns how many
// there are. The waited time has no closed form where chance decides waits.
func (m model) checkMetrics(t *testing.T, got strategy.Tally[int64]) (n int) {
	t.Helper()
	thresholds, operations := m.a.Thresholds(), float64(got.Operations)
	mean := Expect(thresholds, m.plan, got.Operations)
	for _, metric := range strategy.Metrics() {
		most := float64(m.a.RecoveryAttempts + 1)
		if metric == strategy.WaitedMS {
			most = float64(m.plan.MostWaitMS())
			if slices.ContainsFunc(m.plan.Steps, func(s strategy.Step) bool { return s.Wait.Random() }) {
				continue
			}
		}
		n++
		q := Quantity{m.plan, metric}
		counted, expected := float64(strategy.Total(metric, m.plan, got)), strategy.Total(metric, m.plan, mean)
		l := math.Log(2 / improbable)
		h := most*l/3 + math.Sqrt(most*most*l*l/9+2*l*operations*Covariance(thresholds, q, q))
		if Constant(thresholds, q, Quantity{}) {
			h = 1e-12 * operations * max(1, most) // the rounding of the expectation
		}
		if math.Abs(counted-expected) > h {
			t.Errorf("%v: counted %v, expected %v within %v", metric, counted, expected, h)
		}
	}
	return n
}

// drawModel draws 200,000 operations, most of which fail, and a strategy that
// seldom gives up.
func drawModel(t *rapid.T) model {
	chance := rapid.SampledFrom([]float64{0, 0.1, 0.4, 0.8, 1})
	ms := rapid.Map(rapid.Int64Range(0, 8), func(n int64) int64 { return 5 * n })
	maybe := func(label string, scale int64) (v optional.Value[int64]) {
		if rapid.Bool().Draw(t, "has "+label) {
			v = optional.Of(scale * ms.Draw(t, label))
		}
		return v
	}
	a := scenario.Published()
	a.Stream, a.Runs, a.Operations = rng.CounterV2, 20, 10_000
	a.FailureRate = rapid.SampledFrom([]float64{0.5, 0.9}).Draw(t, "failure rate")
	a.FailureMix.Transient, a.FailureMix.Validation = 2, rapid.SampledFrom([]float64{0.5, 2}).Draw(t, "validation")
	a.RecoveryAttempts = rapid.Int64Range(2, 4).Draw(t, "attempts")
	a.RetrySuccess, a.ReplaceSuccess = chance.Draw(t, "retry"), chance.Draw(t, "replace")
	a.RepairSuccess = scenario.RepairSuccess{Message: 0.1, Code: 0.2, Field: 0.3, Hint: 0.4, Misled: 0.05}
	a.TransientModel = rapid.SampledFrom([]scenario.TransientModel{scenario.Coin, scenario.Outage}).Draw(t, "model")
	a.OutageMS.Min = ms.Draw(t, "shortest")
	a.OutageMS.Max = a.OutageMS.Min + 1 + 4*ms.Draw(t, "longer")
	a.RetryAfterMS, a.DeadlineMS = maybe("retry after", 1), maybe("deadline", 8)
	a.LatencyMS = scenario.LatencyMS{Call: ms.Draw(t, "call"), Retry: ms.Draw(t, "retry takes"), Repair: ms.Draw(t, "repair takes"), Replace: 7}
	a.AfterRepair = chance.Draw(t, "after repair")
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: chance.Draw(t, "writes"), Destructive: chance.Draw(t, "destroys")}
	a.CommitOnFailure = rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "commit")
	a.ServerHonoursKey, a.RepairTakesNewKey = rapid.Bool().Draw(t, "honours"), rapid.Bool().Draw(t, "new key")
	rates := slices.DeleteFunc(scenario.Fields(), func(f scenario.Field) bool { return f.Path()[0] != "distortions" })
	for range rapid.IntRange(0, 2).Draw(t, "distortions") {
		*rapid.SampledFrom(rates).Draw(t, "distortion").Pointer(&a).(*float64) = 0.2
	}
	plans, err := strategy.CompileAll([]strategy.Strategy{drawPersistent(t, ms)}, a)
	if err != nil {
		t.Fatal(err)
	}
	return model{a, plans[0]}
}

// drawPersistent draws a strategy whose answers depend on all that it sees.
func drawPersistent(t *rapid.T, ms *rapid.Generator[int64]) strategy.Strategy {
	answers := slices.Concat(
		slices.Repeat([]strategy.Action{strategy.Retry, strategy.Repair}, 6),
		[]strategy.Action{strategy.Replace, strategy.Stop, strategy.Authorize, strategy.Proceed, strategy.Crash},
	)
	salt := rapid.Uint64().Draw(t, "router")
	s := strategy.Strategy{
		Name: "persistent", Contract: contract.ActionableEnvelope(),
		Router: strategy.Func("drawn", func(q strategy.Question) strategy.Action {
			h := fnv.New64a()
			fmt.Fprint(h, salt, q)
			return answers[h.Sum64()%uint64(len(answers))]
		}),
		Backoff:    strategy.Backoff{InitialMS: ms.Draw(t, "initial"), FactorPercent: 150},
		Waits:      strategy.WaitPolicy{Honoured: rapid.Bool().Draw(t, "honours waits")},
		WriteGuard: strategy.WriteGuard(rapid.Uint8Range(0, 3).Draw(t, "guard")),
	}
	if rapid.IntRange(0, 3).Draw(t, "jitters") == 0 {
		s.Backoff.Jitter.Kind = strategy.Full
	}
	return s
}
