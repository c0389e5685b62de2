package scenario_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

// naiveRates returns the rates of the distortions of the failures of a class, in
// the order in which one roll decides between them, by their keys.
func naiveRates(a scenario.Assumptions, class scenario.Class) (names []string, rates []float64) {
	add := func(name, key string) {
		for _, f := range scenario.Fields() {
			if f.Key == "distortions."+key {
				names, rates = append(names, name), append(rates, *f.Pointer(&a).(*float64))
			}
		}
	}
	for _, shown := range scenario.AllClasses() {
		add(fmt.Sprintf("shown_as_%v", shown), fmt.Sprintf("wrong_code.%v.%v", class, shown))
	}
	for _, name := range []string{
		"all_retryable", "none_retryable", "misleading_suggestion", "missing_field", "missing_trace_id",
		"short_wait", "long_wait", "failure_as_success",
	} {
		add(name, name)
	}
	return names, rates
}

// naiveKind draws distortion and risk in floating point, as the documentation says: the
// first distortion whose cumulative rate is above the roll, and the first risk, from the
// gravest, whose cumulative share is.
func naiveKind(a scenario.Assumptions, class optional.Value[scenario.Class], distortionRoll, riskRoll uint32) optional.Value[scenario.Kind] {
	k := scenario.Kind{Class: class}
	total := a.Risk.Destructive + a.Risk.IdempotentWrite + a.Risk.ReadOnly
	switch roll := fraction(riskRoll); {
	case roll < a.Risk.Destructive/total:
		k.Risk = scenario.Destructive
	case roll < (a.Risk.Destructive+a.Risk.IdempotentWrite)/total:
		k.Risk = scenario.IdempotentWrite
	}
	c, failed := class.Get()
	if !failed && !(fraction(distortionRoll) < a.Distortions.SuccessAsFailure) {
		return optional.Value[scenario.Kind]{}
	}
	if !failed {
		k.Distortion = scenario.SuccessAsFailure
		return optional.Of(k)
	}
	names, rates := naiveRates(a, c)
	sum := 0.0
	for i, rate := range rates {
		if sum += rate; fraction(distortionRoll) < sum {
			for d := range scenario.Distortion(scenario.NumDistortions) {
				if d.String() == names[i] {
					k.Distortion = d
				}
			}
			break
		}
	}
	return optional.Of(k)
}

func TestKindsOfThePublishedBenchmarkAreTheClasses(t *testing.T) {
	a := scenario.Published()
	a.FailureRate, a.FailureMix = 0, scenario.FailureMix{NotFound: 1} // what varies does not change them
	got, err := json.Marshal(scenario.Kinds(a))
	const want = `[{"class":"transient","distortion":"honest","risk":"read_only"},` +
		`{"class":"validation","distortion":"honest","risk":"read_only"},` +
		`{"class":"permission","distortion":"honest","risk":"read_only"},` +
		`{"class":"not_found","distortion":"honest","risk":"read_only"}]`
	if err != nil || string(got) != want {
		t.Errorf("kinds %s, %v", got, err)
	}
	thresholds := scenario.Published().Thresholds()
	for i, k := range scenario.Kinds(scenario.Published()) {
		c := scenario.Class(i)
		if k != scenario.HonestKind(c) || thresholds.Share(k) != 0.25 {
			t.Errorf("%v is of kind %+v", c, k)
		}
	}
}

