package cli

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

// ReadSummary reads the summary that the argument names, or simulates the published
// benchmark if there is no argument.
func ReadSummary(cmd *cobra.Command, args []string) (report.Summary, error) {
	if len(args) == 0 {
		return SimulatePublished(cmd, &Assumptions{Scenario: scenario.Published().Name})
	}
	in, file, err := OpenInput(cmd, args[0])
	if err != nil {
		return report.Summary{}, err
	}
	defer in.Close()
	return report.ReadSummary(in, file)
}

// SimulatePublished replays the published strategies under assumptions, with progress,
// and summarizes the result. It returns an ExitError if it is interrupted or vacuous.
func SimulatePublished(cmd *cobra.Command, assumptions *Assumptions) (report.Summary, error) {
	a, err := assumptions.Resolve(cmd)
	if err != nil {
		return report.Summary{}, err
	}
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		return report.Summary{}, err
	}
	s, err := Summarize(cmd, a, plans, 0)
	if err != nil {
		return report.Summary{}, err
	}
	return s, Shortfall(s)
}

// Summarize replays plans under assumptions, with progress. If it is interrupted, the
// summary is not complete. If that happens before the first run is finished, there is
// no summary, and the error is an ExitError.
func Summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, workers int) (report.Summary, error) {
	finished := explainWait(cmd)
	tally := Simulate(cmd, a, plans, shard.Whole(), workers)
	finished()
	if tally.Runs == 0 {
		return report.Summary{}, &ExitError{ExitInterrupted, fmt.Errorf("interrupted before the first of %d runs was finished: there is nothing to write", a.Runs)}
	}
	return report.Summarize(a, plans, tally)
}

// Simulate replays a shard of the runs, with progress.
func Simulate(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, s shard.Shard, workers int) *replay.Tally {
	first, end := s.Range(a.Runs)
	p := NewProgress(cmd.ErrOrStderr(), "operations")
	defer p.End()
	all := (end - first) * a.Operations
	return replay.RunShard(cmd.Context(), a, plans, s, replay.Options{Workers: workers, Progress: func(n int64) { p.Add(n, all) }})
}

// explainWait writes to stderr what the program waits for, one second after an interrupt
// unless finished is called before.
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

// Shortfall returns an ExitError if a summary is interrupted or vacuous.
func Shortfall(s report.Summary) error {
	if err := Incomplete(s); err != nil {
		return err
	}
	return Vacuous(s)
}

// Incomplete returns an ExitError if an interrupt ended the runs of a summary early.
func Incomplete(s report.Summary) error {
	if s.Complete {
		return nil
	}
	return &ExitError{ExitInterrupted, fmt.Errorf("interrupted after %d of %d runs", s.Results[0].PerRun.Runs, s.Assumptions.Runs)}
}

// Vacuous returns an ExitError if no operation of a summary failed.
func Vacuous(s report.Summary) error {
	if !s.Vacuous() {
		return nil
	}
	return &ExitError{ExitVacuous, fmt.Errorf("nothing was exercised: none of %d operations failed, with failure_rate %v", s.Assumptions.TotalOperations(), s.Assumptions.FailureRate)}
}
