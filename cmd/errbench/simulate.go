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
// and summarizes what they did. With an exitError it returns a summary too.
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
		return s, err
	}
	return s, vacuous(s)
}

// vacuous returns an exitError where no operation failed.
func vacuous(s report.Summary) error {
	if !s.Vacuous() {
		return nil
	}
	return &exitError{exitVacuous, fmt.Errorf("nothing was exercised: none of %d operations failed, with failure_rate %v", s.Assumptions.TotalOperations(), s.Assumptions.FailureRate)}
}

// summarize replays plans under assumptions, with progress. With an exitError
// it returns the summary of what was finished, unless nothing was.
func summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, workers int) (report.Summary, error) {
	finished := explainWait(cmd)
	tally, interrupted := simulate(cmd, a, plans, shard.Whole(), workers)
	finished()
	if interrupted != nil && tally.Runs == 0 {
		return report.Summary{}, &exitError{exitInterrupted, fmt.Errorf("interrupted before the first of %d runs was finished: there is nothing to write", a.Runs)}
	}
	s, err := report.Summarize(a, plans, tally)
	if err != nil {
		return report.Summary{}, err
	}
	if interrupted != nil {
		return s, &exitError{exitInterrupted, fmt.Errorf("interrupted after %d of %d runs", tally.Runs, a.Runs)}
	}
	return s, nil
}

// simulate replays a shard of the runs, with progress.
func simulate(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, s shard.Shard, workers int) (*replay.Tally, error) {
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
