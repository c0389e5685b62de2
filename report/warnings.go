package report

import (
	"fmt"
	"strings"

	"errbench/internal/stat"
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
	SharedBudgetCode   = "shared_budget"
	NoClosedFormCode   = "no_closed_form"
	SmallCountsCode    = "small_counts"
	ManyIntervalsCode  = "many_intervals"
)

// warnings returns what limits a summary, the gravest first.
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
		list = append(list, s.noClosedForm()...)
		return list // all other warnings are about simulated numbers
	}
	runs := s.runs()
	if !s.Complete {
		add(InterruptedCode, "The benchmark was interrupted: it holds the first %s of %s.", stat.Count(runs), stat.Plural(s.Assumptions.Runs, "run"))
	}
	if s.Vacuous() && runs > 0 {
		add(NothingFailedCode, "No operation failed: nothing about recovery was exercised.")
	}
	list = append(list, s.nothingDone()...)
	if s.Assumptions.Stream == rng.LCG32V1 && runs > 1 {
		add(CorrelatedRunsCode, "On %s the runs are correlated: their generators start with almost equal rolls. So resolution_interval and the sd behind every z are too narrow, the more so the fewer operations a run has: with 200, a 95 %% resolution_interval holds the true rate in 92 to 93 %%. difference_interval and reduction_interval lose much less; agreement is not valid. docs/statistics.md has what was measured, `errbench audit` shows it for the failure rate, and %s has independent runs.", rng.LCG32V1, rng.CounterV2)
	}
	if runs == 1 {
		add(OneRunCode, "With one run there is no spread between runs: sd and the ends of difference_interval and reduction_interval are null.")
	}
	list = append(list, s.fewRuns()...)
	list = append(list, s.sharedBudget()...)
	list = append(list, s.noClosedForm()...)
	list = append(list, s.smallCounts(runs)...)
	return append(list, s.manyIntervals()...)
}

// manyIntervals warns if some of the intervals of comparisons exclude 0 by chance. It counts the
// intervals of one kind: with 27 strategies there are 351, and 1 - 0.95 of them are 18.
func (s Summary) manyIntervals() []Warning {
	var n int64
	for _, c := range s.Comparisons {
		if c.DifferenceInterval.Method != stat.ExactMethod { // chance can change it
			n++
		}
	}
	byChance := stat.Number(float64(n) * (1 - stat.Level))
	if byChance < 1 {
		return nil
	}
	return []Warning{{ManyIntervalsCode, fmt.Sprintf("There are %s, each with a %s interval of its own: if no two strategies differed, about %s of the difference_intervals would exclude 0 by chance. Choose the pairs that you want to compare before you look.",
		stat.Plural(n, "comparison"), stat.Percent(stat.Level, 0), stat.Fixed(byChance, 0))}}
}

// smallCounts warns of Wilson intervals on few operations.
func (s Summary) smallCounts(runs int64) (list []Warning) {
	add := func(format string, args ...any) {
		list = append(list, Warning{SmallCountsCode, fmt.Sprintf(format, args...)})
	}
	for i, e := range s.Expected {
		if few := min(e.Resolved, e.Operations-e.Resolved); e.SD.Resolved > 0 && few < stat.SmallCount {
			add("%s: only %s operations on one side of its resolution rate are expected; so few leave the 95 %% resolution_interval a true coverage of %s.",
				e.Strategy, stat.Fixed(few, 1), stat.Percent(stat.Coverage(int64(e.Operations), float64(e.ResolutionRate)), 1))
		}
		r := s.Results[i]
		few := min(r.Resolved, r.Operations-r.Resolved)
		if unknown := !e.SD.Resolved.Defined() && r.ResolutionInterval.Method == stat.WilsonMethod; unknown && runs > 0 && few < stat.SmallCount {
			add("%s: only %s on one side of its resolution rate were counted; so few can leave the 95 %% resolution_interval another coverage, which docs/statistics.md has.",
				e.Strategy, stat.Plural(few, "operation"))
		}
	}
	return list
}

