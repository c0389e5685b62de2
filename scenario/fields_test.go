package scenario_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

// leaves returns the dotted keys of a JSON object and their values, in order.
func leaves(t *testing.T, d *json.Decoder, prefix string) (keys []string, values map[string]string) {
	t.Helper()
	token := func() json.Token {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	values = map[string]string{}
	for d.More() {
		key := prefix + token().(string)
		switch value := token().(type) {
		case json.Delim:
			inner, more := leaves(t, d, key+".")
			for _, k := range inner {
				keys, values[k] = append(keys, k), more[k]
			}
		case json.Number:
			keys, values[key] = append(keys, key), value.String()
		case string:
			keys, values[key] = append(keys, key), value
		case bool:
			keys, values[key] = append(keys, key), strconv.FormatBool(value)
		case nil:
			keys, values[key] = append(keys, key), "none"
		default:
			t.Fatalf("%s holds %v", key, value)
		}
	}
	token() // the closing brace
	return keys, values
}

// A field that the table lacks could be neither read, set, checked nor
// documented.
func TestFieldsAreTheLeavesOfTheJSON(t *testing.T) {
	encoded, err := json.Marshal(scenario.Published())
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(encoded))
	d.UseNumber()
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	want, values := leaves(t, d, "")
	var got []string
	for _, f := range scenario.Fields() {
		got = append(got, f.Key)
		if f.Default() != values[f.Key] {
			t.Errorf("%s: default %q, published %q", f.Key, f.Default(), values[f.Key])
		}
		if joined := strings.Join(f.Path(), "."); joined != f.Key {
			t.Errorf("%s: path %q", f.Key, f.Path())
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-JSON +table):\n%s", diff)
	}
}

func TestFieldsAreDocumented(t *testing.T) {
	origins := map[scenario.Origin]bool{scenario.FromArticle: true, scenario.Recovered: true, scenario.Ours: true}
	for _, f := range scenario.Fields() {
		if f.About == "" || f.Range == "" || !origins[f.Origin] {
			t.Errorf("%+v lacks a meaning, a range or an origin", f)
		}
		if strings.Contains(f.About+f.Range, "\n") {
			t.Errorf("%s: a comment in a file is one line", f.Key)
		}
	}
}

func TestFieldsReturnsACopy(t *testing.T) {
	scenario.Fields()[0].Key = "other"
	if got := scenario.Fields()[0].Key; got != "name" {
		t.Errorf("the table was changed from outside: %q", got)
	}
}

func TestSetReadsBackWhatGetReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawAssumptions(t)
		got := scenario.Published()
		for _, f := range scenario.Fields() {
			if err := got.Set(f.Key, f.Get(&want)); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("assumptions (-want +got):\n%s", diff)
		}
	})
}

func TestSetTellsWhatWorks(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"runs", "abc", `runs: got "abc", want a whole number from 1 to 33554431, in plain digits`},
		{"runs", "", `runs: got "", want a whole number from 1 to 33554431, in plain digits`},
		{"runs", " 5", `runs: got " 5", want a whole number from 1 to 33554431, in plain digits`},
		{"runs", "1_000", `runs: got "1_000", want a whole number from 1 to 33554431, in plain digits`},
		{"runs", "05", `runs: got "05", want a whole number from 1 to 33554431, in plain digits`},
		{"runs", "1.5", "runs: got 1.5, want a whole number from 1 to 33554431"},
		{"runs", "0", "runs: got 0, want a whole number from 1 to 33554431"},
		{"runs", strings.Repeat("9", 100), "runs: got " + strings.Repeat("9", 60) + "..., want a whole number from 1 to 33554431"},
		{"failure_rate", "1.5", "failure_rate: got 1.5, want a number from 0 to 1"},
		{"failure_rate", "NaN", `failure_rate: got "NaN", want a number from 0 to 1, in plain digits`},
		{"failure_rate", "inf", `failure_rate: got "inf", want a number from 0 to 1, in plain digits`},
		{"failure_rate", "1e400", "failure_rate: got 1e400, want a number from 0 to 1"},
		{"failure_rate", "0x1p-2", `failure_rate: got "0x1p-2", want a number from 0 to 1, in plain digits`},
		{"failure_rate", "0_0.4", `failure_rate: got "0_0.4", want a number from 0 to 1, in plain digits`},
		{"failure_rate", ".", `failure_rate: got ".", want a number from 0 to 1, in plain digits`},
		{"runs", "-1", "runs: got -1, want a whole number from 1 to 33554431"},
		{"runs", "-99999999999999999999", "runs: got -99999999999999999999, want a whole number from 1 to 33554431"},
		{"runs", "60.0", "runs: got 60.0, want a whole number from 1 to 33554431, in plain digits"},
		{"runs", "6e1", "runs: got 6e1, want a whole number from 1 to 33554431, in plain digits"},
		{"runs", "1e-400", "runs: got 1e-400, want a whole number from 1 to 33554431"},
		{"seed", "-1", "seed: got -1, want a whole number from 0 to 9007199254740991"},
		{"recovery_attempts", "0.0", "recovery_attempts: got 0.0, want a whole number from 0 to 100, in plain digits"},
		{"failure_rate", "-0.5", "failure_rate: got -0.5, want a number from 0 to 1"},
		{"failure_rate", "-1e400", "failure_rate: got -1e400, want a number from 0 to 1"},
		{"transient_model", "coins", `transient_model: got "coins", want one of coin, outage`},
		{"server_honours_key", "yes", `server_honours_key: got "yes", want true or false`},
		{"server_honours_key", "1", "server_honours_key: got 1, want true or false"},
		{"deadline_ms", "None", `deadline_ms: got "None", want none, or a whole number from 0 to 86400000, in plain digits`},
		{"deadline_ms", "86400001", "deadline_ms: got 86400001, want none, or a whole number from 0 to 86400000"},
		{"arrival_rate_per_s", "0", "arrival_rate_per_s: got 0, want a number from 0.000001 to 1000000"},
		{"wait_factor.long", "0.5", "wait_factor.long: got 0.5, want a number from 1 to 1000"},
		{"distortions.wrong_code.transient", "1", "distortions.wrong_code.transient: this is a group; choose a key inside it: distortions.wrong_code.transient.validation, " +
			"distortions.wrong_code.transient.permission, distortions.wrong_code.transient.not_found"},
		{"distortions.wrong_code.transient.transient", "1", "distortions.wrong_code.transient.transient: unknown key; did you mean \"distortions.wrong_code.transient.permission\"?"},
		{"stream", "counter/v1", `stream: got "counter/v1", want one of lcg32/v1, counter/v2`},
		{"failure_mix", "1", "failure_mix: this is a group; choose a key inside it: failure_mix.transient, failure_mix.validation, failure_mix.permission, failure_mix.not_found"},
		{"shares", "1", "shares: unknown key; " + listsKeys},
		{"hint", "1", `hint: unknown key; did you mean "repair_success.hint"?`},
	} {
		a := scenario.Published()
		if err := a.Set(c.key, c.text); err == nil || err.Error() != c.want {
			t.Errorf("set %s=%s: error %v, want %s", c.key, c.text, err, c.want)
		}
	}
}

