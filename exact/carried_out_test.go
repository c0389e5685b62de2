package exact

import (
	"math"
	"testing"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
)

// carriedOut are writes that all fail, of one class, and are carried out with a
// probability.
func carriedOut(mix scenario.FailureMix, commit float64) scenario.Assumptions {
	a := scenario.Published()
	a.FailureRate, a.FailureMix, a.CommitOnFailure = 1, mix, commit
	a.Risk = scenario.RiskMix{IdempotentWrite: 1}
	return a
}

// By hand: every failure is reported as a success, and a quarter of the writes is carried
// out. They are resolved at the end of the first call, and the others only seem so.
func TestAnUnnoticedFailureMayBeCarriedOut(t *testing.T) {
	a := carriedOut(scenario.FailureMix{Transient: 1}, 0.25)
	a.Distortions.FailureAsSuccess, a.LatencyMS.Call = 1, 30
	p, err := strategy.Compile(strategy.Strategy{Name: "any", Contract: contract.CodeOnly(), Router: strategy.Table{}}, a)
	if err != nil {
		t.Fatal(err)
	}
	tally := Expect(a.Thresholds(), p, 1)
	for m, want := range map[strategy.Metric]float64{
		strategy.Resolved: 0.25, strategy.FalseSuccesses: 0.75, strategy.MissedSuccesses: 0, strategy.Attempts: 1,
		strategy.InState(strategy.StateResolved, true): 0.25, strategy.InState(strategy.StateResolved, false): 0.75,
		strategy.DuplicateEffects: 0, strategy.UnknownOutcomes: 0,
	} {
		if got := strategy.Total(m, p, tally); got != want {
			t.Errorf("%v: %v, want %v", m, got, want)
		}
	}
	q := Quantity{p, strategy.Resolved}
	if v := Covariance(a.Thresholds(), q, q); v != 0.25*0.75 {
		t.Errorf("the variance of resolved is %v", v)
	}
	if times, ok := strategy.Resolutions(p, tally); !ok || len(times) != 1 || times[0] != (strategy.Resolution[float64]{MS: 30, Operations: 0.25}) {
		t.Errorf("resolved at %v", times)
	}
}

// By hand: no call of a permission failure succeeds, each is carried out with probability
// 1/2, and the server answers the next one with the stored success. So the first retry is
// waste with probability 1/2, the second with 1/4 and the third with 1/8.
func TestAStoredSuccessIsNoWaste(t *testing.T) {
	a := carriedOut(scenario.FailureMix{Permission: 1}, 0.5)
	a.RecoveryAttempts, a.ServerHonoursKey = 3, true
	p, err := strategy.Compile(strategy.Strategy{Name: "retries", Contract: contract.CodeOnly(), Router: strategy.Table{Rows: []strategy.Row{{Action: strategy.Retry}}}, WriteGuard: strategy.UseKey}, a)
	if err != nil {
		t.Fatal(err)
	}
	tally := Expect(a.Thresholds(), p, 1)
	for m, want := range map[strategy.Metric]float64{
		strategy.RecoveryAttempts: 1 + 0.5 + 0.25, strategy.Resolved: 0.5 + 0.25 + 0.125,
		strategy.PermanentRecoveries: 0.5 + 0.25 + 0.125, strategy.FailedRecoveries: 0.875, strategy.FutileRecoveries: 0.875,
		strategy.TerminalNotStopped: 0.5,
	} {
		if got := strategy.Total(m, p, tally); math.Abs(got-want) > 1e-15 {
			t.Errorf("%v: %v, want %v", m, got, want)
		}
	}
}
