package gate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/report"
	"errbench/scenario"
)

func TestRequirementsAreJudged(t *testing.T) {
	s := simulated(t, scenario.Published())
	for text, met := range map[string]bool{
		"actionable-envelope.resolution_rate>=0.75":                           true,
		"actionable-envelope.resolution_rate>=0.755333333":                    true,
		"actionable-envelope.resolution_rate>0.755333333":                     false,
		"actionable-envelope.resolution_rate >= 0.99":                         false,
		"  code-only.wasted_retries.permanent == 0\t":                         true,
		"code-only.wasted_retries.permanent!=0":                               false,
		"code-only.attempts<=14374":                                           true,
		"code-only.attempts<14374":                                            false,
		"code-only.attempts==1.4374e4":                                        true,
		"generic-message.failures.not_found==1188":                            true,
		"generic-message.resolution_interval.lo>0.66":                         true,
		"generic-message.per_run.sd<0.04":                                     true,
		"compare(actionable-envelope,generic-message).failed_reduction>0.8":   true,
		"compare( code-only , generic-message ).failed_reduction>0.8":         false,
		"compare(code-only,generic-message).difference_interval.lo>0":         true,
		"compare(actionable-envelope,code-only).resolution_difference<-0.001": false,
	} {
		r, err := ParseRequirement(text)
		if err != nil {
			t.Error(err)
			continue
		}
		found, err := r.judge(s)
		if err != nil || found.Met != met || found.Requirement != strings.TrimSpace(text) {
			t.Errorf("%s: %+v, %v", text, found, err)
		}
	}
}

