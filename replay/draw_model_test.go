package replay

import (
	"slices"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// drawModel draws valid assumptions that include everything the article does not have, with
// many failures and short or long times.
func drawModel(t *rapid.T) scenario.Assumptions {
	a := drawAssumptions(t)
	a.FailureRate = rapid.SampledFrom([]float64{0.3, 0.7, 1}).Draw(t, "failure rate")
	a.FailureMix.Transient += a.FailureMix.Validation + a.FailureMix.Permission + a.FailureMix.NotFound
	a.RetrySuccess, a.RepairSuccess.Hint = min(a.RetrySuccess, 0.6), min(a.RepairSuccess.Hint, 0.6)
	a.RecoveryAttempts = rapid.Int64Range(1, 5).Draw(t, "more attempts")
	longest := rapid.SampledFrom([]int64{4, 4, 30, 9000}).Draw(t, "longest time")
	ms := func(label string) int64 { return rapid.Int64Range(0, longest).Draw(t, label) }
	maybe := func(label string) (v optional.Value[int64]) {
		if rapid.Bool().Draw(t, "has "+label) {
			v = optional.Of(5 * ms(label))
		}
		return v
	}
	a.TransientModel = rapid.SampledFrom([]scenario.TransientModel{scenario.Coin, scenario.Outage}).Draw(t, "model")
	a.OutageMS.Max = 1 + 5*ms("longest outage")
	a.OutageMS.Min = min(a.OutageMS.Max, ms("shortest outage")/2)
	a.RetryAfterMS, a.DeadlineMS = maybe("retry after"), maybe("deadline")
	a.LatencyMS = scenario.LatencyMS{Call: ms("call"), Retry: ms("retry"), Repair: ms("repair"), Replace: ms("replace")}
	a.ArrivalRate = rapid.SampledFrom([]float64{1e-6, 0.3, 1, 2, 2, 7, 1e6}).Draw(t, "arrivals")
	if rapid.Bool().Draw(t, "classes change") && a.FailureMix.Transient+a.FailureMix.Permission+a.FailureMix.NotFound > 0 {
		a.AfterRepair = drawChance(t)
	}
	if rapid.Bool().Draw(t, "writes") {
		a.Risk = scenario.RiskMix{ReadOnly: drawChance(t), IdempotentWrite: 0.1 + drawChance(t), Destructive: drawChance(t)}
		a.CommitOnFailure = drawChance(t)
		a.ServerHonoursKey, a.RepairTakesNewKey = rapid.Bool().Draw(t, "honours keys"), rapid.Bool().Draw(t, "new key")
	}
	rates := slices.DeleteFunc(scenario.Fields(), func(f scenario.Field) bool { return f.Path()[0] != "distortions" })
	for range rapid.IntRange(0, 3).Draw(t, "distortions") {
		*rapid.SampledFrom(rates).Draw(t, "distortion").Pointer(&a).(*float64) = rapid.SampledFrom([]float64{0.1, 0.3}).Draw(t, "rate")
	}
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return a
}

// drawController draws a built-in strategy, or one that may wait, guard writes and share a
// budget among operations.
func drawController(t *rapid.T) strategy.Strategy {
	if rapid.IntRange(0, 3).Draw(t, "built in") == 0 {
		return rapid.SampledFrom(catalog.Builtin()).Draw(t, "strategy")
	}
	s := drawStrategy(t)
	if rapid.Bool().Draw(t, "is stubborn") {
		s.Budget, s.Router = optional.Value[int]{}, strategy.Table{Title: "stubborn", Rows: []strategy.Row{
			{Code: optional.Of(contract.CodeTransient), Action: strategy.Retry},
			{Code: optional.Of(contract.CodePermission), Action: strategy.Stop},
			{Action: strategy.Repair},
		}}
	}
	if rapid.Bool().Draw(t, "waits") {
		s.Backoff = drawBackoff(t)
	}
	if rapid.Bool().Draw(t, "gives up after a while") {
		s.DeadlineMS = optional.Of(rapid.Int64Range(0, 100).Draw(t, "own deadline"))
	}
	s.Waits.Honoured = rapid.Bool().Draw(t, "honours waits")
	if rapid.Bool().Draw(t, "not for long") {
		s.Waits.LongestMS = optional.Of(rapid.Int64Range(0, 30).Draw(t, "longest wait"))
	}
	s.WriteGuard = strategy.WriteGuard(rapid.Uint8Range(0, 3).Draw(t, "write guard"))
	s.Throttle = drawThrottle(t)
	return s
}

// drawThrottle draws a bucket, a window, both or neither.
func drawThrottle(t *rapid.T) (throttle strategy.Throttle) {
	if rapid.Bool().Draw(t, "has a bucket") {
		throttle.MaxTokens = rapid.Int64Range(1, 12).Draw(t, "tokens")
		throttle.RatioPercent = rapid.Int64Range(0, 150).Draw(t, "ratio")
	}
	if rapid.Bool().Draw(t, "has a window") {
		throttle.SharePercent = rapid.SampledFrom([]int64{0, 3, 20, 100, 250}).Draw(t, "share")
		throttle.ReservePerS = rapid.SampledFrom([]int64{0, 0, 1, 3}).Draw(t, "reserve")
	}
	return throttle
}

func drawBackoff(t *rapid.T) strategy.Backoff {
	b := strategy.Backoff{
		InitialMS:     rapid.SampledFrom([]int64{0, 1, 2, 7, 60, 5000, 1 << 40}).Draw(t, "initial wait"),
		FactorPercent: rapid.SampledFrom([]int64{100, 150, 200}).Draw(t, "factor"),
		Jitter: strategy.Jitter{
			Kind:    strategy.JitterKind(rapid.Uint8Range(uint8(strategy.NoJitter), uint8(strategy.Added)).Draw(t, "jitter")),
			Percent: rapid.Int64Range(0, 100).Draw(t, "percent"),
			MS:      rapid.SampledFrom([]int64{0, 1, 20, 9000}).Draw(t, "added"),
		},
	}
	if rapid.Bool().Draw(t, "is capped") {
		b.CapMS = optional.Of(rapid.SampledFrom([]int64{0, 3, 20, 6000}).Draw(t, "cap"))
	}
	return b
}
