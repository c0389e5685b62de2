package report

import (
	"math"
	"testing"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/rng"
	"errbench/scenario"
)

// By hand, from the chance p that an operation is resolved: n = 12,000, mean
// n*p and variance n*p*(1-p). Generic resolves 0.6 + 0.1*0.7 of them.
func TestStandardDeviationsAndScoresOfThePublishedTapeByHand(t *testing.T) {
	const n = 12000
	s := simulated(t, scenario.Published())
	for i, test := range []struct{ resolved, p, failed, q float64 }{
		{8047, 0.67, 3953, 0.33},
		{8546, 0.715, 1005, 0.085},
		{9064, 0.76, 487, 0.04},
	} {
		e := s.Expected[i]
		for what, pair := range map[string][2]float64{
			"sd of resolved":    {float64(e.SD.Resolved), math.Sqrt(n * test.p * (1 - test.p))},
			"sd of the rate":    {float64(e.SD.ResolutionRate), math.Sqrt(test.p * (1 - test.p) / n)},
			"z of resolved":     {float64(e.Z.Resolved), (test.resolved - n*test.p) / math.Sqrt(n*test.p*(1-test.p))},
			"z of the rate":     {float64(e.Z.ResolutionRate), (test.resolved - n*test.p) / math.Sqrt(n*test.p*(1-test.p))},
			"sd of failed":      {float64(e.SD.WastedRetries.Failed), math.Sqrt(n * test.q * (1 - test.q))},
			"z of failed":       {float64(e.Z.WastedRetries.Failed), (test.failed - n*test.q) / math.Sqrt(n*test.q*(1-test.q))},
			"sd of transients":  {float64(e.SD.Failures.Transient), math.Sqrt(n * 0.1 * 0.9)},
			"sd of operations":  {float64(e.SD.Operations), 0},
			"expected resolved": {float64(e.Resolved), n * test.p},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-5 { // thresholds are whole: 2^-32 of 12,000
				t.Errorf("%s: %s is %v, by hand %v", e.Strategy, what, pair[0], pair[1])
			}
		}
		if e.Z.Operations.Defined() {
			t.Errorf("%s: operations have a score", e.Strategy)
		}
	}
}

// The published tape is no outlier among the tapes that chance gives, as far
// as its correlated runs allow to say.
func TestTheDistanceOfThePublishedTape(t *testing.T) {
	g := simulated(t, scenario.Published()).Agreement
	if stat.Fixed(g.Squared, 2) != "6.26" || g.DegreesOfFreedom != 5 || g.Valid || g.Chance.Defined() {
		t.Errorf("%+v", g)
	}
}

// With two degrees of freedom the chance is exp(-squared/2).
func TestTheChanceOfADistanceInItsClosedForm(t *testing.T) {
	for _, squared := range []float64{0, 0.5, 2, 6.26, 40} {
		g := agreement(agreementMethod, exact.Distance{Squared: squared, Rank: 2}, true)
		if want := math.Exp(-squared / 2); !g.Valid || math.Abs(float64(g.Chance)-want) > 1e-12 {
			t.Errorf("%v: %+v, want %v", squared, g, want)
		}
	}
}

// One run of 200 operations leaves the envelope's failed attempts a variance
// below 10.
func TestAnAgreementIsValidOnIndependentRunsAndCountsThatAreNotSmall(t *testing.T) {
	for name, s := range kinds(t) {
		g := s.Agreement
		if want := s.Assumptions.Stream == rng.CounterV2 && s.runs() > 1; g.Valid != want || g.Chance.Defined() != want {
			t.Errorf("%s: %+v", name, g)
		}
		if g.Squared.Defined() != (g.DegreesOfFreedom > 0) {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

// Over 300 frozen seeds the distance has the mean of a chi-squared variable,
// and its chance is uniform: a correct program is 6 standard errors off with a
// chance of 2e-9.
func TestDistancesAreChiSquaredOnIndependentRuns(t *testing.T) {
	const seeds = 300
	squared, chance := 0.0, 0.0
	a := onCounter(60)
	for seed := range uint64(seeds) {
		a.Seed = 1000 + seed
		g := simulated(t, a).Agreement
		squared, chance = squared+float64(g.Squared), chance+float64(g.Chance)
	}
	if off := (squared/seeds - 5) / math.Sqrt(2*5.0/seeds); math.Abs(off) > 6 {
		t.Errorf("the mean distance is %.2f, %.1f standard errors off", squared/seeds, off)
	}
	if off := (chance/seeds - 0.5) / math.Sqrt(1.0/12/seeds); math.Abs(off) > 6 {
		t.Errorf("the mean chance is %.3f, %.1f standard errors off", chance/seeds, off)
	}
}
