package main

import (
	"fmt"
	"io"
	"os"
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

// simulate replays strategies under assumptions, with progress, and summarizes
// what they did. With an exitError it returns a summary too.
func simulate(cmd *cobra.Command, assumptions *assumptionFlags, strategies []strategy.Strategy, workers int) (report.Summary, error) {
	a, err := assumptions.resolve(cmd.InOrStdin())
	if err != nil {
		return report.Summary{}, err
	}
	plans, err := strategy.CompileAll(strategies, a)
	if err != nil {
		return report.Summary{}, err
	}
	s, err := summarize(cmd, a, plans, workers)
	if err == nil && s.Vacuous() {
		err = &exitError{exitVacuous, fmt.Errorf("nothing was exercised: none of %d operations failed, with failure_rate %v", s.Results[0].Operations, a.FailureRate)}
	}
	return s, err
}

// summarize replays plans under assumptions, with progress. With an exitError
// it returns the summary of what was finished.
func summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan, workers int) (report.Summary, error) {
	p := newProgress(cmd.ErrOrStderr(), a.Runs)
	tally, interrupted := replay.Run(cmd.Context(), a, plans, replay.Options{Workers: workers, Finished: p.finished})
	p.end()
	s, err := report.Summarize(a, plans, tally)
	if err != nil {
		return report.Summary{}, err
	}
	if interrupted != nil {
		return s, &exitError{exitInterrupted, fmt.Errorf("interrupted after %d of %d runs", tally.Runs, a.Runs)}
	}
	return s, nil
}

// progress shows a bar on a terminal once the work has taken a second.
type progress struct {
	start time.Time
	bar   *progressbar.ProgressBar // nil where stderr is no terminal
	done  atomic.Int64
	shown atomic.Bool
}

func newProgress(stderr io.Writer, runs int64) *progress {
	p := &progress{start: time.Now()}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(runs, progressbar.OptionSetWriter(stderr), progressbar.OptionSetDescription("runs"),
			progressbar.OptionSetWidth(30), progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("runs"),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(), progressbar.OptionSetRenderBlankState(false))
	}
	return p
}

func (p *progress) finished(runs int64) {
	done := p.done.Add(runs)
	if p.bar != nil && time.Since(p.start) > time.Second {
		p.shown.Store(true)
		_ = p.bar.Set64(done) // a bar that cannot be drawn is no reason to stop
	}
}

// end removes the bar.
func (p *progress) end() {
	if p.shown.Load() {
		_ = p.bar.Clear()
	}
}
