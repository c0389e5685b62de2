package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"errbench/internal/shard"
	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// simulatePublished replays the published strategies under assumptions, with progress,
// and summarizes what they did. An interrupted or vacuous replay is an exitError.
func simulatePublished(cmd *cobra.Command, assumptions *assumptionFlags) (report.Summary, error) {
	a, err := assumptions.resolve(cmd)
	if err != nil {
		return report.Summary{}, err
	}
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		return report.Summary{}, err
	}
	s, err := summarize(cmd, a, plans, 0)
	if err != nil {
		return report.Summary{}, err
	}
	return s, short(s)
}

// short returns an exitError if the replay was interrupted, or if no operation failed.
func short(s report.Summary) error {
	if err := cutShort(s); err != nil {
		return err
	}
	return vacuous(s)
}

// cutShort returns an exitError if the summary holds the first runs only.
func cutShort(s report.Summary) error {
	if s.Complete {
		return nil
	}
	return &exitError{exitInterrupted, fmt.Errorf("interrupted after %d of %d runs", s.Results[0].PerRun.Runs, s.Assumptions.Runs)}
}

// vacuous returns an exitError where no operation failed.
func vacuous(s report.Summary) error {
	if !s.Vacuous() {
		return nil
	}
	return &exitError{exitVacuous, fmt.Errorf("nothing was exercised: none of %d operations failed, with failure_rate %v", s.Assumptions.TotalOperations(), s.Assumptions.FailureRate)}
}

// summarize replays plans under assumptions, with progress. If it is interrupted, the
// summary is not complete; before the first run is finished there is no summary, and
// the interrupt is an exitError.
func summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, workers int) (report.Summary, error) {
	finished := explainWait(cmd)
	tally := simulate(cmd, a, plans, shard.Whole(), workers)
	finished()
	if tally.Runs == 0 {
		return report.Summary{}, &exitError{exitInterrupted, fmt.Errorf("interrupted before the first of %d runs was finished: there is nothing to write", a.Runs)}
	}
	return report.Summarize(a, plans, tally)
}

// simulate replays a shard of the runs, with progress.
func simulate(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, s shard.Shard, workers int) *replay.Tally {
	first, end := s.Range(a.Runs)
	p := newProgress(cmd.ErrOrStderr(), "operations")
	defer p.end()
	all := (end - first) * a.Operations
	return replay.RunShard(cmd.Context(), a, plans, s, replay.Options{Workers: workers, Progress: func(n int64) { p.add(n, all) }})
}

// explainWait says, once an interrupt has been waited on for a second, what for.
// The function that it returns ends that.
func explainWait(cmd *cobra.Command) (finished func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
			return
		case <-cmd.Context().Done():
		}
		select {
		case <-done:
		case <-time.After(time.Second):
			fmt.Fprintln(cmd.ErrOrStderr(), "errbench: finishing the runs that have begun; a second interrupt ends at once, and loses them all")
		}
	}()
	return func() { close(done) }
}
