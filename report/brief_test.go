package report

import (
	"regexp"
	"strings"
	"testing"

	"errbench/internal/view/viewtest"
	"errbench/scenario"
)

func TestThePublishedBrief(t *testing.T) {
	viewtest.Golden(t, "brief.md", markdownOf(t, Brief{simulated(t, scenario.Published())}))
}

// The interpretation brief of the article: strategies are compared from the
// summary alone, one line for each with its resolution rate and its failed
// retry attempts; output is kept apart from assumptions; no accuracy of a model
// is claimed; and it says that probabilities are synthetic and that no model
// was called.
func TestABriefDemandsWhatTheArticleDemands(t *testing.T) {
	for name, s := range kinds(t) {
		text := markdownOf(t, Brief{s})
		for _, demand := range []string{
			"from these numbers alone",
			"Keep what was simulated apart from what was assumed.",
			"Claim nothing about the accuracy of a model.",
			"every recovery probability is a declared synthetic assumption",
			"no model was called",
		} {
			if !strings.Contains(text, demand) {
				t.Errorf("%s: the brief does not say %q", name, demand)
			}
		}
		for _, r := range s.Results {
			form := `(?m)^- ` + r.Strategy + `: resolution rate \S+( %)? \[(exact|\S+, \S+)\] \(\S+( %)?\), [0-9,]+ failed retry attempts \([0-9,]+\), n = [0-9,]+ operations$`
			if n := len(regexp.MustCompile(form).FindAllString(text, -1)); n != 1 {
				t.Errorf("%s: %d lines about %s:\n%s", name, n, r.Strategy, text)
			}
		}
		simulatedPart, assumedPart := strings.Index(text, "## Simulated"), strings.Index(text, "## Assumed")
		if s.Engine == ExactEngine {
			simulatedPart = strings.Index(text, "## Exact")
		}
		if simulatedPart < 0 || assumedPart < simulatedPart {
			t.Errorf("%s: what was simulated and what was assumed stand in one part", name)
		}
	}
}

// The fourth rule speaks of the intervals of differences: they stand there.
func TestABriefHoldsEveryDifferenceWithItsInterval(t *testing.T) {
	for name, s := range kinds(t) {
		n := strings.Count(markdownOf(t, Brief{s}), ", on the same rolls: resolution rate ")
		if n != len(s.Comparisons) {
			t.Errorf("%s: %d differences, want %d", name, n, len(s.Comparisons))
		}
	}
}

func TestABriefHoldsEveryWarning(t *testing.T) {
	for name, s := range kinds(t) {
		text := markdownOf(t, Brief{s})
		for _, w := range s.Warnings {
			if !strings.Contains(text, w.Text) {
				t.Errorf("%s: the brief is silent about %s", name, w.Code)
			}
		}
		if got, want := strings.Contains(text, "## Limits"), len(s.Warnings) > 0; got != want {
			t.Errorf("%s: limits %v, want %v", name, got, want)
		}
	}
}

// What brackets hold is said once, beside what stands in none.
func TestABriefSaysWhatItsBracketsHold(t *testing.T) {
	text := markdownOf(t, Brief{simulated(t, scenario.Published())})
	const want = "Brackets hold 95 % intervals: wilson for a resolution rate, paired t over runs for a difference, delta ratio over runs for a reduction."
	if strings.Count(text, want) != 1 {
		t.Errorf("%s", text)
	}
	if text := markdownOf(t, Brief{expected(t, scenario.Published())}); strings.Contains(text, "[") || !strings.Contains(text, "Nothing was simulated") {
		t.Errorf("%s", text)
	}
}
