package report

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/stat"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

func TestWarningsNameEveryLimit(t *testing.T) {
	oneRun := scenario.Published()
	oneRun.Runs = 1
	all := kinds(t)
	all["one published run"] = simulated(t, oneRun.Relabel())
	all["independent runs"] = simulated(t, onCounter(60))
	all["published, interrupted"] = interrupted(t, scenario.Published(), 2)
	all["interrupted before the last run"] = interrupted(t, onCounter(60), 59)
	all["published, interrupted after one run"] = interrupted(t, scenario.Published(), 1)
	all["19 runs"] = simulated(t, onCounter(19))
	all["20 runs"] = simulated(t, onCounter(20))
	all["19 runs of one strategy"] = simulated(t, onCounter(19), "code-only")
	all["runs that do not differ"] = alike(t)
	names := catalog.Names()
	all["6 strategies"] = simulated(t, onCounter(60), names[:6]...)
	all["12 strategies"] = simulated(t, onCounter(60), names[:12]...)
	idle := onCounter(60)
	idle.RecoveryAttempts = 0
	all["no recovery attempt"] = simulated(t, idle.Relabel())
	all["exact, no recovery attempt"] = expected(t, idle.Relabel())
	idle.FailureRate = 0
	all["no recovery attempt, no failure"] = simulated(t, idle.Relabel())
	for name, want := range map[string][]string{
		"published":                            {"correlated_runs"},
		"one strategy":                         {"correlated_runs"},
		"interrupted":                          {"interrupted", "few_runs"},
		"interrupted at once":                  {"interrupted"},
		"one run":                              {"one_run", "small_counts"},
		"no failure":                           {"nothing_failed", "correlated_runs"},
		"one published run":                    {"one_run", "small_counts"}, // which is correlated with none
		"independent runs":                     {},
		"published, interrupted":               {"interrupted", "correlated_runs", "few_runs"},
		"interrupted before the last run":      {"interrupted"},
		"published, interrupted after one run": {"interrupted", "one_run", "small_counts"},
		"19 runs":                              {"few_runs"},
		"20 runs":                              {},
		"19 runs of one strategy":              {},
		"runs that do not differ":              {"few_runs", "few_runs", "small_counts", "small_counts"},
		"6 strategies":                         {"no_closed_form"}, // 15 comparisons: 0.75 by chance
		"12 strategies":                        {"shared_budget", "no_closed_form", "many_intervals"},
		"no recovery attempt":                  {"nothing_done"},
		"no recovery attempt, no failure":      {"nothing_failed", "nothing_done"},
		"exact, no recovery attempt":           {"nothing_done"},
		"exact":                                {},
		"exact, no failure":                    {"nothing_failed"},
	} {
		got := []string{}
		for _, w := range all[name].Warnings {
			got = append(got, w.Code)
			if !strings.HasSuffix(w.Text, ".") || strings.Contains(w.Text, "%!") {
				t.Errorf("%s: %s", name, w.Text)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// alike is a summary of two runs that chance left alike in what sets a strategy
// against another.
func alike(t *testing.T) Summary {
	t.Helper()
	a := onCounter(2)
	a.Operations = 10
	for a.Seed = 1; a.Seed < 1000; a.Seed++ {
		s := simulated(t, a.Relabel(), "generic-message", "code-only")
		if i := s.Comparisons[0].DifferenceInterval; i.Method == stat.PairedMethod && !i.Lo.Defined() {
			return s
		}
	}
	t.Fatal("all runs differ")
	return Summary{}
}

// Zero spread among few runs is luck: the ends are null, a warning names the
// interval, and the summary is read back.
func TestRunsThatDoNotDifferHaveNoInterval(t *testing.T) {
	s := alike(t)
	if i := s.Comparisons[0].DifferenceInterval; i.Hi.Defined() || i.N != 2 || i.Level != stat.Level {
		t.Errorf("%+v", i)
	}
	const want = "difference_interval of code-only against generic-message"
	if w := s.Warnings[1]; w.Code != FewRunsCode || !strings.HasPrefix(w.Text, "In 2 runs chance made no difference, though it can, so these ends are null: "+want) {
		t.Errorf("%+v", w)
	}
	if _, err := ReadSummary(bytes.NewReader(jsonOf(t, s)), "s.json"); err != nil {
		t.Error(err)
	}
}

func TestAWarningOfAnInterruptCountsTheRuns(t *testing.T) {
	const want = "The benchmark was interrupted: it holds the first 7 of 60 runs."
	if got := interrupted(t, onCounter(60), 7).Warnings[0].Text; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Programs read an empty list, never null.
func TestNoWarningIsAnEmptyList(t *testing.T) {
	if text := string(jsonOf(t, simulated(t, onCounter(60)))); !strings.Contains(text, `"warnings": []`) {
		t.Error("there is no empty list of warnings")
	}
}

// By the binomial chances of all counts, from the gamma function: the envelope
// leaves 24 % of 200 operations unresolved, 48 of them, and 50 begin at 209.
func TestAWarningOfSmallCountsHoldsTheTrueCoverage(t *testing.T) {
	const n, p = 200, 0.76
	covered := 0.0
	for k := range int64(n + 1) {
		choose := lnFactorial(n) - lnFactorial(k) - lnFactorial(n-k)
		if w := stat.Wilson(k, n); w.Lo <= p && p <= w.Hi {
			covered += math.Exp(choose + float64(k)*math.Log(p) + float64(n-k)*math.Log(1-p))
		}
	}
	want := fmt.Sprintf("actionable-envelope: only 48.0 operations on one side of its resolution rate are expected; so few leave the 95 %% resolution_interval a true coverage of %.1f %%.", 100*covered)
	warnings := simulated(t, onCounter(1)).Warnings
	if got := warnings[len(warnings)-1]; got.Code != SmallCountsCode || got.Text != want {
		t.Errorf("%+v, want %s", got, want)
	}
	a := onCounter(2)
	for a.Operations = 100; a.Operations < 110; a.Operations++ {
		few := slices.Contains(codes(simulated(t, a.Relabel()).Warnings), SmallCountsCode)
		if want := float64(2*a.Operations)*(1-p) < stat.SmallCount; few != want {
			t.Errorf("2 runs of %d: warned %v, want %v", a.Operations, few, want)
		}
	}
}

func lnFactorial(n int64) float64 {
	ln, _ := math.Lgamma(float64(n + 1))
	return ln
}

// Operations that failed while nobody acted are no evidence about recovery.
func TestAWarningOfIdleStrategies(t *testing.T) {
	simulated, expected := simulated(t, onCounter(60)), expected(t, onCounter(60))
	for i := range simulated.Results {
		if slices.Contains(codes(warnings(simulated)), NothingDoneCode) || slices.Contains(codes(warnings(expected)), NothingDoneCode) {
			t.Errorf("%d of the strategies are idle: warned", i)
		}
		simulated.Results[i].Actions, expected.Expected[i].Actions = Actions[int64]{}, Actions[stat.Number]{}
	}
	for _, s := range []Summary{simulated, expected} {
		if w := warnings(s); len(w) == 0 || w[0].Code != NothingDoneCode || !strings.HasPrefix(w[0].Text, "No strategy took any action, ") {
			t.Errorf("%s: %+v", s.Engine, w)
		}
	}
}
