package gate

import (
	"math"
	"strings"
	"testing"

	"errbench/internal/stat"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// openOn returns assumptions under which waits and budgets decide.
func openOn(seed uint64, runs int64) scenario.Assumptions {
	a := onCounter(seed, runs)
	a.RecoveryAttempts = 3
	a.TransientModel, a.OutageMS = scenario.Outage, scenario.OutageMS{Min: 100, Max: 1_000}
	return a.Relabel()
}

// openPlans returns the plans of three strategies: the envelope, the envelope with
// random waits in an outage, and the envelope with a budget that operations share. The
// last two have no closed form.
func openPlans(t testing.TB, a scenario.Assumptions) []*strategy.Plan {
	t.Helper()
	envelope := catalog.Published()[2]
	waits, bucket := envelope, envelope
	waits.Name, bucket.Name = "waits", "bucket"
	waits.Backoff = strategy.Backoff{InitialMS: 200, FactorPercent: 200, Jitter: strategy.Jitter{Kind: strategy.Full}}
	bucket.Throttle = strategy.Throttle{MaxTokens: 100, RatioPercent: 10}
	plans, err := strategy.CompileAll([]strategy.Strategy{envelope, waits, bucket}, a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

func openSummary(t testing.TB, a scenario.Assumptions) report.Summary {
	t.Helper()
	return simulatedBy(t, a, openPlans(t, a))
}

// judgeOpen compares two simulations across streams.
func judgeOpen(t testing.TB, baseline, current scenario.Assumptions) Outcome {
	t.Helper()
	x := Across{Thresholds: current.Thresholds(), Plans: openPlans(t, current), Alpha: 0.05}
	out, err := Judge(openSummary(t, baseline), openSummary(t, current), Options{Across: &x})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The same rolls give the same counts, closed form or not.
func TestOpenStrategiesEqualThemselves(t *testing.T) {
	a := openOn(1, 30)
	if out := judge(t, openSummary(t, a), openSummary(t, a), Options{}); out.Verdict != Good {
		t.Error(out.Reason())
	}
	other := openSummary(t, a)
	other.Results[1].Time.WaitedMS++
	if out := judge(t, openSummary(t, a), other, Options{}); out.Verdict != Regression || out.CountChanges[0].path() != "waits.time.waited_ms" {
		t.Errorf("%s: %+v", out.Reason(), out.CountChanges)
	}
}

// On other rolls the rate of a strategy without a closed form is compared by its
// variation over runs; its other counts are not judged. The seeds are frozen.
func TestOpenStrategiesAreComparedOverRuns(t *testing.T) {
	out := judgeOpen(t, openOn(1, 200), openOn(2, 300))
	if out.Verdict != Good || !strings.HasSuffix(out.Joint.Method, "; "+welchMethod+" without one") {
		t.Errorf("%s: %s", out.Joint.Method, out.Reason())
	}
	methods := map[string]string{}
	for _, m := range out.Metrics {
		methods[m.Path] = m.Method
		if open := m.Method == openMethod; open != (!m.P.Defined() && m.Answer == CannotTell) || open && (m.Lo.Defined() || m.Needed != nil) {
			t.Errorf("%+v", m)
		}
	}
	for path, want := range map[string]string{
		"actionable-envelope.resolved": normalMethod, "waits.resolved": welchMethod, "bucket.resolved": welchMethod,
		"bucket.attempts": openMethod, "bucket.time.refused_attempts": openMethod, "waits.time.waited_ms": openMethod,
		"waits.time.deadline_misses": "", "failures.transient": normalMethod,
	} {
		if methods[path] != want {
			t.Errorf("%s: %s, want %s", path, methods[path], want)
		}
	}

	worse := openOn(2, 300)
	worse.OutageMS.Max = 1_300
	out = judgeOpen(t, openOn(1, 200), worse.Relabel())
	for _, m := range out.Metrics {
		if m.Path == "waits.resolved" && (m.Answer != Changed || m.P > 1e-3 || m.Hi >= 0) {
			t.Errorf("%+v", m)
		}
	}
}

// By hand: 20 and 30 runs whose rates have an sd of 0.03 and 0.06. Then se is
// sqrt(0.000045 + 0.00012), and 45.139 degrees of freedom follow; 0.03 is 2.3355
// standard errors, and the density beyond adds up to 0.024020 by Simpson's rule.
func TestWelchByHand(t *testing.T) {
	of := func(runs, resolved int64, sd stat.Number) sample {
		return sample{1000 * runs, []int64{resolved}, []report.PerRun{{Runs: runs, SD: sd}}}
	}
	p := pair{of(20, 14_000, 0.03), of(30, 21_900, 0.06)}
	w := p.welch(0, 0)
	if math.Abs(w.difference-0.03) > 1e-12 || math.Abs(w.se-math.Sqrt(0.000165)) > 1e-12 || math.Abs(w.df-45.139) > 1e-3 {
		t.Errorf("%+v", w)
	}
	if math.Abs(w.pValue()-0.024020) > 1e-6 {
		t.Errorf("chance %v", w.pValue())
	}
	q := quantity{open: true}
	if n := q.perOperationVariance(p); math.Abs(n-1000*(0.0009+0.0036)/2) > 1e-9 {
		t.Errorf("an operation varies by %v", n)
	}
	if same := (pair{of(20, 20, 0), of(20, 20, 0)}).welch(0, 0); same.pValue() != 1 || same.halfWidth() != 0 {
		t.Errorf("%+v: %v", same, same.pValue())
	}
	if other := (pair{of(20, 20, 0), of(20, 40, 0)}).welch(0, 0); other.pValue() != 0 {
		t.Errorf("%+v: %v", other, other.pValue())
	}
}

// Of 500 frozen pairs 25 are expected to alarm at alpha 0.05, with a standard deviation
// of 4.9. A correct program exceeds five of them with a probability of about 1e-6. It
// finds 18 alarms: the parts of the joint test share alpha.
func TestASoundPairOfOpenStrategiesRarelyAlarms(t *testing.T) {
	const pairs = 500
	a := openOn(0, 30)
	a.Operations = 40
	plans := openPlans(t, a)
	x := Across{Thresholds: a.Thresholds(), Plans: plans, Alpha: 0.05}
	quantities := x.quantities()
	side := func(seed uint64) sample {
		a := a
		a.Seed = seed
		return sampleOf(simulatedBy(t, a, plans), quantities)
	}
	alarms := 0
	for i := range uint64(pairs) {
		if x.joint(quantities, pair{side(2 * i), side(2*i + 1)}).Rejected {
			alarms++
		}
	}
	if alarms > 25+25 {
		t.Errorf("%d alarms of %d", alarms, pairs)
	}
}

// The error names the strategy and what to change.
func TestOpenComparisonsThatMeanNothingAreRefused(t *testing.T) {
	x := Across{Plans: openPlans(t, openOn(1, 30))}
	shorter, few := openOn(2, 30), openOn(2, 19)
	shorter.Operations = 100
	for want, current := range map[string]scenario.Assumptions{
		`operations: got 100, want 200, as in the baseline: strategy "bucket" has a budget that operations share in a run`:                               shorter,
		`runs: got 19, want at least 20 on both sides: strategy "waits" has an outage that a random wait may outlast, so its rate is compared over runs`: few,
	} {
		if err := x.Refuse(openOn(1, 30), current); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := x.Refuse(openOn(1, 30), openOn(2, 20)); err != nil {
		t.Error(err)
	}
	x.Plans = x.Plans[:2]
	if err := x.Refuse(openOn(1, 30), shorter); err != nil {
		t.Errorf("operations that are independent: %v", err)
	}
}
