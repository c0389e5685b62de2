package gate

import (
	"flag"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

var slow = flag.Bool("slow", false, "run tests that take minutes")

func across(t rapid.TB, a scenario.Assumptions) Across {
	t.Helper()
	return Across{Thresholds: a.Thresholds(), Plans: plansOf(t, a), Alpha: 0.05}
}

// sampleFrom is sampleOf from a tally, without a summary.
func sampleFrom(tally *replay.Tally, x Across, quantities []quantity) sample {
	s := sample{operations: tally.Operations}
	for _, q := range quantities {
		s.totals = append(s.totals, strategy.Total(q.Metric, x.Plans[q.result], tally.Of(q.result)))
	}
	return s
}

func TestASampleIsReadFromASummary(t *testing.T) {
	a := onCounter(3, 5)
	x := across(t, a)
	quantities := x.quantities()
	tally := tallyOf(t, a, x.Plans)
	if diff := cmp.Diff(sampleFrom(tally, x, quantities).totals, sampleOf(simulated(t, a), quantities).totals); diff != "" {
		t.Errorf("(-tally +summary):\n%s", diff)
	}
	if len(quantities) != 4+3*12 {
		t.Errorf("%d quantities", len(quantities))
	}
}

// alarms returns the number of pairs of summaries of the same plans for which the joint
// test rejects.
func alarms(t *testing.T, a scenario.Assumptions, pairs int, runs [2]int64) int64 {
	t.Helper()
	x := across(t, a)
	quantities := x.quantities()
	var n atomic.Int64
	inParallel(pairs, func(i int) {
		var sides [2]sample
		for k := range sides {
			a := a
			a.Seed, a.Runs = uint64(2*i+k), runs[k]
			sides[k] = sampleFrom(tallyOf(t, a, x.Plans), x, quantities)
		}
		if x.joint(quantities, pair{sides[0], sides[1]}).Rejected {
			n.Add(1)
		}
	})
	return n.Load()
}

// At alpha 0.05 a correct gate alarms in more than 569 of 10,000 pairs with a
// probability of 0.001, and in fewer than 432 with the same probability: a gate with
// too few alarms is blind. A gate that alarms in 6 % exceeds 569 with a probability of
// 0.90. The seeds are frozen, and give 502, 531 and 523.
func TestASoundPairRarelyAlarms(t *testing.T) {
	for _, test := range []struct {
		slow bool
		runs [2]int64
	}{{false, [2]int64{15, 15}}, {true, [2]int64{60, 60}}, {true, [2]int64{15, 120}}} {
		if test.slow && !*slow {
			continue
		}
		n := alarms(t, onCounter(0, 1), 10_000, test.runs)
		t.Logf("%v runs: %d alarms of 10,000", test.runs, n)
		if n > 569 || n < 432 {
			t.Errorf("%v runs: %d alarms of 10,000, want 432 to 569", test.runs, n)
		}
	}
}

// A retry that succeeds in 0.65 instead of 0.7 of the cases, over 120,000
// operations. Seeds are frozen.
func TestAChangeIsFound(t *testing.T) {
	a, worse := onCounter(1, 600), onCounter(3, 600)
	worse.RetrySuccess = 0.65
	out := judge(t, simulated(t, a), simulated(t, worse.Relabel()), Options{Across: ptr(across(t, worse))})
	if out.Verdict != Regression || !out.Joint.Rejected || out.Joint.DegreesOfFreedom != 7 {
		t.Errorf("%s", out.Reason())
	}
	changed := map[string]MetricAnswer{}
	for _, m := range out.Metrics {
		if m.Answer == Changed {
			changed[m.Path] = m
		}
	}
	m, found := changed["actionable-envelope.wasted_retries.failed"]
	if !found || m.P > 1e-6 || m.Lo <= 0 || math.Abs(float64(m.Difference)-0.005) > 0.002 || m.Needed != nil {
		t.Errorf("%+v in %v", m, changed)
	}
	if _, found := changed["failures.transient"]; found {
		t.Error("the failures have not changed")
	}
	if diff := cmp.Diff([]AssumptionChange{{"retry_success", Sides[string]{"0.7", "0.65"}}}, out.AssumptionChanges); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func ptr[T any](v T) *T { return &v }

// A metric that cannot vary is compared without tolerance.
func TestAConstantMustMatch(t *testing.T) {
	a, b := onCounter(1, 60), onCounter(2, 60)
	baseline := simulated(t, a)
	baseline.Results[2].WastedRetries.Futile = 1
	out := judge(t, baseline, simulated(t, b), Options{Across: ptr(across(t, b))})
	i := slices.IndexFunc(out.Metrics, func(m MetricAnswer) bool { return m.Path == "actionable-envelope.wasted_retries.futile" })
	if m := out.Metrics[i]; out.Verdict != Regression || out.Joint.Rejected || m.Answer != Changed || m.Method != exactMethod || m.P.Defined() || m.Level.Defined() || m.Lo.Defined() || m.Hi.Defined() {
		t.Errorf("%+v: %s", m, out.Reason())
	}
	matches(t, `^1 metric that cannot vary differs from the baseline's; `, out.Reason())
	for _, c := range out.cases() {
		if c.name == "actionable-envelope.wasted_retries.futile" {
			matches(t, `^changed from 8.33333333e-05 to 0 per operation, difference -8.33333333e-05 \[exact\], 12,000 operations against 12,000 operations$`, c.failure)
		}
	}
	a.FailureRate, b.FailureRate = 1, 1
	out = judge(t, simulated(t, a.Relabel()), simulated(t, b.Relabel()), Options{Across: ptr(across(t, b))})
	i = slices.IndexFunc(out.Metrics, func(m MetricAnswer) bool { return m.Path == "generic-message.attempts" })
	if m := out.Metrics[i]; m.Answer != Unchanged || m.Baseline != 2 || m.Method != exactMethod {
		t.Errorf("two attempts of every operation: %+v", m)
	}
}

// A metric is unchanged only if its interval lies inside the margin.
func TestAMarginDecidesWhatIsUnchanged(t *testing.T) {
	a, b := onCounter(1, 60), onCounter(2, 60)
	for _, margin := range []float64{0, 0.001, 0.01, 0.012, 0.1} {
		x := across(t, b)
		x.Margin = &margin
		out := judge(t, simulated(t, a), simulated(t, b), Options{Across: &x})
		for _, m := range out.Metrics {
			if m.Method == exactMethod {
				continue
			}
			if m.Lo != rounded(float64(m.Lo)) || m.Hi != rounded(float64(m.Hi)) {
				t.Errorf("decided by more digits than are shown: %+v", m)
			}
			inside := -margin < float64(m.Lo) && float64(m.Hi) < margin
			if (m.Answer == Unchanged) != inside || m.Answer == Changed {
				t.Errorf("margin %v: %+v", margin, m)
			}
			if (m.Needed != nil) != (m.Answer == CannotTell && margin > 0) {
				t.Errorf("margin %v: %+v", margin, m)
			}
		}
	}
	out := judge(t, simulated(t, a), simulated(t, b), Options{Across: ptr(across(t, b))})
	for _, m := range out.Metrics {
		if m.Method != exactMethod && (m.Answer != CannotTell || m.Needed == nil && m.Difference != 0) {
			t.Errorf("without a margin: %+v", m)
		}
	}
}

// With the operations needed, the normal distribution gives an answer in nine of ten
// cases; with one operation fewer it does not.
func TestTheOperationsNeededAreEnoughAndNoMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variance := rapid.Float64Range(1e-3, 4).Draw(t, "variance")
		distance := rapid.Float64Range(1e-4, 1e-2).Draw(t, "distance")
		metrics := rapid.IntRange(1, 50).Draw(t, "metrics")
		x := Across{Alpha: rapid.Float64Range(0.001, 0.2).Draw(t, "alpha"), Margin: &distance}
		sd := func(n int64) float64 { return math.Sqrt(2 * variance / float64(n)) }
		inside := func(n int64) float64 { return 2*distuv.UnitNormal.CDF(distance/sd(n)-normal95) - 1 }
		beyond := func(n int64) float64 {
			bound := distuv.UnitNormal.Quantile(1 - x.Alpha/float64(2*metrics))
			return distuv.UnitNormal.Survival(bound - distance/sd(n))
		}
		enough := func(name string, chance func(int64) float64, n int64) {
			if chance(n) < 0.9-1e-9 || chance(n-1) > 0.9+1e-9 {
				t.Fatalf("%s: %v with %d operations, %v with one fewer", name, chance(n), n, chance(n-1))
			}
		}
		enough("unchanged", inside, *x.needed(variance, 0, metrics))
		x.Margin = nil
		enough("changed", beyond, *x.needed(variance, -distance, metrics))
	})
}

