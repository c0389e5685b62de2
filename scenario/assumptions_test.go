package scenario_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

func drawProbability(t *rapid.T, label string) float64 {
	return rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 1, 0.4, 5e-324, 1 - 0x1p-53, 0x1p-32})).Draw(t, label)
}

func drawWeight(t *rapid.T, label string) float64 {
	return rapid.OneOf(rapid.Float64Range(0, 1e300), rapid.SampledFrom([]float64{0, 1, 2, 5e-324, 1e-7, 1e300})).Draw(t, label)
}

// drawAssumptions draws any valid assumptions, mostly with small counts. Half of them keep
// the defaults of the assumptions that the article does not have. The name is never the
// name of a preset.
func drawAssumptions(t *rapid.T) scenario.Assumptions {
	count := func(label string, least, most int64) int64 {
		return rapid.OneOf(rapid.Int64Range(least, least+20), rapid.Int64Range(least, most)).Draw(t, label)
	}
	printable := rapid.RuneFrom([]rune{' '}, unicode.Letter, unicode.Digit, unicode.Punct, unicode.Symbol).
		Filter(func(r rune) bool { return r != unicode.ReplacementChar })
	a := scenario.Published()
	a.Name = "x" + rapid.StringOfN(printable, 0, 99, -1).Draw(t, "name")
	a.Stream = rapid.SampledFrom(rng.Streams()).Draw(t, "stream")
	a.Runs = count("runs", 1, rng.MaxRun)
	a.Operations = count("operations", 1, rng.MaxOperation+1)
	a.RecoveryAttempts = rapid.Int64Range(0, 100).Draw(t, "recovery_attempts")
	more := rapid.Bool().Draw(t, "more than the article knows")
	for _, f := range scenario.Fields() {
		if x, ok := f.Pointer(&a).(*float64); ok && (more || f.Section == "") {
			switch f.Range {
			case "a number from 0 to 1":
				*x = drawProbability(t, f.Key)
			case "a finite number of at least 0":
				*x = drawWeight(t, f.Key)
			default:
				*x = rapid.Float64Range(1, 1000).Draw(t, f.Key)
			}
		}
	}
	most := uint64(1<<53 - 1)
	if a.Stream == rng.LCG32V1 {
		most = rng.LCG32MaxSeed(a.Runs)
	}
	a.Seed = rapid.Uint64Range(0, most).Draw(t, "seed")
	if a.FailureMix == (scenario.FailureMix{}) {
		a.FailureMix.NotFound = 1
	}
	if more {
		drawMore(t, &a)
	}
	return a
}

// drawMore draws everything except probabilities, and makes the assumptions fit together.
func drawMore(t *rapid.T, a *scenario.Assumptions) {
	ms := func(label string) int64 {
		return rapid.OneOf(rapid.Int64Range(0, 5), rapid.Int64Range(0, 86_400_000), rapid.Just[int64](86_400_000)).Draw(t, label)
	}
	for _, f := range scenario.Fields() {
		switch p := f.Pointer(a).(type) {
		case *int64:
			if f.Section != "" {
				*p = ms(f.Key)
			}
		case *optional.Value[int64]:
			if rapid.Bool().Draw(t, f.Key+" is present") {
				*p = optional.Of(ms(f.Key))
			}
		case *bool:
			*p = rapid.Bool().Draw(t, f.Key)
		}
	}
	o := &a.OutageMS
	o.Min, o.Max = min(o.Min, o.Max), max(o.Min, o.Max)
	if o.Max > 0 {
		a.TransientModel = rapid.SampledFrom([]scenario.TransientModel{scenario.Coin, scenario.Outage}).Draw(t, "transient_model")
	}
	if m := a.FailureMix; m.Transient == 0 && m.Permission == 0 && m.NotFound == 0 {
		a.AfterRepair = 0
	}
	if a.Risk == (scenario.RiskMix{}) {
		a.Risk.Destructive = 1
	}
	drawDistortions(t, a)
}

