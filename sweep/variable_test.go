package sweep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/exact"
	"errbench/scenario"
	"errbench/strategy"
)

func TestVariablesAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"retry_success":                   "retry_success 0 1",
		" failure_rate = 0.20 : 4e-1 ":    "failure_rate 0.2 0.4",
		"failure_mix.permission=0:1e3":    "failure_mix.permission 0 1000",
		"recovery_attempts=2:10":          "recovery_attempts 2 10",
		"repair_success.hint=0:0.0000001": "repair_success.hint 0 1e-07",
	} {
		v, err := ParseVariable(text)
		if got := fmt.Sprint(v.Key, " ", v.Lo, " ", v.Hi); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}

func TestWrongVariablesAreRefused(t *testing.T) {
	keys := strings.Join(VariableKeys(), ", ")
	for text, want := range map[string]string{
		"name":                  "name: it is no number that could vary; there are " + keys,
		"stream=0:1":            "stream: it is no number that could vary; there are " + keys,
		"seed=1:2":              "seed: the difference does not depend on it, being what is expected of one operation; there are " + keys,
		"runs":                  "runs: the difference does not depend on it, being what is expected of one operation; there are " + keys,
		"operations":            "operations: the difference does not depend on it, being what is expected of one operation; there are " + keys,
		"recovery_attempts":     "recovery_attempts: found no range, and it has no end of its own; LO:HI works, as in recovery_attempts=0:10",
		"failure_mix.transient": "failure_mix.transient: found no range, and it has no end of its own; LO:HI works, as in failure_mix.transient=0:4",
		"failure_rate=0.4":      `failure_rate: found "0.4"; a range LO:HI works, as in failure_rate=0.1:0.9`,
		"failure_rate=0:1.5":    "failure_rate: found 1.5; what works: a number from 0 to 1",
		"failure_rate=a:1":      `failure_rate: found "a"; what works: a number from 0 to 1, in plain digits`,
		"failure_rate=:1":       `failure_rate: found ""; what works: a number from 0 to 1, in plain digits`,
		"failure_rate=0:1:2":    `failure_rate: found "1:2"; what works: a number from 0 to 1, in plain digits`,
		"failure_rate=0.9:0.2":  "failure_rate: found 0.9:0.2; a lower and then a higher end work",
		"failure_rate=0.5:0.5":  "failure_rate: found 0.5:0.5; a lower and then a higher end work",
		"failure_rate=0.30000000001:0.30000000002": "failure_rate: found 0.30000000001:0.30000000002, which 2^-32 does not tell apart; ends with more between them work",
		"recovery_attempts=0:101":                  "recovery_attempts: found 101; what works: a whole number from 0 to 100",
		"recovery_attempts=0:1.5":                  "recovery_attempts: found 1.5; what works: a whole number from 0 to 100",
	} {
		if _, err := ParseVariable(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n%v\nwant\n%s", text, err, want)
		}
	}
	for _, text := range []string{"", "hint", "failure_mix", "=0:1"} {
		if _, err := ParseVariable(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// An assumption can vary exactly if something that is expected of one operation
// changes with it.
func TestWhatCanVaryChangesExpectations(t *testing.T) {
	base := scenario.Published()
	base.RepairSuccess = scenario.RepairSuccess{Message: 0.1, Code: 0.2, Field: 0.3, Hint: 0.4}
	for _, f := range scenario.Fields() {
		a := base
		text := map[bool]string{true: "3", false: "0.25"}[f.Whole()]
		if f.Key == "stream" {
			text = "counter/v1"
		}
		if err := f.Set(&a, text); err != nil {
			t.Fatal(err)
		}
		if can := slices.Contains(VariableKeys(), f.Key); can != (expectations(t, a) != expectations(t, base)) {
			t.Errorf("%s: that it can vary is %v", f.Key, can)
		}
	}
}

// expectations returns what is expected of every plan of a repairing and of a
// replacing strategy, under each contract.
func expectations(t *testing.T, a scenario.Assumptions) string {
	t.Helper()
	var all []string
	for _, action := range []strategy.Action{strategy.Repair, strategy.Replace} {
		for reveals := range 256 {
			s := strategy.Builtin()[0]
			s.Contract.Reveals = contract.Part(reveals)
			s.Router = strategy.Table{Rows: []strategy.Row{{Action: action}}}
			p, err := strategy.Compile(s, a)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fmt.Sprint(exact.Expect(a.Thresholds(), p, 1)))
		}
	}
	return strings.Join(all, "\n")
}
