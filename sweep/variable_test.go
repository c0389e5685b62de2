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

func TestVariables(t *testing.T) {
	for text, want := range map[string]Range{
		" retry_success ":              {"retry_success", 0, 1},
		" failure_rate = 0.20 : 4e-1 ": {"failure_rate", 0.2, 0.4},
		"failure_mix.permission=0:1e3": {"failure_mix.permission", 0, 1000},
		"recovery_attempts=2:10":       {"recovery_attempts", 2, 10},
	} {
		if got, err := ParseVariable(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	keys := strings.Join(RangeKeys(), ", ")
	for text, want := range map[string]string{
		"":                                  `no assumption "" can vary; there are ` + keys,
		"hint":                              `no assumption "hint" can vary, did you mean "repair_success.hint"?; there are ` + keys,
		"runs":                              "runs cannot vary: no expectation for one operation depends on it; there are " + keys,
		"recovery_attempts":                 "recovery_attempts: found no range, and it has no end of its own; recovery_attempts=0:4 works",
		"failure_mix.transient":             "failure_mix.transient: found no range, and it has no end of its own; failure_mix.transient=0:4 works",
		"failure_rate=0.4":                  `found "failure_rate=0.4"; KEY=LO:HI works, as in failure_rate=0.2:0.6`,
		"failure_rate=0.3:0.30000000000001": "failure_rate: found 0.3:0.30000000000001, which 2^-32 does not tell apart; ends with more between them work",
	} {
		if _, err := ParseVariable(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n%v\nwant\n%s", text, err, want)
		}
	}
}

// An assumption of the published benchmark can vary exactly if something that is
// expected of one operation changes with it; no other can.
func TestWhatCanVaryChangesExpectations(t *testing.T) {
	base := scenario.Published()
	base.RepairSuccess = scenario.RepairSuccess{Message: 0.1, Code: 0.2, Field: 0.3, Hint: 0.4}
	for _, f := range scenario.Fields() {
		a := base
		text := "2"
		switch {
		case f.Key == "stream":
			text = "counter/v1"
		case f.Key == "transient_model":
			text = "outage"
		case f.Range == "true or false":
			text = "true"
		case f.Probability():
			text = "0.25"
		case f.Whole():
			text = "3"
		}
		if err := f.Set(&a, text); err != nil {
			t.Fatal(err)
		}
		if can := slices.Contains(RangeKeys(), f.Key); can != (f.Section == "" && expectations(t, a) != expectations(t, base)) {
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
