package report

import (
	"fmt"
	"strings"

	"errbench/rng"
)

// The codes of warnings.
const (
	InterruptedCode    = "interrupted"
	NothingFailedCode  = "nothing_failed"
	NothingDoneCode    = "nothing_done"
	CorrelatedRunsCode = "correlated_runs"
	OneRunCode         = "one_run"
	FewRunsCode        = "few_runs"
	SmallCountsCode    = "small_counts"
)

// smallCount is how many operations must be expected to be resolved, and not to
// be, for a Wilson interval to cover between 94 and 96 %.
const smallCount = 50

// fewRuns is how many runs an interval over runs should rest on at least. It is
// our choice, between the 5 and the 60 runs that docs/statistics.md measures.
const fewRuns = 20

// warnings lists what limits a summary, the gravest first.
func warnings(s Summary) []Warning {
	list := []Warning{}
	add := func(code, format string, args ...any) {
		list = append(list, Warning{code, fmt.Sprintf(format, args...)})
	}
	if s.Engine == ExactEngine {
		if s.Vacuous() {
			add(NothingFailedCode, "No operation can fail: nothing about recovery is exercised.")
		}
		list = append(list, s.nothingDone()...)
		return list // the others are about what was simulated
	}
	runs := s.runs()
	if !s.Complete {
		add(InterruptedCode, "The benchmark was interrupted: it holds the first %s of %s.", Count(runs), Plural(s.Assumptions.Runs, "run"))
	}
	if s.Vacuous() && runs > 0 {
		add(NothingFailedCode, "No operation failed: nothing about recovery was exercised.")
	}
	list = append(list, s.nothingDone()...)
	if s.Assumptions.Stream == rng.LCG32V1 && runs > 1 {
		add(CorrelatedRunsCode, "On %s the runs are correlated: their generators start with almost equal rolls. So resolution_interval and the sd behind every z are too narrow, the more so the fewer operations a run has: with 200, a 95 %% resolution_interval holds the true rate in 92 to 93 %%. difference_interval and reduction_interval lose much less; agreement is not valid. docs/statistics.md has what was measured, `errbench audit` shows it for the failure rate, and %s has independent runs.", rng.LCG32V1, rng.CounterV1)
	}
	if runs == 1 {
		add(OneRunCode, "With one run there is no spread between runs: sd and the ends of difference_interval and reduction_interval are null.")
	}
	list = append(list, s.fewRuns()...)
	for _, e := range s.Expected {
		if few := min(e.Resolved, e.Operations-e.Resolved); e.SD.Resolved > 0 && few < smallCount {
			add(SmallCountsCode, "%s: only %s operations on one side of its resolution rate are expected; so few leave the 95 %% resolution_interval a true coverage of %s.",
				e.Strategy, Fixed(few, 1), Percent(Coverage(int64(e.Operations), float64(e.ResolutionRate)), 1))
		}
	}
	return list
}

// nothingDone warns where no strategy had an action to choose.
func (s Summary) nothingDone() []Warning {
	if s.Assumptions.RecoveryAttempts == 0 {
		return []Warning{{NothingDoneCode, "No strategy may act: recovery_attempts is 0, so whatever fails stays failed, and the strategies cannot differ."}}
	}
	for _, e := range s.Expected {
		if s.Engine == ExactEngine && e.Actions != (Actions[Number]{}) {
			return nil
		}
	}
	for _, r := range s.Results {
		if r.Actions != (Actions[int64]{}) {
			return nil
		}
	}
	if s.Vacuous() {
		return nil // there was nothing to act on
	}
	return []Warning{{NothingDoneCode, "No strategy took any action, though operations failed: nothing about recovery was exercised."}}
}

// fewRuns warns of intervals over runs that rest on few, or on runs that did
// not differ.
func (s Summary) fewRuns() []Warning {
	few, same := false, []string{}
	for _, c := range s.Comparisons {
		of := func(name string, i Interval, center Number) {
			if i.N < 2 || i.Method == exactMethod || !center.Defined() {
				return
			}
			few = few || i.N < fewRuns
			if !i.Lo.Defined() {
				same = append(same, fmt.Sprintf("%s of %s against %s", name, c.Strategy, c.Against))
			}
		}
		of("difference_interval", c.DifferenceInterval, c.ResolutionDifference)
		of("reduction_interval", c.ReductionInterval, c.FailedReduction)
	}
	var list []Warning
	if few {
		list = append(list, Warning{FewRunsCode, fmt.Sprintf("With %s runs the difference_interval and reduction_interval rest on few observations: they may hold what they should less often than 95 %%; 60 runs are measured in docs/statistics.md.", Count(s.runs()))})
	}
	if len(same) > 0 {
		list = append(list, Warning{FewRunsCode, fmt.Sprintf("In %s runs chance made no difference, though it can, so these ends are null: %s.", Count(s.runs()), strings.Join(same, ", "))})
	}
	return list
}

// runs returns how many runs were finished.
func (s Summary) runs() int64 {
	if len(s.Results) == 0 {
		return 0
	}
	return s.Results[0].PerRun.Runs
}

// sentence tells of a warning with its code.
// Sentence writes the warning for people.
func (w Warning) Sentence() string { return "Warning (" + w.Code + "): " + w.Text }

func codes(list []Warning) []string {
	codes := []string{}
	for _, w := range list {
		codes = append(codes, w.Code)
	}
	return codes
}
