package report

import (
	"fmt"

	"errbench/rng"
)

// The codes of warnings.
const (
	InterruptedCode    = "interrupted"
	NothingFailedCode  = "nothing_failed"
	CorrelatedRunsCode = "correlated_runs"
	OneRunCode         = "one_run"
	SmallCountsCode    = "small_counts"
)

// smallCount is how many operations must be expected to be resolved, and not to
// be, for a Wilson interval to cover between 94 and 96 %.
const smallCount = 50

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
		return list // the others are about what was simulated
	}
	runs := s.runs()
	if !s.Complete {
		add(InterruptedCode, "The benchmark was interrupted: it holds the first %s of %s.", count(runs), plural(s.Assumptions.Runs, "run"))
	}
	if s.Vacuous() {
		add(NothingFailedCode, "No operation failed: nothing about recovery was exercised.")
	}
	if s.Assumptions.Stream == rng.LCG32V1 && runs > 1 {
		add(CorrelatedRunsCode, "On %s the runs are correlated: their generators start with almost equal rolls. So resolution_interval and the sd behind every z are too narrow, the more so the fewer operations a run has: with 200, a 95 %% resolution_interval holds the true rate in 92 to 93 %%. difference_interval and reduction_interval lose much less; agreement is not valid. docs/statistics.md has what was measured, `errbench audit` shows it for the failure rate, and %s has independent runs.", rng.LCG32V1, rng.CounterV1)
	}
	if runs == 1 {
		add(OneRunCode, "With one run there is no spread between runs: sd and the ends of difference_interval and reduction_interval are null.")
	}
	for _, e := range s.Expected {
		if few := min(e.Resolved, e.Operations-e.Resolved); e.SD.Resolved > 0 && few < smallCount {
			add(SmallCountsCode, "%s: only %s operations on one side of its resolution rate are expected; so few leave the 95 %% resolution_interval a true coverage of %s.",
				e.Strategy, fixed(few, 1), percent(Coverage(int64(e.Operations), float64(e.ResolutionRate)), 1))
		}
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

func codes(list []Warning) []string {
	codes := []string{}
	for _, w := range list {
		codes = append(codes, w.Code)
	}
	return codes
}
