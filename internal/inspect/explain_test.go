package inspect

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/internal/custom"
	"errbench/internal/view"
	"errbench/internal/view/viewtest"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// compiled returns plans of the published strategies, or of the built-in ones with the names.
func compiled(t *testing.T, a scenario.Assumptions, names ...string) []*strategy.Plan {
	t.Helper()
	strategies := catalog.Published()
	if names != nil {
		var err error
		if strategies, err = catalog.Find(names); err != nil {
			t.Fatal(err)
		}
	}
	plans, err := strategy.CompileAll(strategies, a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

// An envelope from outside cannot steer a terminal, and stays the same JSON.
func TestAnEnvelopeIsShownPrintably(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("\x00\x1b\u009b\u202e\u2028\ufeff\U000e0001<&|\\\"\n")))).Draw(t, "text")
		want := contract.Error{Code: optional.Of(text), Retryable: optional.Of(false), Suggestion: optional.Of("")}
		shown := envelope(want)
		if strings.ContainsFunc(shown, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Fatalf("%q", shown)
		}
		var got contract.Error
		if err := json.Unmarshal([]byte(shown), &got); err != nil || got != want {
			t.Fatalf("%s is read as %+v, %v", shown, got, err)
		}
	})
}

func TestWhatIsWastedIsSaid(t *testing.T) {
	for _, test := range []struct {
		action            strategy.Action
		permanent, futile bool
		chance            float64
		want              string
	}{
		{strategy.Retry, false, false, 0.5, "if it fails"},
		{strategy.Retry, false, false, 1, "no"},
		{strategy.Retry, false, true, 0, "always: futile"},
		{strategy.Retry, true, false, 1, "permanent"},
		{strategy.Retry, true, true, 0, "always: permanent, futile"},
		{strategy.Stop, false, false, 0, "no"},
		{strategy.Authorize, false, false, 0, "no"},
	} {
		d := strategy.Decision{Action: optional.Of(test.action), Permanent: test.permanent, Futile: test.futile}
		if test.action.Attempt() {
			d.WaitMS, d.Threshold = optional.Of(strategy.WaitMS{}), optional.Of(scenario.Threshold(test.chance))
		}
		if got := wastedText(d); got != test.want {
			t.Errorf("%v: %s, want %s", test, got, test.want)
		}
	}
}

// A row for each decision of each class, and one where nothing is allowed.
func TestEveryDecisionIsExplained(t *testing.T) {
	a := scenario.Published()
	for _, a.RecoveryAttempts = range []int64{0, 1, 3} {
		for i, p := range compiled(t, a) {
			section := Explain([]*strategy.Plan{p}, a, p.Kinds).Sections()[0]
			want := len(p.Steps)
			if want == 0 {
				want = scenario.NumClasses
			}
			if len(section.Table.Rows) != want {
				t.Errorf("strategy %d with %d attempts: %d rows, want %d", i, a.RecoveryAttempts, len(section.Table.Rows), want)
			}
		}
	}
}

// What is not in the published model is shown as columns and sentences of its own,
// as far as it is there.
func TestExplanationsInWords(t *testing.T) {
	for _, test := range []struct{ preset, deadline, kind, strategies, file string }{
		{"rate-limited", "", "", "decorrelated-jitter,grpc-throttled", "explain-rate-limited.txt"},
		{"outage", "", "", "full-jitter,polly", "explain-outage.txt"},
		{"outage", "500", "transient", "full-jitter", "explain-deadline.txt"},
		{"adversarial", "", "validation/misleading_suggestion", "code-only,guarded-envelope", "explain-misleading.txt"},
		{"adversarial", "", "success_as_failure", "code-only", "explain-phantom.txt"},
		{"adversarial", "", "transient/failure_as_success", "code-only", "explain-false-success.txt"},
	} {
		preset, err := scenario.FindPreset(test.preset)
		if err != nil {
			t.Fatal(err)
		}
		a := preset.Assumptions
		if test.deadline != "" {
			if err := a.Set("deadline_ms", test.deadline); err != nil {
				t.Fatal(err)
			}
		}
		kinds, err := custom.Kinds(a, test.kind)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := view.Write(&b, view.TableFormat, Explain(compiled(t, a, strings.Split(test.strategies, ",")...), a, kinds)); err != nil {
			t.Fatal(err)
		}
		viewtest.Golden(t, test.file, b.String())
	}
}

// Every row has a cell for each column, whatever there is to tell.
func TestExplanationsFillTheirTables(t *testing.T) {
	for _, preset := range scenario.Presets() {
		a := preset.Assumptions
		a.AfterRepair = 0.2
		plans, err := strategy.CompileAll(catalog.Builtin(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Explain(plans, a, scenario.Kinds(a)).Sections() {
			for _, row := range s.Table.Texts() {
				if len(row) != len(s.Table.Columns) {
					t.Fatalf("%s, %s: %d cells below %v: %v", preset.Name, s.Title, len(row), s.Table.Columns, row)
				}
			}
		}
	}
}
