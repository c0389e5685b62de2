package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// simulatePublished replays the published strategies under assumptions, with progress,
// and summarizes what they did. With an exitError it returns a summary too.
func simulatePublished(cmd *cobra.Command, assumptions *assumptionFlags) (report.Summary, error) {
	a, err := assumptions.resolve(cmd)
	if err != nil {
		return report.Summary{}, err
	}
	plans, err := strategy.CompileAll(strategy.Published(), a)
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
	tally, interrupted := simulate(cmd, a, plans, replay.Whole(), workers)
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
func simulate(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, s replay.Shard, workers int) (*replay.Tally, error) {
	first, end := s.Range(a.Runs)
	p := &progress{stderr: cmd.ErrOrStderr(), start: time.Now(), operations: (end - first) * a.Operations}
	defer p.end()
	return replay.RunShard(cmd.Context(), a, plans, s, replay.Options{Workers: workers, Progress: p.add})
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

// progress shows a bar on a terminal once the work has taken a second.
type progress struct {
	stderr     io.Writer
	start      time.Time
	operations int64
	done       atomic.Int64
	once       sync.Once
	bar        *progressbar.ProgressBar // nil until there is one to see
}

// narrowest is the width of a terminal that the bar needs, in characters.
const narrowest = 60

// show makes the bar where there is room for it.
func (p *progress) show() {
	f, ok := p.stderr.(*os.File)
	if !ok {
		return
	}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width >= narrowest {
		p.bar = progressbar.NewOptions64(p.operations, progressbar.OptionSetWriter(f), progressbar.OptionSetDescription("operations"),
			progressbar.OptionSetWidth(30), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
}

// add counts operations that have been replayed.
func (p *progress) add(operations int64) {
	done := p.done.Add(operations)
	if time.Since(p.start) < time.Second {
		return
	}
	p.once.Do(p.show)
	if p.bar != nil {
		_ = p.bar.Set64(done) // a bar that cannot be drawn is no reason to stop
	}
}

// end removes the bar.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
