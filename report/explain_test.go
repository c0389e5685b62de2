package report

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

func compiled(t *testing.T, a scenario.Assumptions) []*strategy.Plan {
	t.Helper()
	plans, err := strategy.CompileAll(strategy.Published(), a)
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
		want              string
	}{
		{strategy.Retry, false, false, "if it fails"},
		{strategy.Retry, false, true, "always: futile"},
		{strategy.Retry, true, true, "always: permanent, futile"},
		{strategy.Stop, false, false, "no"},
		{strategy.Authorize, false, false, "no"},
	} {
		if got := wasted(strategy.Decision{Action: test.action, Permanent: test.permanent, Futile: test.futile}); got != test.want {
			t.Errorf("%v: %s, want %s", test, got, test.want)
		}
	}
}

// A row for each decision of each class, and one where nothing is allowed.
func TestEveryDecisionIsExplained(t *testing.T) {
	a := scenario.Published()
	for _, a.RecoveryAttempts = range []int64{0, 1, 3} {
		for i, p := range compiled(t, a) {
			section := Explain([]*strategy.Plan{p}).Sections()[0]
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

// A story agrees with what a replay of its operation alone would count: the
// first run of one operation after the other.
func TestStoriesAgreeWithTheCounts(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations, a.RecoveryAttempts = 1, 60, 2
	for i, p := range compiled(t, a) {
		got := map[strategy.Outcome]int64{}
		for index := range a.Operations {
			story := Tell(a, []*strategy.Plan{p}, 1, index)
			got[story.Paths[0].Outcome]++
			table := story.Sections()[1].Table
			for _, row := range table.Rows {
				if len(row) != len(table.Header) {
					t.Fatalf("a row has %d cells: %v", len(row), row)
				}
			}
		}
		r := simulated(t, a).Results[i]
		want := map[strategy.Outcome]int64{strategy.OutcomeEscalated: r.Escalated, strategy.OutcomeStopped: r.Actions.Stop}
		for key, n := range want {
			if got[key] != n {
				t.Errorf("%s: %d %s, want %d", r.Strategy, got[key], key, n)
			}
		}
		if resolved := got[strategy.OutcomeFirstCall] + got[strategy.OutcomeRecovered]; resolved != r.Resolved {
			t.Errorf("%s: %d resolved, want %d", r.Strategy, resolved, r.Resolved)
		}
	}
}

func TestAStoryInWords(t *testing.T) {
	a := scenario.Published()
	var b strings.Builder
	if err := Write(&b, TableFormat, Tell(a, compiled(t, a), 1, 4)); err != nil {
		t.Fatal(err)
	}
	golden(t, "story.txt", b.String())
}
