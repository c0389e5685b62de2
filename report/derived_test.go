package report

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// By hand: every operation fails, and one failure in four is transient. A retry succeeds
// for 5 of 2^32 rolls, so 5 * 2^-34 of the operations are resolved, after 1.5 calls each.
func TestTheCostOfRareSuccessesIsDividedBeforeItIsRounded(t *testing.T) {
	a := scenario.Published()
	a.FailureRate, a.RetrySuccess, a.RepairSuccess.Code, a.Cost.USD.Attempt = 1, 1e-9, 0, 1
	p, err := strategy.Compile(catalog.Published()[1], a)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := expect(a, p, a.TotalOperations(), nil).Cost.USDPerResolved, stat.Number(1.5*(1<<34)/5); got.Text() != want.Text() {
		t.Errorf("%v a resolved operation, want %v", got, want)
	}
}

// rounded reports whether a written number is that of a fraction, rounded once: it is off
// by half of the last decimal, and by what float64 makes of a dozen operations.
func rounded(got stat.Number, want *big.Rat) bool {
	w, _ := want.Float64()
	return math.Abs(float64(got)-w) <= 0.5e-9+1e-13*math.Abs(w)
}

// Every rate, cost and score of rare events is what its definition makes of exact
// expectations, each rounded once.
func TestDerivedExpectationsAreRoundedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := scenario.Published()
		rare := rapid.SampledFrom([]float64{0x1p-32, 1e-9, 1e-6, 0.3, 1})
		a.Runs, a.Operations = rapid.Int64Range(1, 3).Draw(t, "runs"), rapid.SampledFrom([]int64{1, 7, 200}).Draw(t, "operations")
		a.FailureRate, a.RetrySuccess, a.RepairSuccess.Code = rare.Draw(t, "failures"), rare.Draw(t, "retries"), rare.Draw(t, "repairs")
		price := rapid.SampledFrom([]float64{0, 1, 0.25, 1e9})
		a.Cost.USD = scenario.Prices{Attempt: price.Draw(t, "attempt"), Repair: price.Draw(t, "repair"), Escalation: price.Draw(t, "escalation")}
		p, err := strategy.Compile(rapid.SampledFrom(catalog.Published()).Draw(t, "strategy"), a)
		if err != nil {
			t.Fatal(err)
		}
		checkDerived(t, a, p)
	})
}

func checkDerived(t *rapid.T, a scenario.Assumptions, p *strategy.Plan) {
	n, thresholds := a.TotalOperations(), a.Thresholds()
	tally := exact.Expect(thresholds, p, n)
	mean := func(m strategy.Metric) *big.Rat { return new(big.Rat).SetFloat64(strategy.Total(m, p, tally)) }
	over := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) }
	counted := func(m strategy.Metric) stat.Number { return stat.Number(m % 3) }
	paid := new(big.Rat)
	for _, c := range strategy.Charges(a.Cost.USD) {
		paid.Add(paid, new(big.Rat).Mul(new(big.Rat).SetFloat64(c.Price), mean(c.Metric)))
	}
	operations := new(big.Rat).SetInt64(n)
	e := expect(a, p, n, counted)
	check := func(what string, got stat.Number, want *big.Rat) {
		if !rounded(got, want) {
			w, _ := want.Float64()
			t.Fatalf("%s: %v, want %v", what, got, w)
		}
	}
	check("resolution rate", e.ResolutionRate, over(mean(strategy.Resolved), operations))
	check("attempts per operation", e.AttemptsPerOperation, over(mean(strategy.Attempts), operations))
	check("usd", e.Cost.USD, paid)
	if mean(strategy.Resolved).Sign() > 0 {
		check("usd per resolved", e.Cost.USDPerResolved, over(paid, mean(strategy.Resolved)))
	}
	for _, m := range strategy.Metrics() {
		q := exact.Quantity{Plan: p, Metric: m}
		variance := float64(n) * exact.Covariance(thresholds, q, q)
		if exact.Constant(thresholds, q, exact.Quantity{}) {
			continue
		}
		sd := math.Sqrt(variance)
		check(m.String()+", sd", byKey(e.SD)[m.String()], new(big.Rat).SetFloat64(sd))
		off := new(big.Rat).SetFloat64(float64(counted(m)))
		check(m.String()+", z", byKey(e.Z)[m.String()], over(off.Sub(off, mean(m)), new(big.Rat).SetFloat64(sd)))
	}
}

// What can fail at one roll in 2^32 is not taken for what cannot fail, and a variance that
// is written as 0 is not taken for none.
func TestRareEventsAreNotTakenForNone(t *testing.T) {
	a := onCounter(1)
	a.Operations, a.FailureRate = 1, 0x1p-32
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Expect(a, plans)
	if err != nil || s.Vacuous() {
		t.Errorf("vacuous: %t, %v", s.Vacuous(), err)
	}
	if s.Expected[0].Failures.Transient != 0 {
		t.Errorf("%v failures are expected, and none is written", s.Expected[0].Failures)
	}
	s, err = Summarize(a, plans, replay.Run(t.Context(), a, plans, replay.Options{}))
	if err != nil || s.Agreement.Valid {
		t.Errorf("a variance of 2^-32 passes for none: %+v, %v", s.Agreement, err)
	}
	if !slices.ContainsFunc(s.Expected, func(e Expected) bool { return e.SD.Failures.Transient.Defined() }) {
		t.Error("no strategy has a standard deviation")
	}
}