// drawDistortions draws rates, some of them 0, that leave at least nothing.
func drawDistortions(t *rapid.T, a *scenario.Assumptions) {
	left := 1.0
	d := &a.Distortions
	for _, rate := range []*float64{
		&d.FailureAsSuccess, &d.LongWait, &d.ShortWait, &d.MissingTraceID, &d.MissingField,
		&d.MisleadingSuggestion, &d.NoneRetryable, &d.AllRetryable,
	} {
		*rate = rapid.OneOf(rapid.Just(0.0), rapid.Just(0.0), rapid.Just(1.0), rapid.Float64Range(0, 1)).Draw(t, "rate") * left
		left = max(0, left-*rate)
	}
	for _, f := range scenario.Fields() {
		if strings.HasPrefix(f.Key, "distortions.wrong_code.") {
			*f.Pointer(a).(*float64) = rapid.OneOf(rapid.Just(0.0), rapid.Just(1.0), rapid.Float64Range(0, 1)).Draw(t, f.Key) * left / 3
		}
	}
}

// The figures of the published benchmark, as the article states them.
func TestPublishedIsWhatTheArticleStates(t *testing.T) {
	want := scenario.Assumptions{
		Name: "published", Seed: 9100, Stream: "lcg32/v1", Runs: 60, Operations: 200,
		FailureRate: 0.4, FailureMix: scenario.FailureMix{Transient: 1, Validation: 1, Permission: 1, NotFound: 1},
		RecoveryAttempts: 1, RetrySuccess: 0.7,
		RepairSuccess:  scenario.RepairSuccess{Message: 0, Code: 0.45, Field: 0.675, Hint: 0.9},
		TransientModel: "coin", ArrivalRate: 1, WaitFactor: scenario.WaitFactor{Short: 0.5, Long: 10}, Risk: scenario.RiskMix{ReadOnly: 1},
	}
	if got := scenario.Published(); got != want {
		t.Errorf("published %+v, want %+v", got, want)
	}
	if got := scenario.Published().TotalOperations(); got != 12_000 {
		t.Errorf("%d operations in all, want 12,000", got)
	}
}

func TestDrawnAssumptionsAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := drawAssumptions(t).Validate(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestZeroAssumptionsAreRefused(t *testing.T) {
	const want = `name: got "", want 1 to 100 printable characters
stream: got "", want one of lcg32/v1, counter/v2
runs: got 0, want a whole number from 1 to 33554431
operations: got 0, want a whole number from 1 to 268435456
transient_model: got "", want one of coin, outage
arrival_rate_per_s: got 0, want a number from 0.000001 to 1000000
wait_factor.long: got 0, want a number from 1 to 1000`
	if err := (scenario.Assumptions{}).Validate(); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Assumptions made in code reach what no file can hold.
func TestValidateRefusesWhatCodeCanMake(t *testing.T) {
	for _, c := range []struct {
		change func(*scenario.Assumptions)
		want   string
	}{
		{func(a *scenario.Assumptions) { a.FailureRate = math.NaN() }, "failure_rate: got NaN, want a number from 0 to 1"},
		{func(a *scenario.Assumptions) { a.RetrySuccess = math.Nextafter(1, 2) }, "retry_success: got 1.0000000000000002, want a number from 0 to 1"},
		{func(a *scenario.Assumptions) { a.ReplaceSuccess = -5e-324 }, "replace_success: got -5e-324, want a number from 0 to 1"},
		{func(a *scenario.Assumptions) { a.FailureMix.Permission = math.Inf(1) }, "failure_mix.permission: got +Inf, want a finite number of at least 0"},
		{func(a *scenario.Assumptions) { a.Seed = math.MaxUint64 }, "seed: got 18446744073709551615, want a whole number from 0 to 9007199254740991"},
		{func(a *scenario.Assumptions) { a.Runs = math.MinInt64 }, "runs: got -9223372036854775808, want a whole number from 1 to 33554431"},
		{func(a *scenario.Assumptions) { a.Operations = math.MaxInt64 }, "operations: got 9223372036854775807, want a whole number from 1 to 268435456"},
		{func(a *scenario.Assumptions) { a.Name = "caf\xe9" }, `name: got "caf\xe9", want 1 to 100 printable characters`},
		{func(a *scenario.Assumptions) { a.Name = strings.Repeat("é", 101) }, `name: got "` + strings.Repeat("é", 60) + `...", want 1 to 100 printable characters`},
		{func(a *scenario.Assumptions) { a.FailureMix = scenario.FailureMix{} }, "failure_mix: got all weights zero, want at least one weight above 0"},
		{func(a *scenario.Assumptions) {
			a.FailureMix.Transient, a.FailureMix.NotFound = math.MaxFloat64, math.MaxFloat64
		}, "failure_mix: got weights whose sum overflows, want smaller weights of the same ratios"},
		{func(a *scenario.Assumptions) { a.OutageMS = scenario.OutageMS{Min: 6, Max: 5} }, "outage_ms: got min 6 above max 5, want min up to max"},
		{func(a *scenario.Assumptions) { a.TransientModel = scenario.Outage }, "transient_model: got outage with outage_ms.max 0, want coin, or outage_ms.max of at least 1"},
		{func(a *scenario.Assumptions) { a.DeadlineMS = optional.Of[int64](-1) }, "deadline_ms: got -1, want none, or a whole number from 0 to 86400000"},
		{func(a *scenario.Assumptions) { a.Risk = scenario.RiskMix{} }, "risk: got all weights zero, want at least one weight above 0"},
		{func(a *scenario.Assumptions) {
			a.AfterRepair, a.FailureMix = 0.1, scenario.FailureMix{Validation: 1}
		}, "after_repair: got 0.1 although every failure is a validation failure, want 0, or weight for another class in failure_mix"},
		{func(a *scenario.Assumptions) {
			a.Distortions.MissingField, a.Distortions.WrongCode.Permission.NotFound = 0.75, 0.5
		}, "distortions: got rates that add up to 1.25 for permission failures, want at most 1 for each class, since a failure is reported in one way"},
		{func(a *scenario.Assumptions) { a.Distortions.LongWait, a.Distortions.ShortWait = 0.5, 0.5+0x1p-31 }, "" +
			`distortions: got rates that add up to 1.0000000004656613 for transient failures, want at most 1 for each class, since a failure is reported in one way
distortions: got rates that add up to 1.0000000004656613 for validation failures, want at most 1 for each class, since a failure is reported in one way
distortions: got rates that add up to 1.0000000004656613 for permission failures, want at most 1 for each class, since a failure is reported in one way
distortions: got rates that add up to 1.0000000004656613 for not_found failures, want at most 1 for each class, since a failure is reported in one way`},
	} {
		a := scenario.Published()
		c.change(&a)
		err := a.Validate()
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
		var fault *scenario.FieldError
		if !errors.As(err, &fault) {
			t.Errorf("%v is no FieldError", err)
		}
	}
}

// Ten rates of 0.1 are 1 to a person, whatever their sum is in binary.
func TestRatesMayAddUpToOneInDecimal(t *testing.T) {
	a := scenario.Published()
	d := &a.Distortions
	d.WrongCode.Transient, d.AllRetryable = scenario.WrongTransient{Validation: 0.1, Permission: 0.2, NotFound: 0.3}, 0.4
	sum := 0.0
	for _, rate := range []float64{0.1, 0.2, 0.3, 0.4} {
		sum += rate
	}
	if err := a.Validate(); err != nil || sum <= 0.99 {
		t.Error(err)
	}
	thresholds := a.Thresholds()
	if got := thresholds.DistortionShare(scenario.Transient, scenario.Honest); got != 0 {
		t.Errorf("%v of the reports are honest", got)
	}
	a.Distortions = scenario.Distortions{AllRetryable: 0.7, NoneRetryable: 0.1, MissingField: 0.1, ShortWait: 0.1} // 0.9999999999999999
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
	a.Distortions.ShortWait = math.Nextafter(0.1, 1) + 0x1p-52 // a little more than 1
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSeedsThatWrapAreRefusedOnLCG32Only(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := scenario.Published()
		a.Runs = rapid.Int64Range(1, rng.MaxRun).Draw(t, "runs")
		a.Seed = rng.LCG32MaxSeed(a.Runs)
		if err := a.Validate(); err != nil {
			t.Fatalf("the largest seed: %v", err)
		}
		a.Seed++
		if err := a.Validate(); err == nil {
			t.Fatal("a seed that wraps was accepted")
		}
		a.Stream = rng.CounterV2
		if err := a.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}

// The product of the largest counts must fit 64 bits with room for attempts.
func TestTotalOperationsCannotOverflow(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations = rng.MaxRun, rng.MaxOperation+1
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	if got, want := a.TotalOperations(), int64(33_554_431)<<28; got != want || got > math.MaxInt64/101 {
		t.Errorf("%d operations in all, want %d", got, want)
	}
}

func TestNameOfAPresetIsMarkedWhileItsValuesDiffer(t *testing.T) {
	for _, preset := range scenario.Presets() {
		a := preset.Assumptions
		if got := a.Relabel(); got != a {
			t.Errorf("untouched %s becomes %+v", a.Name, got)
		}
		a.Runs++
		changed := a.Relabel()
		if want := preset.Name + " (changed)"; changed.Name != want {
			t.Errorf("changed %s is called %q, want %q", preset.Name, changed.Name, want)
		}
		if again := changed.Relabel(); again != changed {
			t.Errorf("marked twice: %q", again.Name)
		}
		changed.Runs--
		if back := changed.Relabel(); back != preset.Assumptions {
			t.Errorf("changed back it is %+v, want %+v", back, preset.Assumptions)
		}
	}
}

// Even the values of one preset under the name of another are a claim.
func TestNameOfAnotherPresetIsMarked(t *testing.T) {
	a := scenario.Published()
	a.Stream = rng.CounterV2
	if got := a.Relabel().Name; got != "published (changed)" {
		t.Errorf("published on counter/v2 is called %q", got)
	}
}

func TestNamesThatClaimNoPresetStay(t *testing.T) {
	for _, name := range []string{"mine", "mine (changed)", "published (changed) (changed)", "Published", "published ", "(changed)", " (changed)"} {
		a := scenario.Published()
		a.Name = name
		if got := a.Relabel().Name; got != name {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}

// What differs from a preset, set in it, gives the assumptions again.
func TestChangesLeadBackToTheAssumptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawAssumptions(t)
		want.Name = strings.TrimRight(want.Name, " ")
		if rapid.Bool().Draw(t, "after a preset") {
			want.Name = rapid.SampledFrom(scenario.PresetNames()).Draw(t, "preset")
		}
		want = want.Relabel()
		preset, changed := want.Changes()
		got := preset.Assumptions
		for _, f := range changed {
			if err := got.Set(f.Key, f.Get(&want)); err != nil {
				t.Fatal(err)
			}
		}
		if got = got.Relabel(); got != want {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
	})
}

func TestAPresetHasNoChanges(t *testing.T) {
	for _, p := range scenario.Presets() {
		from, changed := p.Changes()
		if from.Name != p.Name || len(changed) > 0 {
			t.Errorf("%s: from %s, changed %v", p.Name, from.Name, changed)
		}
	}
}

// Of many faults the first twelve are listed, and how many more there are.
func TestValidateListsTwelveFaults(t *testing.T) {
	var a scenario.Assumptions
	for _, f := range scenario.Fields() {
		if p, ok := f.Pointer(&a).(*float64); ok {
			*p = math.NaN()
		}
	}
	err := a.Validate()
	lines := strings.Split(err.Error(), "\n")
	if last := lines[len(lines)-1]; len(lines) != 13 || !strings.HasPrefix(last, "and ") || !strings.HasSuffix(last, " more") {
		t.Errorf("%d lines:\n%v", len(lines), err)
	}
}