// sharedBudget warns that intervals are over runs.
func (s Summary) sharedBudget() []Warning {
	names := s.budgetSharers()
	if names == nil {
		return nil
	}
	text := fmt.Sprintf("The operations of a run share a budget, and so depend on each other, under %s: the resolution_interval is over runs there, which are independent.", strings.Join(names, ", "))
	if s.runs() < 2 {
		text += " One run is not enough for its ends."
	}
	return []Warning{{SharedBudgetCode, text}}
}

// noClosedForm warns of simulated numbers without expectations.
func (s Summary) noClosedForm() []Warning {
	var texts []string
	if open := s.obstacles(); open != "" {
		texts = append(texts, fmt.Sprintf("There is no closed form of what these do: %s. Expectations, sd and z are null there, except for counts that the tape alone decides, and agreement leaves them out.", open))
	}
	if waiting := s.strategiesWhere(Expected.waitsUnknown); waiting != "" {
		texts = append(texts, fmt.Sprintf("Chance decides how long these wait: %s. The expectations of time.waited_ms and resolution_ms are null there.", waiting))
	}
	if texts == nil {
		return nil
	}
	return []Warning{{NoClosedFormCode, strings.Join(texts, " ")}}
}

// nothingDone warns that no strategy took an action.
func (s Summary) nothingDone() []Warning {
	if s.Assumptions.RecoveryAttempts == 0 {
		return []Warning{{NothingDoneCode, "No strategy may act: recovery_attempts is 0, so whatever fails stays failed, and the strategies cannot differ."}}
	}
	for _, e := range s.Expected {
		if s.Engine == ExactEngine && e.tookAction() {
			return nil
		}
	}
	for _, r := range s.Results {
		if r.tookAction() {
			return nil
		}
	}
	if s.Vacuous() {
		return nil // there was nothing to act on
	}
	return []Warning{{NothingDoneCode, "No strategy took any action, though operations failed: nothing about recovery was exercised."}}
}

// acted reports whether an action was taken. Going on without an operation, and
// crashing, are actions that are counted as ends.
func (c Counts[N]) tookAction() bool {
	return c.Actions != (Actions[N]{}) || c.States.Partial.sum() > 0 || c.States.Crashed.sum() > 0
}

// fewRuns warns of intervals over few runs, or over runs that did not differ.
func (s Summary) fewRuns() []Warning {
	few, same, names := false, []string{}, "difference_interval and reduction_interval"
	can := "though it can"
	if s.obstacles() != "" {
		can = "though it can, as far as closed forms tell"
	}
	note := func(name string, i stat.Interval, center stat.Number) {
		if i.N < 2 || i.Method == stat.ExactMethod || !center.Defined() {
			return
		}
		few = few || i.N < stat.FewRuns
		if !i.Lo.Defined() {
			same = append(same, name)
		}
	}
	for _, r := range s.Results {
		if r.ResolutionInterval.Method == stat.RunsMethod {
			names = "intervals over runs"
			note("resolution_interval of "+r.Strategy, r.ResolutionInterval, r.ResolutionRate)
		}
	}
	for _, c := range s.Comparisons {
		pair := fmt.Sprintf(" of %s against %s", c.Strategy, c.Against)
		note("difference_interval"+pair, c.DifferenceInterval, c.ResolutionDifference)
		note("reduction_interval"+pair, c.ReductionInterval, c.FailedReduction)
	}
	if nothingFails(s.Assumptions.Thresholds()) {
		same = nil // chance had nothing to decide
	}
	var list []Warning
	if few {
		list = append(list, Warning{FewRunsCode, fmt.Sprintf("With %s runs the %s rest on few observations: they may hold the truth less often than in 95 %%; 60 runs are measured in docs/statistics.md.", stat.Count(s.runs()), names)})
	}
	if len(same) > 0 {
		list = append(list, Warning{FewRunsCode, fmt.Sprintf("In %s runs chance made no difference, %s, so these ends are null: %s.", stat.Count(s.runs()), can, strings.Join(same, ", "))})
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

// Sentence writes the warning for people.
func (w Warning) Sentence() string { return "Warning (" + w.Code + "): " + w.Text }

func codes(list []Warning) []string {
	codes := []string{}
	for _, w := range list {
		codes = append(codes, w.Code)
	}
	return codes
}