func TestACannotTellOfNoDifferenceNeedsNothingKnown(t *testing.T) {
	if n := (Across{Alpha: 0.05}).needed(1, 0, 3); n != nil {
		t.Errorf("%d operations", *n)
	}
}

func TestAcrossStreamsRefuses(t *testing.T) {
	published, sound := scenario.Published(), onCounter(9100, 60)
	other := onCounter(1, 5)
	for _, test := range []struct {
		baseline, current scenario.Assumptions
		want              string
	}{
		{published, other, "stream of the baseline: got lcg32/v1, want counter/v2, whose runs are independent"},
		{other, published, "stream of the current run: got lcg32/v1, want counter/v2, whose runs are independent"},
		{sound, sound, "seed: got 9100, want a seed that differs from the baseline's, because the same seed gives the same rolls"},
	} {
		x := across(t, test.current)
		if err := x.Refuse(test.baseline, test.current); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
		if _, err := Judge(simulated(t, test.baseline), simulated(t, test.current), Options{Across: &x}); err == nil {
			t.Errorf("judged: %s", test.want)
		}
	}
	if err := across(t, other).Refuse(sound, other); err != nil {
		t.Error(err)
	}
}

// rare returns assumptions under which some counts are too small for the normal
// distribution.
func rare() map[string]scenario.Assumptions {
	all := map[string]scenario.Assumptions{}
	add := func(name string, change func(*scenario.Assumptions)) {
		a := onCounter(0, 15)
		change(&a)
		all[name] = a.Relabel()
	}
	add("a few operations", func(a *scenario.Assumptions) { a.Runs, a.Operations = 1, 20 })
	add("a hundred operations", func(a *scenario.Assumptions) { a.Runs, a.Operations = 1, 100 })
	add("rare failures", func(a *scenario.Assumptions) { a.FailureRate = 1e-4 })
	add("rare classes", func(a *scenario.Assumptions) { a.FailureMix.Permission, a.FailureMix.NotFound = 5e-5, 5e-5 })
	add("rare failures of attempts", func(a *scenario.Assumptions) { a.RetrySuccess, a.RepairSuccess.Hint = 0.9999, 0.9999 })
	return all
}

