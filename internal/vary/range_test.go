package vary

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
)

func TestParseRange(t *testing.T) {
	keys := "failure_rate, failure_mix.*, recovery_attempts, retry_success, repair_success.*, replace_success, outage_ms.*, retry_after_ms, latency_ms.*, deadline_ms, after_repair, distortions.*, wait_factor.*, risk.*, commit_on_failure"
	if got := rangeKeys(); got != "there are "+keys {
		t.Errorf("%s", got)
	}
	for _, test := range []struct {
		text  string
		want  Range
		fault string
	}{
		{text: "failure_rate=0.2:0.6", want: Range{"failure_rate", 0.2, 0.6}},
		{text: " failure_mix.transient = 0 : 1e3 ", want: Range{"failure_mix.transient", 0, 1000}},
		{text: "recovery_attempts=0:100", want: Range{"recovery_attempts", 0, 100}},
		{text: "", fault: `got "", want KEY=LO:HI, as in failure_rate=0.2:0.6`},
		{text: "failure_rate", fault: `got "failure_rate", want KEY=LO:HI, as in failure_rate=0.2:0.6`},
		{text: "failure_rate=0.2", fault: `got "failure_rate=0.2", want KEY=LO:HI, as in failure_rate=0.2:0.6`},
		{text: "retry=0:1", fault: `no assumption "retry" can vary; did you mean "latency_ms.retry"?`},
		{text: "hint=0:1", fault: `no assumption "hint" can vary; did you mean "repair_success.hint"?`},
		{text: "stream=0:1", fault: "stream cannot vary: it is not a number; there are " + keys},
		{text: "name=0:1", fault: "name cannot vary: it is not a number; there are " + keys},
		{text: "seed=0:1", fault: "seed cannot vary: no expectation for one operation depends on it; there are " + keys},
		{text: "runs=1:2", fault: "runs cannot vary: no expectation for one operation depends on it; there are " + keys},
		{text: "operations=1:2", fault: "operations cannot vary: no expectation for one operation depends on it; there are " + keys},
		{text: "transient_model=0:1", fault: "transient_model cannot vary: it is not a number; there are " + keys},
		{text: "server_honours_key=0:1", fault: "server_honours_key cannot vary: it is not a number; there are " + keys},
		{text: "cost.usd.attempt=0:1", fault: "cost.usd.attempt cannot vary: prices change no count; there are " + keys},
		{text: "arrival_rate_per_s=1:2", fault: "arrival_rate_per_s cannot vary: only shared budgets depend on it, and they have no closed form; there are " + keys},
		{text: "deadline_ms=100:5000", want: Range{"deadline_ms", 100, 5000}},
		{text: "deadline_ms=100:none", fault: `deadline_ms: got "100:none", want numbers`},
		{text: "retry_after_ms=none:100", fault: `retry_after_ms: got "none:100", want numbers`},
		{text: "outage_ms.max=0.5:2", fault: "outage_ms.max: got 0.5, want a whole number from 0 to 86400000"},
		{text: "distortions.all_retryable=0:0.5", want: Range{"distortions.all_retryable", 0, 0.5}},
		{text: "failure_rate=:1", fault: `failure_rate: got "", want a number from 0 to 1, in plain digits`},
		{text: "failure_rate=0.2:0.6:0.8", fault: `failure_rate: got "0.6:0.8", want a number from 0 to 1, in plain digits`},
		{text: "failure_rate=0:1.5", fault: "failure_rate: got 1.5, want a number from 0 to 1"},
		{text: "failure_rate=-1:1", fault: "failure_rate: got -1, want a number from 0 to 1"},
		{text: "failure_mix.transient=0:Inf", fault: `failure_mix.transient: got "Inf", want a finite number of at least 0, in plain digits`},
		{text: "recovery_attempts=0:1.5", fault: "recovery_attempts: got 1.5, want a whole number from 0 to 100"},
		{text: "recovery_attempts=0:101", fault: "recovery_attempts: got 101, want a whole number from 0 to 100"},
		{text: "failure_rate=0.6:0.2", fault: "failure_rate: got 0.6:0.2, want LO below HI"},
		{text: "failure_rate=0.5:0.5", fault: "failure_rate: got 0.5:0.5, want LO below HI"},
	} {
		got, err := ParseRange(test.text)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if fault != test.fault || test.fault == "" && got != test.want {
			t.Errorf("%q: %+v, %q\nwant %+v, %q", test.text, got, fault, test.want, test.fault)
		}
	}
	if _, err := (Range{}).check(); err == nil {
		t.Error("the zero range is valid")
	}
}

// The text of a range reads back as the range.
func TestRangesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Range{Key: rapid.SampledFrom(RangeKeys()).Draw(t, "key")}
		f, err := r.Field()
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := 1.0, 1000.0 // what all keys but chances and attempts take
		switch {
		case f.Range == "a number from 0 to 1":
			lo, hi = 0, 1
		case r.Key == "recovery_attempts":
			lo, hi = 0, 100
		case f.Whole():
			lo, hi = 0, 86_400_000
		case r.Key != "wait_factor.long":
			lo, hi = 0, math.MaxFloat64
		}
		r.Lo, r.Hi = rapid.Float64Range(lo, hi).Draw(t, "lo"), rapid.Float64Range(lo, hi).Draw(t, "hi")
		if f.Whole() {
			r.Lo, r.Hi = math.Round(r.Lo), math.Round(r.Hi)
		}
		r.Lo, r.Hi = min(r.Lo, r.Hi), max(r.Lo, r.Hi)
		if r.Lo == r.Hi || f.Probability() && scenario.Threshold(r.Lo) == scenario.Threshold(r.Hi) {
			t.Skip("no range")
		}
		if got, err := ParseRange(r.Key + "=" + r.String()); err != nil || got != r {
			t.Errorf("%+v, %v\nwant %+v", got, err, r)
		}
	})
	if got, want := (Range{"deadline_ms", 0, 86_400_000}).String(), "0:86400000"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Fractions fill a range evenly and stay inside it. Each integer of a range is as
// frequent as the others.
func TestFractionsFillARange(t *testing.T) {
	var a scenario.Assumptions
	whole, counts := Range{"recovery_attempts", 2, 5}, map[float64]int{}
	for i := range 400 {
		counts[whole.At(&a.RecoveryAttempts, float64(i)/400)]++
	}
	if diff := cmp.Diff(map[float64]int{2: 100, 3: 100, 4: 100, 5: 100}, counts); diff != "" {
		t.Errorf("whole numbers (-want +got):\n%s", diff)
	}
	for _, place := range []any{&a.DeadlineMS, &a.OutageMS.Max} {
		Put(place, 2)
		if Get(place) != 2 || whole.At(place, 0.99) != 5 {
			t.Errorf("%T holds %v, %v", place, Get(place), whole.At(place, 0.99))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := Range{Key: "failure_mix.transient", Lo: rapid.Float64Range(0, 1e300).Draw(t, "lo")}
		r.Hi = rapid.Float64Range(r.Lo, 1.7e308).Filter(func(x float64) bool { return x > r.Lo }).Draw(t, "hi")
		const last = 1 - 1.0/(1<<52)
		u := rapid.SampledFrom([]float64{0, 1.0 / 3, last}).Draw(t, "u")
		got := r.At(&a.FailureMix.Transient, u)
		if got < r.Lo || got > r.Hi || u == 0 && got != r.Lo {
			t.Errorf("%v of %s is %v", u, r, got)
		}
	})
}
