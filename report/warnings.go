package report

import (
	"fmt"

	"errbench/replay"
	"errbench/rng"
	"errbench/scenario"
)

// The codes of warnings.
const (
	InterruptedCode    = "interrupted"
	NothingFailedCode  = "nothing_failed"
	CorrelatedRunsCode = "correlated_runs"
	OneRunCode         = "one_run"
)

// warnings lists what limits a tally, the gravest first.
func warnings(a scenario.Assumptions, t *replay.Tally) []Warning {
	list := []Warning{}
	add := func(code, format string, args ...any) {
		list = append(list, Warning{code, fmt.Sprintf(format, args...)})
	}
	if t.Runs < a.Runs {
		add(InterruptedCode, "The benchmark was interrupted: it holds the first %d of %d runs.", t.Runs, a.Runs)
	}
	if t.Failures == [scenario.Classes]int64{} {
		add(NothingFailedCode, "No operation failed: nothing about recovery was exercised.")
	}
	if a.Stream == rng.LCG32V1 && t.Runs > 1 {
		add(CorrelatedRunsCode, "On %s the runs are correlated: their generators start with almost equal rolls. A resolution_interval is too narrow for that (under the published assumptions it covers about 92 %% instead of 95 %%); the paired difference_interval keeps its level. `errbench audit` shows it; %s has independent runs.", rng.LCG32V1, rng.CounterV1)
	}
	if t.Runs == 1 {
		add(OneRunCode, "With one run there is no spread between runs: sd and the ends of difference_interval and reduction_interval are null.")
	}
	return list
}
