package sweep

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
)

// listed returns the values of an axis as rows show them.
func listed(x Axis) []string {
	var all []string
	for i := range x.count {
		a := scenario.Published()
		if err := x.field.Set(&a, x.at(i)); err != nil {
			panic(err)
		}
		all = append(all, x.field.Get(&a))
	}
	return all
}

func TestAxesTakeTheValuesThatAreWritten(t *testing.T) {
	for spec, want := range map[string]string{
		"failure_rate=0.1:0.6:0.05":          "0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5 0.55 0.6",
		"failure_rate=0.1:0.6:0.15":          "0.1 0.25 0.4 0.55",
		"failure_rate=0.3:0.1:-0.1":          "0.3 0.2 0.1",
		"failure_rate=0.5:0.5:0.1":           "0.5",
		"failure_rate=.50,5e-1e0":            "",
		"failure_rate=0.7,0.2":               "0.7 0.2",
		" failure_rate = 0.7 , 0.2 ":         "0.7 0.2",
		"failure_rate=1":                     "1",
		"failure_rate=log:0.001:1:4":         "0.001 0.01 0.1 1",
		"failure_rate=log:1:0.25:3":          "1 0.5 0.25",
		"failure_rate=log:0.1:0.9:3":         "0.1 0.3 0.9",
		"failure_mix.transient=log:1:1e20:3": "1 1e+10 1e+20",
		"runs=log:1:1000:4":                  "1 10 100 1000",
		"runs=log:10:20:3":                   "10 14 20",
		"runs=1.0:3:1e0":                     "1 2 3",
		"failure_rate=0e-999999999:1:0.5":    "0 0.5 1",
		"runs=60:240:60":                     "60 120 180 240",
		"recovery_attempts=0:3:1":            "0 1 2 3",
		"deadline_ms=500,1000":               "500 1000",
		"deadline_ms=0:20:10":                "0 10 20",
		"repair_success.hint=0:1e-9:5e-10":   "0 5e-10 1e-09",
	} {
		x, err := ParseAxis(spec, scenario.Published())
		if want == "" {
			if err == nil {
				t.Errorf("%s: no error", spec)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		} else if got := strings.Join(listed(x), " "); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}

func TestAxesThatAreWrongAreRefused(t *testing.T) {
	for spec, want := range map[string]string{
		"failure_rate":                  `got "failure_rate", want KEY=VALUES, as in failure_rate=0.1:0.6:0.05`,
		"=1":                            `no assumption "" can vary; there are seed, runs, `,
		"failure_rat=1":                 `no assumption "failure_rat" can vary; did you mean "failure_rate"?`,
		"failure_mix=1,2":               `no assumption "failure_mix" can vary; there are failure_mix.transient, failure_mix.validation, `,
		"stream=counter/v2":             `no assumption "stream" can vary; there are seed, `,
		"deadline_ms=none,500":          `deadline_ms: got "none,500", want numbers`,
		"failure_rate=":                 `failure_rate: got no value, want ` + forms,
		"failure_rate=0.1,,0.2":         `failure_rate: got "", want a number from 0 to 1`,
		"failure_rate=0.1,x":            `failure_rate: got "x", want a number from 0 to 1`,
		"failure_rate=0.1,1.1":          `failure_rate: got 1.1, want a number from 0 to 1`,
		"failure_rate=0.1,0.10":         `failure_rate: got 0.1 twice in "0.1,0.10", want each value once`,
		"failure_rate=0.5:1.1:0.3":      `failure_rate: got 1.1, want a number from 0 to 1`,
		"failure_rate=0.1:0.6:-0.1":     `failure_rate: got the step -0.1, want a step from 0.1 to 0.6`,
		"failure_rate=0.6:0.1:0.1":      `failure_rate: got the step 0.1, want a step from 0.6 to 0.1`,
		"failure_rate=0.1:0.6:0":        `failure_rate: got the step 0, want a step from 0.1 to 0.6`,
		"failure_rate=0:1:1e-13":        `failure_rate: got more than 1099511627776 values in "0:1:1e-13", want a longer step`,
		"failure_rate=0:1:1e-300":       `failure_rate: got more than 1099511627776 values in "0:1:1e-300", want a longer step`,
		"failure_rate=a:b:c":            `failure_rate: got "a", want a number`,
		"failure_rate=NaN:1:1":          `failure_rate: got "NaN", want a number`,
		"failure_rate=0:Inf:1":          `failure_rate: got "Inf", want a number`,
		"failure_rate=1e-999:1:0.1":     `failure_rate: got "1e-999", want a number`,
		"failure_rate=0:1:1e-999999999": `failure_rate: got "1e-999999999", want a number`,
		"failure_rate=1:2:3:4":          `failure_rate: got "1:2:3:4", want ` + forms,
		"failure_rate=log:1:2":          `failure_rate: got "log:1:2", want ` + forms,
		"failure_rate=log:0:1:5":        `failure_rate: got log:0:1, want ends above 0`,
		"failure_rate=log:0.1:1:1":      `failure_rate: got the count "1", want a whole number from 2 to 10000`,
		"failure_rate=log:0.1:1:2.5":    `failure_rate: got the count "2.5", want a whole number from 2 to 10000`,
		"failure_rate=log:0.1:10:3":     `failure_rate: got 10, want a number from 0 to 1`,
		"runs=log:1:10:30":              `runs: got 1 twice in log:1:10:30, rounded to whole numbers, want a smaller count`,
		"runs=1:3:0.5":                  `runs: got 1.5, want a whole number from 1 to 33554431`,
		"failure_rate=0x0p0:1:0.1":      `failure_rate: got "0x0p0", want a number`,
		"failure_rate=0.5:0.1":          `failure_rate: got 0.5:0.1, want LO below HI`,
		"failure_rate=0.5:2":            `failure_rate: got 2, want a number from 0 to 1`,
		"failure_rate=0.1:0.10000000001:0.00000000000000000001": `failure_rate: got 0.1 twice in "0.1:0.10000000001:0.00000000000000000001", want each value once`,
	} {
		_, err := ParseAxis(spec, scenario.Published())
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}

// Steps are what exact fractions make of them, however many there are.
func TestStepsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 12).Draw(t, "places")
		scale := int64(math.Pow10(places))
		start := rapid.Int64Range(0, scale).Draw(t, "start")
		stop := rapid.Int64Range(0, scale).Draw(t, "stop")
		step := rapid.Int64Range(1, scale).Draw(t, "step")
		if stop < start {
			step = -step
		}
		write := func(n int64) string { return big.NewRat(n, scale).FloatString(places) }
		x, err := ParseAxis("retry_success="+write(start)+":"+write(stop)+":"+write(step), scenario.Published())
		if err != nil {
			t.Fatal(err)
		}
		if want := (stop-start)/step + 1; x.count != want {
			t.Fatalf("%d values of %s, want %d", x.count, x.Spec, want)
		}
		i := rapid.Int64Range(0, x.count-1).Draw(t, "i")
		got, ok := new(big.Rat).SetString(x.at(i))
		if want := big.NewRat(start+i*step, scale); !ok || got.Cmp(want) != 0 {
			t.Fatalf("value %d of %s is %s, want %s", i, x.Spec, x.at(i), want.FloatString(places))
		}
	})
}

// A share of an axis is a value of it, and equal parts have equal shares.
func TestPicksCoverAnAxis(t *testing.T) {
	for spec, want := range map[string][]string{
		"failure_rate=0.1,0.7,0.3":  {"0.1", "0.1", "0.7", "0.7", "0.3", "0.3"},
		"recovery_attempts=0:2":     {"0", "0", "1", "1", "2", "2"},
		"failure_rate=0.2:0.8":      {"0.2", "0.3", "0.4", "0.5", "0.6", "0.7"},
		"failure_rate=0.1:0.7:0.3":  {"0.1", "0.1", "0.4", "0.4", "0.7", "0.7"},
		"failure_mix.transient=1:4": {"1", "1.5", "2", "2.5", "3", "3.5"},
	} {
		x, err := ParseAxis(spec, scenario.Published())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range 6 {
			got = append(got, x.pick(float64(i)/6+1e-12))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
		if last := x.pick(math.Nextafter(1, 0)); x.count == 0 && !x.field.Whole() && last != x.at(1) {
			t.Errorf("%s: the last share is %s", spec, last)
		}
	}
}
