package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/stat"
	"errbench/scenario"
)

func reproduced(t *testing.T, s Summary) Reproduction {
	t.Helper()
	r, err := Reproduce(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryPublishedFigureIsReproduced(t *testing.T) {
	r := reproduced(t, simulated(t, scenario.Published()))
	if !r.Exact() || r.Matched != 16 || r.Total != 16 || len(r.Figures) != 16 {
		t.Errorf("%d of %d", r.Matched, r.Total)
	}
	for _, f := range r.Figures {
		if !f.Match {
			t.Errorf("%+v", f)
		}
	}
}

// The figures as the article prints them, typed a second time.
func TestThePublishedFiguresAreThoseOfTheArticle(t *testing.T) {
	want := map[string]string{
		"generic-message resolution_rate":              "67.1 %",
		"generic-message attempts_per_operation":       "1.402",
		"generic-message wasted_retries.failed":        "3,953",
		"generic-message wasted_retries.permanent":     "2,449",
		"generic-message attempts":                     "16,823",
		"code-only resolution_rate":                    "71.2 %",
		"code-only attempts_per_operation":             "1.198",
		"code-only wasted_retries.failed":              "1,005",
		"code-only wasted_retries.permanent":           "0",
		"code-only attempts":                           "14,374",
		"actionable-envelope resolution_rate":          "75.5 %",
		"actionable-envelope attempts_per_operation":   "1.198",
		"actionable-envelope wasted_retries.failed":    "487",
		"actionable-envelope wasted_retries.permanent": "0",
		"actionable-envelope attempts":                 "14,374",
		"actionable-envelope failed_reduction":         "87.7 %",
	}
	got, shown := map[string]string{}, map[string]string{}
	for _, row := range reproduced(t, simulated(t, scenario.Published())).Sections()[0].Table.Texts() {
		got[row[0]+" "+row[1]], shown[row[0]+" "+row[1]] = row[2], row[3]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("published (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("reproduced (-want +got):\n%s", diff)
	}
}

// A figure matches exactly if the quotient of its counts rounds to what was
// published, halves away from zero; judged here a second time in whole
// numbers, after every change of one count by one.
func TestOneCountMoreOrLessIsJudgedInWholeNumbers(t *testing.T) {
	counts := map[string]func(*Result) *int64{
		"operations": func(r *Result) *int64 { return &r.Operations },
		"resolved":   func(r *Result) *int64 { return &r.Resolved },
		"attempts":   func(r *Result) *int64 { return &r.Attempts },
		"failed":     func(r *Result) *int64 { return &r.WastedRetries.Failed },
		"permanent":  func(r *Result) *int64 { return &r.WastedRetries.Permanent },
	}
	for name, count := range counts {
		for i := range 3 {
			for _, by := range []int64{-1, 1} {
				s := simulated(t, scenario.Published())
				*count(&s.Results[i]) += by
				r := reproduced(t, s)
				for _, f := range r.Figures {
					if want := judge(s, f); f.Match != want {
						t.Errorf("%s of strategy %d changed by %d: %s of %s match is %v, want %v", name, i, by, f.Figure, f.Strategy, f.Match, want)
					}
				}
				if whole := name != "operations" && name != "resolved"; whole && r.Exact() {
					t.Errorf("%s of strategy %d changed by %d: all figures match", name, i, by)
				}
			}
		}
	}
}

// judge reports whether a/b, rounded, is the published figure: for a figure of
// P units of 10^-d, whether floor(a/b * 10^d + 1/2) = P.
func judge(s Summary, f Figure) bool {
	of := func(name string) Result {
		r := s.Results[slices.IndexFunc(s.Results, func(r Result) bool { return r.Strategy == name })]
		return r
	}
	result := of(f.Strategy)
	a, b := int64(0), int64(1)
	switch f.Figure {
	case "resolution_rate":
		a, b = result.Resolved, result.Operations
	case "attempts_per_operation":
		a, b = result.Attempts, result.Operations
	case "attempts":
		a = result.Attempts
	case "wasted_retries.failed":
		a = result.WastedRetries.Failed
	case "wasted_retries.permanent":
		a = result.WastedRetries.Permanent
	case "failed_reduction":
		b = of(f.Against).WastedRetries.Failed
		a = b - result.WastedRetries.Failed
	}
	if a < 0 {
		return false // none was published
	}
	unit := int64(math.Pow10(f.Decimals))
	return (2*a*unit+b)/(2*b) == int64(math.Round(float64(f.Published)*float64(unit)))
}

// 8,046 of 12,000 is 0.6705, which rounds to the published 0.671; in binary it
// lies below. What is shown beside the verdict has to agree with it.
func TestATieIsRoundedAwayFromZero(t *testing.T) {
	for resolved, want := range map[int64]struct {
		match bool
		shown string
	}{
		8046: {true, "67.1 %"},
		8045: {false, "67.0 %"},
		8057: {true, "67.1 %"},
		8058: {false, "67.2 %"}, // 0.6715, the tie above
	} {
		s := simulated(t, scenario.Published())
		s.Results[0].Resolved = resolved
		r := reproduced(t, s)
		if shown := r.Sections()[0].Table.Texts()[0][3]; r.Figures[0].Match != want.match || shown != want.shown {
			t.Errorf("%d: match %v, shown as %s, want %+v", resolved, r.Figures[0].Match, shown, want)
		}
	}
}

func TestAnotherSeedIsNotReproduced(t *testing.T) {
	a := scenario.Published()
	for _, a.Seed = range []uint64{9099, 9101} {
		r := reproduced(t, simulated(t, a.Relabel()))
		if r.Exact() || r.Matched == r.Total || r.Seed != a.Seed {
			t.Errorf("seed %d: %d of %d", r.Seed, r.Matched, r.Total)
		}
	}
}

func TestWithoutFailuresAReductionIsUndefinedAndNoMatch(t *testing.T) {
	a := scenario.Published()
	a.FailureRate = 0
	r := reproduced(t, simulated(t, a.Relabel()))
	last := r.Figures[15]
	if last.Figure != "failed_reduction" || last.Reproduced.Defined() || last.Expected.Defined() || last.Match {
		t.Errorf("%+v", last)
	}
}

func TestASummaryWithoutAPublishedStrategyIsRefused(t *testing.T) {
	for _, names := range [][]string{{"code-only"}, {"generic-message", "code-only"}, {"code-only", "actionable-envelope"}} {
		_, err := Reproduce(simulated(t, scenario.Published(), names...))
		if err == nil || !strings.HasPrefix(err.Error(), `the summary has no strategy "`) {
			t.Errorf("%v: %v", names, err)
		}
	}
}

// The z of a figure equals the z of the same count in the summary; a reduction,
// which is no count, has none.
func TestFiguresHaveTheScoresOfTheirCounts(t *testing.T) {
	s := simulated(t, scenario.Published())
	z := map[string]string{}
	sections := reproduced(t, s).Sections()
	for _, row := range sections[0].Table.Texts() {
		z[row[0]+" "+row[1]] = row[5]
	}
	for i, e := range s.Expected {
		for figure, want := range map[string]stat.Number{
			"resolution_rate": e.Z.Resolved, "attempts_per_operation": e.Z.Attempts, "attempts": e.Z.Attempts,
			"wasted_retries.failed": e.Z.WastedRetries.Failed, "wasted_retries.permanent": e.Z.WastedRetries.Permanent,
		} {
			if got := z[s.Results[i].Strategy+" "+figure]; got != stat.Signed(want) {
				t.Errorf("%s of %s: %s, want %s", figure, e.Strategy, got, stat.Signed(want))
			}
		}
	}
	if got := z["actionable-envelope failed_reduction"]; got != "-" {
		t.Errorf("the reduction has z = %s", got)
	}
	below := strings.Join(sections[1].Text, "\n")
	for _, want := range []string{"16 of 16 exact", "The failed_reduction of actionable-envelope is against generic-message.", "D^2 = 6.26 on 5 degrees of freedom"} {
		if !strings.Contains(below, want) {
			t.Errorf("no %q in:\n%s", want, below)
		}
	}
}