func TestSetStoresNegativeZeroAsZero(t *testing.T) {
	a := scenario.Published()
	if err := a.Set("failure_rate", "-0"); err != nil || math.Signbit(a.FailureRate) {
		t.Errorf("failure rate %v, error %v", a.FailureRate, err)
	}
}

// What several fields decide together may pass through a state that is
// invalid, so only Validate judges it.
func TestSetLeavesTheWholeToValidate(t *testing.T) {
	a := scenario.Published()
	for _, f := range scenario.Fields() {
		if f.Path()[0] == "failure_mix" {
			if err := a.Set(f.Key, "0"); err != nil {
				t.Error(err)
			}
		}
	}
	if a.Validate() == nil {
		t.Error("weights that are all zero are valid")
	}
}

// A chance that is not zero is never taken for one that is.
func TestANumberTooSmallForAFloatIsRefused(t *testing.T) {
	tiny := []string{"1e-400", "-1e-400", "2e-324", "0.1E-400", "0.0001e-330", "0." + strings.Repeat("0", 400) + "1"}
	checked := 0
	for _, f := range scenario.Fields() {
		a := scenario.Published()
		if f.Range != "a number from 0 to 1" && f.Range != "a finite number of at least 0" {
			continue
		}
		checked++
		for _, text := range tiny {
			found := text
			if len(text) > 60 {
				found = text[:60] + "..."
			}
			want := f.Key + ": got " + found + ", want " + f.Range
			if err := a.Set(f.Key, text); err == nil || err.Error() != want {
				t.Errorf("%s = %s: error %v, want %s", f.Key, text, err, want)
			}
		}
		for _, text := range []string{"0", "0.0", "0e5", "-0.000E-400", "5e-324"} {
			if err := a.Set(f.Key, text); err != nil {
				t.Errorf("%s = %s: %v", f.Key, text, err)
			}
		}
	}
	if checked != 39 {
		t.Errorf("%d fields were checked", checked)
	}
	for _, file := range []string{"failure_rate: 1e-400\n", `{"failure_rate":1e-400}`} {
		if _, err := scenario.Read(strings.NewReader(file), "a.yaml"); err == nil || !strings.HasSuffix(err.Error(), "failure_rate: got 1e-400, want a number from 0 to 1") {
			t.Errorf("%s: error %v", file, err)
		}
	}
}

// What stands at the pointer of a field is its value, of its kind.
func TestPointersLeadToTheValues(t *testing.T) {
	for _, f := range scenario.Fields() {
		a, other := scenario.Published(), scenario.Published()
		want := ""
		switch p := f.Pointer(&a).(type) {
		case *float64:
			*p, want = 1, "1"
			if f.Probability() {
				*p, want = 0.125, "0.125"
			}
		case *int64:
			*p, want = 77, "77"
		case *uint64:
			*p, want = 77, "77"
		case *optional.Value[int64]:
			*p, want = optional.Of[int64](77), "77"
		case *bool:
			*p, want = true, "true"
		default:
			if !slices.Contains([]string{"name", "stream", "transient_model"}, f.Key) {
				t.Errorf("%s is %T", f.Key, p)
			}
			continue
		}
		if err := other.Set(f.Key, want); err != nil || a != other || f.Get(&a) != want {
			t.Errorf("%s: %+v, want %s, error %v", f.Key, a, want, err)
		}
	}
}

// Being a number from 0 to 1 does not make a probability.
func TestProbabilitiesAreMarkedInTheTable(t *testing.T) {
	checked := 0
	for _, f := range scenario.Fields() {
		chance := slices.ContainsFunc([]string{"failure_rate", "retry_success", "repair_success.", "replace_success", "after_repair", "distortions.", "commit_on_failure"},
			func(key string) bool { return strings.HasPrefix(f.Key, key) })
		if f.Probability() != chance {
			t.Errorf("%s is a probability: %v; it means %q", f.Key, f.Probability(), f.About)
		}
		if f.Probability() {
			checked++
			if f.Range != "a number from 0 to 1" {
				t.Errorf("%s is a probability in the range %q", f.Key, f.Range)
			}
		}
	}
	if checked == 0 {
		t.Error("no field is a probability")
	}
}
