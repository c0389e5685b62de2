package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"errbench/internal/stat"
)

// Progress shows how much of some work is done: on a terminal as one line that changes,
// elsewhere as a new line every ten seconds.
type Progress struct {
	stderr io.Writer
	noun   string // plural
	begun  time.Time

	mutex    sync.Mutex
	done     int64
	lastLine time.Time
	shown    bool // the line of a terminal is there
}

const (
	progressAfter = time.Second            // shorter work shows no progress
	changeEvery   = 100 * time.Millisecond // on a terminal
	lineEvery     = 10 * time.Second       // elsewhere
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
	since := now.Sub(p.lastLine)
	if now.Sub(p.begun) < progressAfter || since < changeEvery {
		return
	}
	line := progressLine(p.noun, p.done, all, now.Sub(p.begun))
	switch width := p.terminal(); {
	case width > 0:
		p.change(line, width)
	case since >= lineEvery:
		fmt.Fprintln(p.stderr, line)
	default:
		return
	}
	p.lastLine = now
}

// change writes a line over the one before. It fills the terminal except the last
// column, where some terminals would begin a new line.
func (p *Progress) change(line string, width int) {
	fmt.Fprintf(p.stderr, "\r%-*.*s", width-1, width-1, line)
	p.shown = line != ""
}

// terminal returns the width of the terminal, or 0 if there is none.
func (p *Progress) terminal() (width int) {
	f, ok := p.stderr.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// progressLine returns how much is done, how fast, and how long the rest takes.
func progressLine(noun string, done, all int64, after time.Duration) string {
	rate := float64(done) / after.Seconds()
	left := time.Duration(float64(all-done) / rate * float64(time.Second)).Round(time.Second)
	share := stat.Percent(stat.Ratio(float64(done), float64(all)), 1)
	return fmt.Sprintf("errbench: %s of %s %s, %v left, %s a second", share, stat.Count(all), noun, left, stat.Count(int64(rate)))
}

// End removes the line of a terminal.
func (p *Progress) End() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if width := p.terminal(); p.shown && width > 0 {
		p.change("", width)
		fmt.Fprint(p.stderr, "\r")
	}
}