// Each kind has a different name, which omits the defaults.
func TestKindsHaveNames(t *testing.T) {
	a := scenario.Published()
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}
	for _, f := range scenario.Fields() {
		if strings.HasPrefix(f.Key, "distortions.") {
			*f.Pointer(&a).(*float64) = 0x1p-10
		}
	}
	named := map[string]scenario.Kind{}
	for _, k := range scenario.Kinds(a) {
		if other, ok := named[k.String()]; ok {
			t.Errorf("%+v and %+v are both named %v", other, k, k)
		}
		named[k.String()] = k
	}
	if len(named) != 3*(4*(1+11)+1) { // no class is shown as itself
		t.Errorf("%d kinds", len(named))
	}
	for name, want := range map[string]scenario.Kind{
		"validation":                          scenario.HonestKind(scenario.Validation),
		"transient/destructive":               {Class: optional.Of(scenario.Transient), Risk: scenario.Destructive},
		"permission/shown_as_transient":       {Class: optional.Of(scenario.Permission), Distortion: scenario.ShownAsTransient},
		"success_as_failure/idempotent_write": {Distortion: scenario.SuccessAsFailure, Risk: scenario.IdempotentWrite},
		"not_found/missing_field/destructive": {Class: optional.Of(scenario.NotFound), Distortion: scenario.MissingField, Risk: scenario.Destructive},
	} {
		if got, ok := named[name]; !ok || got != want {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
	}
}

func TestKindsStandInAFixedOrder(t *testing.T) {
	a := scenario.Published()
	a.Distortions.WrongCode.Permission.Transient = 0.25
	a.Distortions.FailureAsSuccess, a.Distortions.SuccessAsFailure = 0.5, 0.125
	a.Risk = scenario.RiskMix{ReadOnly: 3, Destructive: 1}
	thresholds := a.Thresholds()
	var got []string
	for _, k := range scenario.Kinds(a) {
		class := "none"
		if c, ok := k.Class.Get(); ok {
			class = c.String()
		}
		got = append(got, fmt.Sprint(class, " ", k.Distortion, " ", k.Risk, " ", thresholds.Share(k)))
	}
	want := []string{
		"transient honest read_only 0.09375", "transient honest destructive 0.03125",
		"transient failure_as_success read_only 0.09375", "transient failure_as_success destructive 0.03125",
		"validation honest read_only 0.09375", "validation honest destructive 0.03125",
		"validation failure_as_success read_only 0.09375", "validation failure_as_success destructive 0.03125",
		"permission honest read_only 0.046875", "permission honest destructive 0.015625",
		"permission shown_as_transient read_only 0.046875", "permission shown_as_transient destructive 0.015625",
		"permission failure_as_success read_only 0.09375", "permission failure_as_success destructive 0.03125",
		"not_found honest read_only 0.09375", "not_found honest destructive 0.03125",
		"not_found failure_as_success read_only 0.09375", "not_found failure_as_success destructive 0.03125",
		"none success_as_failure read_only 0.09375", "none success_as_failure destructive 0.03125",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Kinds are complete and distinct: their shares add up to all failures, and to all
// successes that are reported as failures.
func TestSharesOfTheKindsAreComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		thresholds := a.Thresholds()
		seen := map[scenario.Kind]bool{}
		failures, successes := 0.0, 0.0
		for _, k := range scenario.Kinds(a) {
			share := thresholds.Share(k)
			if seen[k] || share < 0 || share > 1 {
				t.Fatalf("%+v has the share %v", k, share)
			}
			seen[k] = true
			if k.Class.IsZero() {
				successes += share
			} else {
				failures += share
			}
		}
		if math.Abs(failures-1) > 1e-12 || math.Abs(successes-scenario.Probability(scenario.Threshold(a.Distortions.SuccessAsFailure))) > 1e-12 {
			t.Fatalf("shares add up to %v and %v", failures, successes)
		}
	})
}

// The integer thresholds choose what the documentation says, at the thresholds too.
func TestDistortionsAndRisksAgreeWithCumulativeShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		thresholds := a.Thresholds()
		class := scenario.Class(rapid.IntRange(0, scenario.NumClasses-1).Draw(t, "class"))
		at := func(all []uint64, label string) uint32 {
			return rollsAround(rapid.SampledFrom(all).Draw(t, label)).Draw(t, label+" roll")
		}
		distortion, risk := at(thresholds.Distortion[class][:], "distortion"), at(thresholds.Risk[:], "risk")
		got := scenario.Kind{Class: optional.Of(class), Distortion: thresholds.DistortionOf(class, distortion), Risk: thresholds.RiskOf(risk)}
		if want := naiveKind(a, optional.Of(class), distortion, risk); optional.Of(got) != want {
			t.Fatalf("rolls %d and %d choose %+v, want %+v", distortion, risk, got, want)
		}
		if a.Risk.Of(got.Risk) == 0 {
			t.Fatalf("%v of weight 0 was chosen", got.Risk)
		}
	})
}

