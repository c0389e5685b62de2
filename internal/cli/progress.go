package cli

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

// Progress shows how much of some work is done: as a bar on a terminal, elsewhere as
// a line every ten seconds.
type Progress struct {
	stderr io.Writer
	noun   string // plural
	begun  time.Time

	mutex    sync.Mutex
	done     int64
	lastLine time.Time
	bar      *progressbar.ProgressBar // nil until it is shown
}

const (
	barAfter  = time.Second      // shorter work shows no bar
	lineEvery = 10 * time.Second // between two lines
	minWidth  = 60               // of a terminal that shows a bar, in characters
)

// NewProgress returns the progress of work that begins now and is counted in nouns.
func NewProgress(stderr io.Writer, noun string) *Progress {
	now := time.Now()
	return &Progress{stderr: stderr, noun: noun, begun: now, lastLine: now}
}

// Add counts done more of all the work. Several goroutines may call it at once.
func (p *Progress) Add(done, all int64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done += done
	now := time.Now()
	if p.bar == nil && now.Sub(p.begun) < barAfter {
		return
	}
	switch width, terminal := p.terminal(); {
	case p.bar != nil:
		_ = p.bar.Set64(p.done) // the work goes on if the bar cannot be drawn
	case terminal && width >= minWidth:
		p.bar = progressbar.NewOptions64(all, progressbar.OptionSetWriter(p.stderr), progressbar.OptionSetDescription(p.noun),
			progressbar.OptionSetWidth(20), progressbar.OptionShowIts(), progressbar.OptionSetItsString(p.noun),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	case !terminal && now.Sub(p.lastLine) >= lineEvery:
		p.lastLine = now
		fmt.Fprintln(p.stderr, progressLine(p.noun, p.done, all, now.Sub(p.begun)))
	}
}

// terminal returns the width of the terminal, and whether there is one.
func (p *Progress) terminal() (width int, ok bool) {
	f, ok := p.stderr.(*os.File)
	if !ok {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}

// progressLine returns how much is done, how fast, and how long the rest takes.
func progressLine(noun string, done, all int64, after time.Duration) string {
	rate := float64(done) / after.Seconds()
	left := time.Duration(float64(all-done) / rate * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("errbench: %s of %s %s, %s a second, %v left", stat.Count(done), stat.Count(all), noun, stat.Count(int64(rate)), left)
}

// End removes the bar.
func (p *Progress) End() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