// A chi-squared test alone alarms in up to 21 % of these pairs. At alpha 0.05, 100 of
// 2,000 pairs are expected, and 150 is more than five standard deviations above. The
// seeds are frozen.
func TestRareCountsDoNotAlarm(t *testing.T) {
	for name, a := range rare() {
		if n := alarms(t, a, 2000, [2]int64{a.Runs, a.Runs}); n > 150 {
			t.Errorf("%s: %d alarms of 2,000", name, n)
		}
	}
}

func TestSmallCountsAreNamed(t *testing.T) {
	for name, a := range rare() {
		b := a
		a.Seed, b.Seed = 1, 2
		x := across(t, b)
		joint, answers := x.compare(simulated(t, a), simulated(t, b))
		if len(joint.SmallCounts) == 0 || !strings.Contains(joint.text(Sides[int64]{1, 1}), "Warning (small_counts)") {
			t.Errorf("%s: %v", name, joint.SmallCounts)
		}
		for _, m := range answers {
			if (m.Method == boundMethod) != slices.Contains(joint.SmallCounts, m.Path) {
				t.Errorf("%s: %+v", name, m)
			}
		}
	}
}

// A count that is rare under the plans and frequent in the baseline is found.
func TestAChangeOfRareCountsIsFound(t *testing.T) {
	a := rare()["rare failures of attempts"]
	b := a
	a.Seed, b.Seed, a.RetrySuccess = 1, 2, 0.9
	x := across(t, b)
	joint, answers := x.compare(simulated(t, a.Relabel()), simulated(t, b))
	i := slices.IndexFunc(answers, func(m MetricAnswer) bool { return m.Path == "actionable-envelope.wasted_retries.failed" })
	if m := answers[i]; !joint.Rejected || m.Method != boundMethod || m.Answer != Changed {
		t.Errorf("%+v", m)
	}
}

