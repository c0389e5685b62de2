package gate

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
)

func TestWhatWasNotExercisedIsNamed(t *testing.T) {
	baseline := simulated(t, scenario.Published())
	with := func(change func(*scenario.Assumptions)) report.Summary {
		a := scenario.Published()
		change(&a)
		return simulated(t, a.Relabel())
	}
	for _, test := range []struct {
		name    string
		current report.Summary
		want    []string
	}{
		{"the same", baseline, nil},
		{"another seed", with(func(a *scenario.Assumptions) { a.Seed = 1 }), nil},
		{"no failure", with(func(a *scenario.Assumptions) { a.FailureRate = 0 }), []string{"any failure"}},
		{"no class", with(func(a *scenario.Assumptions) { a.FailureMix.Permission = 0 }),
			[]string{"failure class permission", "action authorize of strategy actionable-envelope"}},
		{"no attempt", with(func(a *scenario.Assumptions) { a.RecoveryAttempts = 0 }), []string{
			"action retry of strategy generic-message",
			"action retry of strategy code-only", "action repair of strategy code-only", "action stop of strategy code-only",
			"action retry of strategy actionable-envelope", "action repair of strategy actionable-envelope",
			"action authorize of strategy actionable-envelope", "action stop of strategy actionable-envelope"}},
	} {
		out := judge(t, baseline, test.current, Options{})
		if diff := cmp.Diff(test.want, out.Unexercised); diff != "" && len(test.want)+len(out.Unexercised) > 0 {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if vacuous := out.Verdict == Vacuous; vacuous != (test.want != nil) {
			t.Errorf("%s: %s", test.name, out.Verdict)
		}
	}
	blind := simulated(t, scenario.Published())
	blind.PlanDigest = "sha256:0"
	blind.Results[1].Contract = "generic-message"
	want := []string{"contract code-only of strategy code-only"}
	if diff := cmp.Diff(want, unexercised(baseline, blind)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The same plans on the same rolls exercise the same, so a count that differs is a
// regression.
func TestACountThatFellToZeroOnTheSamePlansIsARegression(t *testing.T) {
	baseline := simulated(t, scenario.Published())
	baseline.Results[0].Actions.Stop = 1
	if out := judge(t, baseline, simulated(t, scenario.Published()), Options{}); out.Verdict != Regression {
		t.Errorf("%s: %s", out.Verdict, out.Reason())
	}
}

func requirements(t *testing.T, texts ...string) []Requirement {
	t.Helper()
	all, err := ParseRequirements(strings.Join(texts, "\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// outcomes returns an outcome of each verdict and of each way to compare.
func outcomes(t *testing.T) map[string]Outcome {
	t.Helper()
	baseline := simulated(t, scenario.Published())
	other, none := scenario.Published(), scenario.Published()
	other.RetrySuccess, none.FailureRate = 0.69, 0
	met, unmet := requirements(t, "code-only.attempts>0"), requirements(t, "code-only.attempts>0", "code-only.resolved<1")
	a := onCounter(7, 60)
	across := Options{Requirements: met, Across: &Across{Thresholds: a.Thresholds(), Plans: plansOf(t, a), Alpha: 0.05}}
	worse := onCounter(8, 60)
	worse.RetrySuccess = 0.4
	alone := func(requirements []Requirement) Outcome {
		out, err := Require(baseline, requirements)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	return map[string]Outcome{
		"alone":          alone(met),
		"alone, unmet":   alone(unmet),
		"good":           judge(t, baseline, baseline, Options{Requirements: met}),
		"good, plain":    judge(t, baseline, baseline, Options{}),
		"unmet":          judge(t, baseline, baseline, Options{Requirements: unmet}),
		"regression":     judge(t, baseline, simulated(t, other.Relabel()), Options{Requirements: unmet}),
		"vacuous":        judge(t, baseline, simulated(t, none.Relabel()), Options{Requirements: unmet}),
		"across":         judge(t, simulated(t, onCounter(8, 60)), simulated(t, a), across),
		"across, worse":  judge(t, simulated(t, worse.Relabel()), simulated(t, a), across),
		"across, doomed": judge(t, simulated(t, onCounter(8, 60)), simulated(t, a), Options{Requirements: unmet, Across: across.Across}),
	}
}

func TestVerdictsHaveTheirExitCodes(t *testing.T) {
	want := map[string]int{"alone": 0, "alone, unmet": 1, "good": 0, "good, plain": 0, "unmet": 1, "regression": 1, "vacuous": 3, "across": 0, "across, worse": 1, "across, doomed": 1}
	for name, out := range outcomes(t) {
		var document struct {
			Schema   string           `json:"schema"`
			Verdict  Verdict          `json:"verdict"`
			ExitCode *int             `json:"exit_code"`
			Joint    *json.RawMessage `json:"joint"`
		}
		var b bytes.Buffer
		if err := view.Write(&b, view.JSONFormat, out); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		if document.Schema != Schema || document.Verdict != out.Verdict || document.ExitCode == nil || *document.ExitCode != want[name] || out.Verdict.ExitCode() != want[name] {
			t.Errorf("%s: %s", name, b.String())
		}
		if across := strings.HasPrefix(name, "across"); across == (document.Joint == nil) {
			t.Errorf("%s: joint is %v", name, document.Joint)
		}
		for _, list := range []string{"strategies", "assumption_changes", "decision_changes", "count_changes", "unexercised", "requirements", "metrics", "small_counts"} {
			if strings.Contains(b.String(), `"`+list+`": null`) {
				t.Errorf("%s: %s is null", name, list)
			}
		}
	}
}

func TestTheVerdictStandsFirst(t *testing.T) {
	for name, out := range outcomes(t) {
		if sections := len(out.Sections()); strings.HasPrefix(name, "alone") && sections != 2 {
			t.Errorf("%s: %d sections, want the verdict and the requirements", name, sections)
		}
		for _, format := range []view.Format{view.TableFormat, view.MarkdownFormat} {
			var b bytes.Buffer
			if err := view.Write(&b, format, out); err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitN(b.String(), "\n", 4)
			if !strings.HasPrefix(lines[2], strings.ToUpper(string(out.Verdict))+": ") {
				t.Errorf("%s: %s", name, b.String())
			}
			for _, f := range out.Requirements {
				if !strings.Contains(html.UnescapeString(b.String()), f.Requirement) {
					t.Errorf("%s: nothing about %s", name, f.Requirement)
				}
			}
			for _, c := range out.CountChanges {
				if !strings.Contains(b.String(), c.path()) {
					t.Errorf("%s: nothing about %s", name, c.path())
				}
			}
		}
	}
}

func TestTheReasonNamesWhatFails(t *testing.T) {
	all := outcomes(t)
	for name, want := range map[string]string{
		"alone":        `^1 of 1 requirements met, without a baseline$`,
		"alone, unmet": `^1 of 2 requirements met, without a baseline$`,
		"good":         `^all \d+ decisions, \d+ counts and the plan digest equal the baseline's; 1 of 1 requirements met$`,
		"good, plain":  `^all \d+ decisions, \d+ counts and the plan digest equal the baseline's$`,
		"unmet":        `^1 of 2 requirements not met; all \d+ decisions, \d+ counts and the plan digest equal the baseline's$`,
		"regression":   `^1 of 2 requirements not met; \d+ of \d+ counts and the plan digest differ from the baseline's$`,
		"vacuous":      `^this run never exercised any failure$`,
		"across":       `^no change of the distribution was found: D\^2 = [0-9.]+ on 7 degrees of freedom, p = 0\.\d+, alpha = 0\.05; of 40 metrics 0 changed, 13 unchanged, 27 cannot be told; 1 of 1 requirements met$`,
	} {
		matches(t, want, all[name].Reason())
	}
}

// A verdict that is added later does not exit with 0 unless somebody decides so.
func TestOnlyAGoodVerdictExitsWithZero(t *testing.T) {
	for v, want := range map[Verdict]int{Good: 0, Regression: 1, Vacuous: 3, "": 1, "another": 1} {
		if got := v.ExitCode(); got != want {
			t.Errorf("%q exits with %d, want %d", v, got, want)
		}
	}
}

func TestASummaryThatCountsNothingIsRefused(t *testing.T) {
	a := onCounter(1, 2)
	counted := simulated(t, a)
	expected, err := report.Expect(a, plansOf(t, a))
	if err != nil {
		t.Fatal(err)
	}
	const want = "a summary of the engine exact counts nothing; compare summaries of the engine replay"
	for _, pair := range [][2]report.Summary{{expected, counted}, {counted, expected}, {expected, expected}} {
		if _, err := Judge(pair[0], pair[1], Options{}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Require(expected, nil); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestSummariesThatCannotBeComparedAreRefused(t *testing.T) {
	whole := simulated(t, onCounter(1, 2))
	interrupted, fewer := whole, whole
	interrupted.Complete = false
	fewer.Results = whole.Results[:2]
	for want, pair := range map[string][2]report.Summary{
		"a summary holds 2 of 2 runs; compare summaries of complete runs":                                                      {interrupted, whole},
		"strategies: got generic-message, code-only, want generic-message, code-only, actionable-envelope, as in the baseline": {whole, fewer},
		"strategies: got generic-message, code-only, actionable-envelope, want generic-message, code-only, as in the baseline": {fewer, whole},
	} {
		if _, err := Judge(pair[0], pair[1], Options{}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