// Each share is how many of the rolls choose it, here of 2^16 evenly spread ones.
func TestSharesAreHowManyRollsChooseThem(t *testing.T) {
	a := scenario.Published()
	a.Distortions = scenario.Distortions{AllRetryable: 0.125, LongWait: 0.25, FailureAsSuccess: 0.0625}
	a.Distortions.WrongCode.NotFound = scenario.WrongNotFound{Transient: 0.25, Permission: 0.125}
	a.Risk = scenario.RiskMix{ReadOnly: 5, IdempotentWrite: 2, Destructive: 1}
	thresholds := a.Thresholds()
	distortions, risks := map[scenario.Distortion]float64{}, map[scenario.Risk]float64{}
	for roll := range uint32(1 << 16) {
		distortions[thresholds.DistortionOf(scenario.NotFound, roll<<16)] += 0x1p-16
		risks[thresholds.RiskOf(roll<<16)] += 0x1p-16
	}
	for d := range scenario.Distortion(scenario.NumDistortions) {
		if got := thresholds.DistortionShare(scenario.NotFound, d); got != distortions[d] {
			t.Errorf("%v has the share %v, want %v", d, got, distortions[d])
		}
	}
	for _, r := range scenario.AllRisks() {
		if got := thresholds.RiskShare(r); got != risks[r] {
			t.Errorf("%v has the share %v, want %v", r, got, risks[r])
		}
	}
}

// Frozen seeds. With 18 counts of 1.2 million operations, each within 6 standard
// deviations, a correct program fails on one set of seeds in 2.8e7.
func TestKindsAreAsFrequentAsTheirShares(t *testing.T) {
	for _, stream := range rng.Streams() {
		a := scenario.Published()
		a.Stream, a.Operations = stream, 20_000
		a.Distortions = scenario.Distortions{MissingField: 0.2, SuccessAsFailure: 0.1}
		a.Risk = scenario.RiskMix{ReadOnly: 2, Destructive: 1}
		tape, n := scenario.NewTape(a), float64(a.TotalOperations())
		segments, counts := segmentsOf(tape), make([]float64, len(tape.Kinds()))
		for run := int64(1); run <= a.Runs; run++ {
			for segments.Start(run); segments.Next(); {
				for i := range counts {
					counts[i] += float64(len(segments.Failed(i)))
				}
			}
		}
		thresholds := a.Thresholds()
		for i, k := range tape.Kinds() {
			p := scenario.Probability(thresholds.Fail)
			if k.Class.IsZero() {
				p = 1 - p
			}
			p *= thresholds.Share(k)
			if sd := math.Sqrt(n * p * (1 - p)); math.Abs(counts[i]-n*p) > 6*sd {
				t.Errorf("%s: %+v came %v times, want %v and at most %v more or less", stream, k, counts[i], n*p, 6*sd)
			}
		}
	}
}

// Assumptions that the article does not have leave no trace in the digest of published
// plans.
func TestThresholdsOfThePublishedBenchmarkInJSON(t *testing.T) {
	got, err := json.Marshal(scenario.Published().Thresholds())
	if want := `{"Fail":1717986919,"Class":[1073741824,2147483648,3221225472]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

func TestShownTellsTheClassOfAWrongCode(t *testing.T) {
	for d := range scenario.Distortion(scenario.NumDistortions) {
		shown, ok := d.Shown()
		if ok != (scenario.ShownAsTransient <= d && d <= scenario.ShownAsNotFound) || ok && d.String() != "shown_as_"+shown.String() {
			t.Errorf("%v shows a wrong code: %v, %v", d, shown, ok)
		}
	}
	if got := scenario.Distortion(200).String() + scenario.Risk(9).String(); got != "Distortion(200)Risk(9)" {
		t.Error(got)
	}
}
