package strategy

import (
	"fmt"
	"hash/fnv"
	"slices"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

// drawAssumptions draws assumptions of all that there is, of few kinds, and with
// times that are short and apt to be the same.
func drawAssumptions(t *rapid.T) scenario.Assumptions {
	chance := func(label string) float64 {
		return rapid.OneOf(rapid.SampledFrom([]float64{0, 1, 0.5}), rapid.Float64Range(0, 1)).Draw(t, label)
	}
	ms := func(label string) int64 { return 5 * rapid.Int64Range(0, 8).Draw(t, label) }
	maybe := func(label string) (v optional.Value[int64]) {
		if rapid.Bool().Draw(t, label+" is there") {
			v = optional.Of(3 * ms(label))
		}
		return v
	}
	a := scenario.Published()
	a.Stream = rapid.SampledFrom(rng.Streams()).Draw(t, "stream")
	a.Seed, a.Runs, a.Operations = rapid.Uint64Range(0, 1<<20).Draw(t, "seed"), 1, 40
	a.FailureRate = rapid.SampledFrom([]float64{0.5, 0.95}).Draw(t, "fails")
	a.RecoveryAttempts = rapid.Int64Range(0, 6).Draw(t, "attempts")
	a.RetrySuccess, a.ReplaceSuccess = chance("retry"), chance("replace")
	a.RepairSuccess = scenario.RepairSuccess{Message: chance("message"), Code: chance("code"), Field: chance("field"), Hint: chance("hint"), Misled: chance("misled")}
	a.TransientModel = rapid.SampledFrom([]scenario.TransientModel{scenario.Coin, scenario.Outage}).Draw(t, "model")
	a.OutageMS.Min = ms("shortest")
	a.OutageMS.Max = a.OutageMS.Min + 1 + 4*ms("longer")
	a.RetryAfterMS, a.DeadlineMS = maybe("retry after"), maybe("deadline")
	a.LatencyMS = scenario.LatencyMS{Call: ms("call"), Retry: ms("retry takes"), Repair: ms("repair takes"), Replace: ms("replace takes")}
	a.AfterRepair, a.CommitOnFailure = chance("after repair"), chance("commit")
	a.FailureMix = scenario.FailureMix{Transient: chance("transient"), Validation: 1, Permission: chance("permission"), NotFound: 0.1 + chance("not found")}
	a.Risk = scenario.RiskMix{ReadOnly: chance("reads"), IdempotentWrite: 0.1 + chance("writes"), Destructive: chance("destroys")}
	a.ServerHonoursKey, a.RepairTakesNewKey = rapid.Bool().Draw(t, "honours"), rapid.Bool().Draw(t, "new key")
	drawDistortions(t, &a)
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return a
}

// drawDistortions draws at most three rates.
func drawDistortions(t *rapid.T, a *scenario.Assumptions) {
	fields := slices.DeleteFunc(scenario.Fields(), func(f scenario.Field) bool { return f.Path()[0] != "distortions" })
	for range rapid.IntRange(0, 3).Draw(t, "distortions") {
		f := rapid.SampledFrom(fields).Draw(t, "distortion")
		*f.Pointer(a).(*float64) = rapid.SampledFrom([]float64{0.1, 0.3}).Draw(t, "rate")
	}
	a.Distortions.SuccessAsFailure = rapid.SampledFrom([]float64{0, 0, 0.8}).Draw(t, "phantoms")
}

func drawStrategy(t *rapid.T) Strategy {
	s := Strategy{
		Name:       "drawn",
		Contract:   contract.Contract{Reveals: contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))},
		Router:     drawRouter(t),
		Backoff:    drawBackoff(t),
		Waits:      WaitPolicy{Honoured: rapid.Bool().Draw(t, "honours waits")},
		WriteGuard: WriteGuard(rapid.Uint8Range(0, 3).Draw(t, "guard")),
		Layers:     drawRuntime(t),
	}
	if rapid.Bool().Draw(t, "says one thing") {
		s.Contract.Words = contract.OneMessage(rapid.SampledFrom([]string{"", "no"}).Draw(t, "text"))
	}
	if rapid.Bool().Draw(t, "has a budget") {
		s.Budget = optional.Of(rapid.IntRange(0, 6).Draw(t, "budget"))
	}
	if rapid.Bool().Draw(t, "has a deadline") {
		s.DeadlineMS = optional.Of(15 * rapid.Int64Range(0, 8).Draw(t, "own deadline"))
	}
	if rapid.Bool().Draw(t, "waits so long") {
		s.Waits.LongestMS = optional.Of(5 * rapid.Int64Range(0, 24).Draw(t, "longest"))
	}
	return s
}

// drawRouter draws a router that answers by the code and the attempt, by the
// error, or by all that it has seen, and that gives up seldom.
func drawRouter(t *rapid.T) Router {
	salt := rapid.Uint64().Draw(t, "router")
	by := rapid.SampledFrom([]func(Question) any{
		func(q Question) any { return []any{q.Error.Code, q.Attempt} },
		func(q Question) any { return q.Error },
		func(q Question) any { return q },
	}).Draw(t, "by")
	answers := []Action{Retry, Retry, Retry, Retry, Repair, Repair, Repair, Repair, Replace, Replace, Stop, Authorize, Proceed, Crash}
	delays := rapid.SampledFrom([]int64{0, 0, 7, 40}).Draw(t, "delays")
	return answering(func(q Question) Answer {
		h := fnv.New64a()
		fmt.Fprint(h, salt, by(q))
		a := Answer{Action: answers[h.Sum64()%uint64(len(answers))]}
		if a.Action.Attempt() && h.Sum64()>>32%2 == 0 {
			a.DelayMS = delays
		}
		return a
	})
}

// answering is a router that delays attempts.
type answering func(Question) Answer

func (r answering) Name() string { return "drawn" }

func (r answering) Route(q Question) (Answer, error) { return r(q), nil }

// drawRuntime draws layers, none half of the time.
func drawRuntime(t *rapid.T) (r Layers) {
	if !rapid.Bool().Draw(t, "has a runtime") {
		return nil
	}
	codes := []string{contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound}
	verdict := func(label string) Verdict { return Verdict(rapid.Uint8Range(0, 1).Draw(t, label)) }
	for range rapid.IntRange(1, 3).Draw(t, "layers") {
		r = append(r, Layer{
			Codes:   rapid.SliceOfDistinct(rapid.SampledFrom(codes), rapid.ID).Draw(t, "own"),
			Retries: rapid.IntRange(0, 2).Draw(t, "retries"),
			Backoff: drawBackoff(t),
			Waits:   WaitPolicy{Honoured: rapid.Bool().Draw(t, "layer honours waits")},
			Spent:   verdict("spent"), Others: verdict("others"),
		})
	}
	return r
}

func drawBackoff(t *rapid.T) Backoff {
	b := Backoff{
		InitialMS:     5 * rapid.Int64Range(0, 6).Draw(t, "initial"),
		FactorPercent: rapid.SampledFrom([]int64{100, 150, 200, 333}).Draw(t, "factor"),
		Jitter: Jitter{
			Kind:    rapid.SampledFrom([]JitterKind{NoJitter, NoJitter, NoJitter, Full, Equal, Decorrelated, Spread, Added}).Draw(t, "jitter"),
			Percent: rapid.Int64Range(0, 100).Draw(t, "percent"),
			MS:      rapid.Int64Range(0, 20).Draw(t, "more"),
		},
	}
	if rapid.Bool().Draw(t, "is capped") {
		b.CapMS = optional.Of(rapid.Int64Range(0, 60).Draw(t, "cap"))
	}
	return b
}
