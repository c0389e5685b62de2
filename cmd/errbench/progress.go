package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"errbench/internal/stat"
)

// progress shows how far long work has come: a bar on a terminal, a line now and
// then elsewhere.
type progress struct {
	stderr io.Writer
	noun   string // plural
	begun  time.Time

	mutex  sync.Mutex
	done   int64
	spoken time.Time                // of the last line
	bar    *progressbar.ProgressBar // nil until there is one to see
}

// quiet is how long work takes before a bar is shown, and pause how long it is
// between lines.
const (
	quiet = time.Second
	pause = 10 * time.Second
)

// narrowest is the width of a terminal that the bar needs, in characters.
const narrowest = 60

func newProgress(stderr io.Writer, noun string) *progress {
	now := time.Now()
	return &progress{stderr: stderr, noun: noun, begun: now, spoken: now}
}

// add counts what has been done of all. It may be called by several goroutines
// at once.
func (p *progress) add(done, of int64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done += done
	now := time.Now()
	if p.bar == nil && now.Sub(p.begun) < quiet {
		return
	}
	switch width, terminal := p.terminal(); {
	case p.bar != nil:
		_ = p.bar.Set64(p.done) // a bar that cannot be drawn is no reason to stop
	case terminal && width >= narrowest:
		p.bar = progressbar.NewOptions64(of, progressbar.OptionSetWriter(p.stderr), progressbar.OptionSetDescription(p.noun),
			progressbar.OptionSetWidth(20), progressbar.OptionShowIts(), progressbar.OptionSetItsString(p.noun),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	case !terminal && now.Sub(p.spoken) >= pause:
		p.spoken = now
		fmt.Fprintln(p.stderr, progressLine(p.noun, p.done, of, now.Sub(p.begun)))
	}
}

// terminal returns the width of the terminal, if there is one.
func (p *progress) terminal() (width int, ok bool) {
	f, ok := p.stderr.(*os.File)
	if !ok {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}

// progressLine tells how much is done, how fast it goes, and how long it will
// take on.
func progressLine(noun string, done, of int64, after time.Duration) string {
	rate := float64(done) / after.Seconds()
	left := time.Duration(float64(of-done) / rate * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("errbench: %s of %s %s, %s a second, %v left", stat.Count(done), stat.Count(of), noun, stat.Count(int64(rate)), left)
}

// end removes the bar.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
