package vary

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/exact"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
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
	for text, want := range map[string]string{
		"":                                  `no assumption "" can vary; ` + rangeKeys(),
		"hint":                              `no assumption "hint" can vary; did you mean "repair_success.hint"?`,
		"runs":                              "runs cannot vary: no expectation for one operation depends on it; " + rangeKeys(),
		"recovery_attempts":                 "recovery_attempts: got no range, want one, as in recovery_attempts=0:4",
		"failure_mix.transient":             "failure_mix.transient: got no range, want one, as in failure_mix.transient=0:4",
		"outage_ms.max":                     "outage_ms.max: got no range, want one, as in outage_ms.max=1:10000",
		"failure_rate=0.4":                  `got "failure_rate=0.4", want KEY=LO:HI, as in failure_rate=0.2:0.6`,
		"failure_rate=0.3:0.30000000000001": "failure_rate: got 0.3:0.30000000000001, want ends at least 2^-32 apart",
	} {
		if _, err := ParseVariable(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n%v\nwant\n%s", text, err, want)
		}
	}
}

// The range that an error suggests is a range.
func TestTheRangeThatAnErrorSuggests(t *testing.T) {
	for _, key := range RangeKeys() {
		_, err := ParseVariable(key)
		if err == nil {
			continue
		}
		_, example, _ := strings.Cut(err.Error(), "as in ")
		if _, err := ParseVariable(example); err != nil {
			t.Errorf("%s: %s: %v", key, example, err)
		}
	}
}

// An assumption can vary exactly if it is a number, and something that is expected of
// one operation changes with it, by a coin or by an outage.
func TestWhatCanVaryChangesExpectations(t *testing.T) {
	for _, f := range scenario.Fields() {
		changes := false
		for _, model := range []scenario.TransientModel{scenario.Coin, scenario.Outage} {
			a := everything(model)
			before := expectations(t, a)
			text := "2"
			switch {
			case f.Key == "stream" || f.Key == "transient_model":
				continue
			case f.Range == "true or false":
				continue
			case f.Range == "a number from 0 to 1":
				text = "0.0625"
			case f.Whole():
				text = "3"
			}
			if err := f.Set(&a, text); err != nil {
				t.Fatal(err)
			}
			changes = changes || expectations(t, a) != before
		}
		if can := slices.Contains(RangeKeys(), f.Key); can != (changes && f.Number()) {
			t.Errorf("%s: that it can vary is %v", f.Key, can)
		}
	}
}

// everything returns assumptions of all that there is.
func everything(model scenario.TransientModel) scenario.Assumptions {
	a := scenario.Published()
	a.RecoveryAttempts, a.RetrySuccess, a.ReplaceSuccess, a.AfterRepair, a.CommitOnFailure = 2, 0.5, 0.25, 0.25, 0.25
	a.RepairSuccess = scenario.RepairSuccess{Message: 0.1, Code: 0.2, Field: 0.3, Hint: 0.4, Misled: 0.05}
	a.TransientModel, a.OutageMS = model, scenario.OutageMS{Min: 2, Max: 60}
	a.LatencyMS = scenario.LatencyMS{Call: 1, Retry: 4, Repair: 5, Replace: 6}
	a.RetryAfterMS, a.DeadlineMS = optional.Of[int64](2), optional.Of[int64](6)
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}
	a.Distortions.MisleadingSuggestion, a.Distortions.ShortWait, a.Distortions.LongWait = 0.125, 0.125, 0.125
	return a
}

// expectations returns what is expected of every plan of a repairing, a retrying and a
// replacing strategy that honours waits, under some contracts.
func expectations(t *testing.T, a scenario.Assumptions) string {
	t.Helper()
	var all []string
	for _, action := range []strategy.Action{strategy.Repair, strategy.Replace, strategy.Retry} {
		for _, reveals := range []contract.FieldSet{0, contract.Code, contract.Field, contract.ActionableEnvelope().Reveals} {
			s := catalog.Builtin()[0]
			s.Contract.Reveals = reveals
			s.Waits.Honoured = true
			s.Router = strategy.Table{Rows: []strategy.Row{{Action: action}}}
			p, err := strategy.Compile(s, a)
			if err != nil {
				t.Fatal(err)
			}
			tally := exact.Expect(a.Thresholds(), p, 1)
			all = append(all, fmt.Sprint(tally, strategy.Total(strategy.WaitedMS, p, tally)))
		}
	}
	return strings.Join(all, "\n")
}