// The bound holds against the exact distribution of the difference of two binomial
// counts.
func TestTheBoundAgainstBinomials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := [2]int64{rapid.Int64Range(1, 60).Draw(t, "baseline"), rapid.Int64Range(1, 60).Draw(t, "current")}
		rate := rapid.Float64Range(0.001, 0.999).Draw(t, "rate")
		q := quantity{variance: rate * (1 - rate), span: 1}
		chances := map[[2]int64]float64{}
		for i := range n[0] + 1 {
			for j := range n[1] + 1 {
				chances[[2]int64{i, j}] = distuv.Binomial{N: float64(n[0]), P: rate}.Prob(float64(i)) * distuv.Binomial{N: float64(n[1]), P: rate}.Prob(float64(j))
			}
		}
		k := [2]int64{rapid.Int64Range(0, n[0]).Draw(t, "of baseline"), rapid.Int64Range(0, n[1]).Draw(t, "of current")}
		p := func(k [2]int64) pair { return pair{sample{n[0], []int64{k[0]}, nil}, sample{n[1], []int64{k[1]}, nil}} }
		if !p(k).small(q.variance) {
			t.Skip("normal")
		}
		beyond, outside := 0.0, 0.0
		for other, chance := range chances {
			d := math.Abs(p(other).difference(0))
			if d >= math.Abs(p(k).difference(0))-1e-12 {
				beyond += chance
			}
			if d > q.halfWidth(p(k), 0) {
				outside += chance
			}
		}
		if bound := q.pValue(p(k), 0); bound < beyond-1e-9 {
			t.Fatalf("bound %v of %v", bound, beyond)
		}
		if outside > 1-intervalLevel {
			t.Fatalf("the interval misses in %v", outside)
		}
	})
}

// holmNaive is Holm's method as published: it steps down and stops at the first
// hypothesis that is not rejected.
func holmNaive(p []float64, alpha float64) []bool {
	rejected := make([]bool, len(p))
	for left := len(p); left > 0; left-- {
		smallest := -1
		for i := range p {
			if !rejected[i] && (smallest < 0 || p[i] < p[smallest]) {
				smallest = i
			}
		}
		if float64(left)*p[smallest] > alpha {
			break
		}
		rejected[smallest] = true
	}
	return rejected
}

func TestHolmAgainstTheNaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, 0.02), rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 0.01, 1})), 0, 12).Draw(t, "p")
		alpha := rapid.Float64Range(0.001, 0.3).Draw(t, "alpha")
		adjusted := stat.Holm(p)
		got := make([]bool, len(p))
		for i := range adjusted {
			got[i] = adjusted[i] <= alpha
			if adjusted[i] < p[i] || adjusted[i] > 1 {
				t.Fatalf("%v is adjusted to %v", p[i], adjusted[i])
			}
		}
		if diff := cmp.Diff(holmNaive(p, alpha), got); diff != "" {
			t.Fatalf("%v at %v (-naive +holm):\n%s", p, alpha, diff)
		}
	})
}
