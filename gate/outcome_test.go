package gate

import (
	"bytes"
	"encoding/json"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
)

func TestDifferencesAreOrderedByKindAndEffect(t *testing.T) {
	was, is := simulated(t, scenario.Published()), simulated(t, scenario.Published())
	is.PlanDigest = "sha256:0"
	is.Results[0].Attempts += 10
	is.Results[0].Escalated = 1
	is.Results[1].WastedRetries.Failed = 335
	is.Expected[2].ResolutionRate = 0.75
	is.Comparisons[0].FailedReduction = undefined
	is.Warnings = nil
	var got []string
	for _, d := range differences(findings(written(was)), findings(written(is))) {
		got = append(got, d.line())
	}
	want := []string{
		"plan_digest: baseline " + was.PlanDigest + ", current sha256:0",
		"warnings.correlated_runs.code: baseline correlated_runs, current -",
		"warnings.correlated_runs.text: baseline " + was.Warnings[0].Text + ", current -",
		"results.generic-message.escalated: baseline 0, current 1 (+1)",
		"results.code-only.wasted_retries.failed: baseline 1005, current 335 (-670)",
		"results.generic-message.attempts: baseline 16823, current 16833 (+10)",
		"expected.actionable-envelope.resolution_rate: baseline 0.76, current 0.75 (-0.01)",
		"compare(code-only,generic-message).failed_reduction: baseline 0.745762712, current -",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheEffectIsAShareOfTheLargerValue(t *testing.T) {
	for _, test := range []struct{ baseline, current, percent, change string }{
		{"100", "99", "1 %", "-1"},
		{"99", "100", "1 %", "+1"},
		{"0", "7", "100 %", "+7"},
		{"-0.5", "0.5", "200 %", "+1"},
		{"0.1", "0.100000001", "1e-06 %", "+0.000000001"},
		{"3", "", "-", ""},
		{"one", "two", "-", ""},
	} {
		d := Difference{"path", test.baseline, test.current, effect(test.baseline, test.current)}
		if d.percent() != test.percent || d.change() != test.change {
			t.Errorf("%+v: %s, %s", test, d.percent(), d.change())
		}
	}
}

// A change of any value is one difference, and no change is none.
func TestEveryChangeIsOneDifference(t *testing.T) {
	s := findings(written(simulated(t, scenario.Published())))
	var paths []string
	for path := range s {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	rapid.Check(t, func(t *rapid.T) {
		changed := map[string]string{}
		for k, v := range s {
			changed[k] = v
		}
		want := rapid.SliceOfNDistinct(rapid.SampledFrom(paths), 0, 9, rapid.ID).Draw(t, "paths")
		for _, path := range want {
			changed[path] = rapid.SampledFrom([]string{"", "-1", "12345678", "text"}).Draw(t, "value")
		}
		want = slices.DeleteFunc(want, func(path string) bool { return changed[path] == s[path] })
		var got []string
		last := Difference{Effect: undefined}
		for _, d := range differences(s, changed) {
			got = append(got, d.Path)
			if d.rank() > last.rank() {
				t.Fatalf("%+v after %+v", d, last)
			}
			last = d
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestAssumptionChangesAreInTheOrderOfFiles(t *testing.T) {
	was, is := scenario.Published(), scenario.Published()
	is.Name, is.ReplaceSuccess, is.Seed, is.FailureMix.Transient = "mine", 0.5, 1, 2
	keys := func(free ...string) (keys []string) {
		for _, d := range AssumptionChanges(was, is, free...) {
			keys = append(keys, d.Path+" "+d.Baseline+" "+d.Current)
		}
		return keys
	}
	if diff := cmp.Diff([]string{"seed 9100 1", "failure_mix.transient 1 2", "replace_success 0 0.5"}, keys()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"failure_mix.transient 1 2", "replace_success 0 0.5"}, keys("seed")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

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
	blind.Results = slices.Clone(blind.Results[:2])
	blind.Results[1].Contract = "generic-message"
	want := []string{"contract code-only of strategy code-only", "strategy actionable-envelope"}
	if diff := cmp.Diff(want, unexercised(baseline, blind)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The same plans on the same rolls: a count that one of them has not is no want
// of cases, but wrong.
func TestACountOfItsOwnIsARegression(t *testing.T) {
	baseline := simulated(t, scenario.Published())
	baseline.Results[0].Actions.Stop = 1
	if out := judge(t, baseline, simulated(t, scenario.Published()), Options{}); out.Verdict != Regression {
		t.Errorf("%s: %s", out.Verdict, out.Reason())
	}
}

// The last digit of the chance of an agreement depends on the processor.
func TestTheChanceOfTheAgreementIsNotCompared(t *testing.T) {
	baseline, current := simulated(t, onCounter(1, 5)), simulated(t, onCounter(1, 5))
	current.Agreement.Chance += 1e-9
	out := judge(t, baseline, current, Options{})
	if out.Verdict != Good || !current.Agreement.Chance.Defined() {
		t.Errorf("%s: %s", out.Verdict, out.Reason())
	}
	current.Agreement.Squared += 1e-9
	out = judge(t, baseline, current, Options{})
	if len(out.Differences) != 1 || out.Differences[0].Path != "agreement.squared" {
		t.Errorf("%+v", out.Differences)
	}
	matches(t, `^1 of \d+ values differs from the baseline's$`, out.Reason())
	for _, c := range out.Cases() {
		if c.Failure != "" && c.Failure != "1 value differs from the baseline's" {
			t.Errorf("%+v", c)
		}
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

// One outcome of each verdict, and of both ways to compare.
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
	return map[string]Outcome{
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
	want := map[string]int{"good": 0, "good, plain": 0, "unmet": 1, "regression": 1, "vacuous": 3, "across": 0, "across, worse": 1, "across, doomed": 1}
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
		for _, list := range []string{"strategies", "assumption_changes", "unexercised", "requirements", "differences", "metrics", "small_counts"} {
			if strings.Contains(b.String(), `"`+list+`": null`) {
				t.Errorf("%s: %s is null", name, list)
			}
		}
	}
}

func TestTheVerdictStandsFirst(t *testing.T) {
	for name, out := range outcomes(t) {
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
			for _, d := range out.Differences {
				if !strings.Contains(b.String(), d.Path) {
					t.Errorf("%s: nothing about %s", name, d.Path)
				}
			}
		}
	}
}

func TestTheReasonNamesWhatFails(t *testing.T) {
	all := outcomes(t)
	for name, want := range map[string]string{
		"good":        `^all \d+ values equal the baseline's; 1 of 1 requirements met$`,
		"good, plain": `^all \d+ values equal the baseline's$`,
		"unmet":       `^1 of 2 requirements not met; all \d+ values equal the baseline's$`,
		"regression":  `^1 of 2 requirements not met; \d+ of \d+ values differ from the baseline's, the plan digest among them$`,
		"vacuous":     `^this run never exercised any failure$`,
		"across":      `^no change of the distribution was found: D\^2 = [0-9.]+ on 7 degrees of freedom, p = 0\.\d+, alpha = 0\.05; of 40 metrics 0 changed, 13 unchanged, 27 cannot be told; 1 of 1 requirements met$`,
	} {
		matches(t, want, all[name].Reason())
	}
}

// Only a good verdict ends with 0, whatever verdicts there will be.
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
