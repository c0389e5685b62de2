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
func simulate(cmd *cobra.Command, assumptions *assumptionFlags, strategies []strategy.Strategy) (report.Summary, error) {
	a, err := assumptions.resolve(cmd.InOrStdin())
	if err != nil {
		return report.Summary{}, err
	}
	plans, err := strategy.CompileAll(strategies, a)
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
	bar  *progressbar.ProgressBar // nil where stderr is no terminal
	late *late
	done atomic.Int64
}

func newProgress(stderr io.Writer, runs int64) *progress {
	f, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	w := &late{Writer: stderr, start: time.Now()}
	bar := progressbar.NewOptions64(runs, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("runs"),
		progressbar.OptionSetWidth(30), progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("runs"),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	return &progress{bar: bar, late: w}
}

func (p *progress) finished(runs int64) {
	if done := p.done.Add(runs); p.bar != nil {
		_ = p.bar.Set64(done) // a bar that cannot be drawn is no reason to stop
	}
}

// end removes the bar, if there is one to see.
func (p *progress) end() {
	if p.bar != nil && p.late.shown() {
		_ = p.bar.Clear()
	}
}

// late drops what is written within the first second. The bar behind it counts
// from the start all the same, so the rate that it shows is true.
type late struct {
	io.Writer
	start time.Time
}

func (l *late) shown() bool { return time.Since(l.start) > time.Second }

func (l *late) Write(p []byte) (int, error) {
	if !l.shown() {
		return len(p), nil
	}
	return l.Writer.Write(p)
}