func TestWhatIsNoRequirementIsRefused(t *testing.T) {
	const grammar = "requirement: got %q, want STRATEGY.KEY or compare(STRATEGY,AGAINST).KEY, an operator (>= <= > < == !=) and a number, as in code-only.resolution_rate>=0.7"
	for text, want := range map[string]string{
		"":                           grammar,
		"code-only":                  grammar,
		"code-only.attempts":         grammar,
		"code-only.attempts=3":       grammar,
		"code-only.attempts=>3":      grammar,
		"code-only>=3":               grammar,
		"code-only.attempts>=":       grammar,
		"code-only.attempts>=3 4":    grammar,
		"compare(code-only).x>3":     grammar,
		"compare(a,b,c).x>3":         grammar,
		"code-only.attempts>=many":   `bound of requirement %q: got "many", want a number, written as in JSON`,
		"code-only.attempts>=75%":    `bound of requirement %q: got "75%%", want a number, written as in JSON`,
		"code-only.attempts>=NaN":    `bound of requirement %q: got "NaN", want a number, written as in JSON`,
		"code-only.attempts<=inf":    `bound of requirement %q: got "inf", want a number, written as in JSON`,
		"code-only.attempts===3":     grammar,
		"code-only.attempts>=0x10":   `bound of requirement %q: got "0x10", want a number, written as in JSON`,
		"code-only.attempts==14_374": `bound of requirement %q: got "14_374", want a number, written as in JSON`,
		"compare(code-only,\ngeneric-message).failed_reduction>0": grammar,
		"code-only.attempts>3,code-only.x>=4":                     `bound of requirement %q: got "3,code-only.x>=4", want a number, written as in JSON`,
	} {
		if _, err := ParseRequirement(text); err == nil || err.Error() != fmt.Sprintf(want, text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A misspelt requirement must not pass.
func TestARequirementOfWhatIsNotThereIsAnError(t *testing.T) {
	s := simulated(t, scenario.Published())
	for text, want := range map[string]string{
		"code-onli.attempts>0":                                 `no strategy is named "code-onli"; did you mean "code-only"?`,
		"code-only.atempts>0":                                  `no number has the key "atempts"; did you mean "attempts"?`,
		"code-only.Resolution_Rate>0":                          `no number has the key "Resolution_Rate"; did you mean "resolution_rate"?`,
		"code-only.contract>0":                                 "no number has the key \"contract\"; `errbench schema` lists the keys of results and comparisons",
		"code-only.failures>0":                                 `no number has the key "failures"; `,
		"compare(code-only,generic).failed_reduction>0":        `no strategy is named "generic"; did you mean "generic-message"?`,
		"compare(code-only,code-only).failed_reduction>0":      `it compares a strategy with itself; name two strategies`,
		"compare(generic-message,code-only).x>0":               `the summary compares in the other direction; write compare(code-only,generic-message)`,
		"compare(code-only,generic-message).failed_reducton>0": `no number has the key "failed_reducton"; did you mean "failed_reduction"?`,
	} {
		r, err := ParseRequirement(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := JudgeAll([]Requirement{r}, s); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("requirement %q: %s", text, want)) {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := Judge(s, s, Options{Requirements: []Requirement{r}}); err == nil {
			t.Errorf("%s: judged", text)
		}
	}
}

func TestAnUndefinedNumberMeetsNothing(t *testing.T) {
	a := onCounter(1, 1) // one run has no spread
	s := simulated(t, a)
	for _, operator := range []string{">=", "<=", ">", "<", "==", "!="} {
		r, err := ParseRequirement("code-only.per_run.sd" + operator + "0.5")
		if err != nil {
			t.Fatal(err)
		}
		found, err := r.judge(s)
		if err != nil || found.Met || found.Found.Defined() || found.found() != "undefined" {
			t.Errorf("%s: %+v, %v", operator, found, err)
		}
	}
}

// Judged requirements agree with a plain comparison of the two numbers.
func TestRequirementsAgainstPlainComparisons(t *testing.T) {
	s := simulated(t, scenario.Published())
	operators := map[string]func(a, b float64) bool{
		">=": func(a, b float64) bool { return a >= b }, "<=": func(a, b float64) bool { return a <= b },
		">": func(a, b float64) bool { return a > b }, "<": func(a, b float64) bool { return a < b },
		"==": func(a, b float64) bool { return a == b }, "!=": func(a, b float64) bool { return a != b },
	}
	rapid.Check(t, func(t *rapid.T) {
		result := rapid.SampledFrom(s.Results).Draw(t, "strategy")
		numbers := map[string]float64{
			"resolved": float64(result.Resolved), "resolution_rate": math.Round(float64(result.ResolutionRate)*1e9) / 1e9,
			"actions.stop": float64(result.Actions.Stop), "wasted_retries.failed": float64(result.WastedRetries.Failed),
		}
		key := rapid.SampledFrom([]string{"resolved", "resolution_rate", "actions.stop", "wasted_retries.failed"}).Draw(t, "key")
		operator := rapid.SampledFrom([]string{">=", "<=", ">", "<", "==", "!="}).Draw(t, "operator")
		bound := numbers[key]
		if rapid.Bool().Draw(t, "other bound") {
			bound = rapid.Float64Range(-1e5, 1e5).Draw(t, "bound")
		}
		blank := rapid.SampledFrom([]string{"", " ", "\t "})
		text := fmt.Sprint(result.Strategy, ".", key, blank.Draw(t, "blank"), operator, blank.Draw(t, "blank"), bound)
		r, err := ParseRequirement(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := r.judge(s)
		if err != nil || found.Met != operators[operator](numbers[key], bound) || float64(found.Found) != numbers[key] {
			t.Fatalf("%s: %+v, %v", text, found, err)
		}
	})
}

func TestRequirementsAreReadFromLines(t *testing.T) {
	all, err := ParseRequirements("# what must hold\n\ncode-only.attempts>0 # always\r\n  a.b==1\n", "gate.txt")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, r := range all {
		texts = append(texts, r.Text)
	}
	if diff := cmp.Diff([]string{"code-only.attempts>0", "a.b==1"}, texts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = ParseRequirements("a.b==1\nno\na.b==none\n", "gate.txt")
	if err == nil || !strings.HasPrefix(err.Error(), `gate.txt:2: requirement: got "no", want `) || !strings.Contains(err.Error(), "\ngate.txt:3: bound of requirement ") {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"", "\n", "# nothing\n"} {
		if _, err := ParseRequirements(text, "gate.txt"); err == nil || !strings.HasPrefix(err.Error(), "gate.txt holds no requirement; ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A summary of one strategy holds no comparison.
func TestAComparisonNeedsTwoStrategies(t *testing.T) {
	s := simulated(t, scenario.Published())
	s.Results, s.Comparisons = s.Results[:1], []report.Comparison{}
	r, err := ParseRequirement("compare(code-only,generic-message).failed_reduction>0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.judge(s); err == nil || !strings.Contains(err.Error(), `no strategy is named "code-only"; the summary holds generic-message`) {
		t.Error(err)
	}
}
