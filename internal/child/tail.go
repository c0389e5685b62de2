package child

import (
	"strings"
	"sync"

	"errbench/internal/strict"
)

// How much of stderr is kept, and how much of that is shown.
const (
	tailBytes  = 16 << 10
	tailLines  = 10  // the last ones
	tailIndent = 20  // characters of indentation
	tailWidth  = 200 // characters of each line after that
)

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte // at most tailBytes
}

// Write implements [io.Writer].
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailBytes):]...)
	t.kept = append(t.kept[:0], t.kept[max(0, len(t.kept)-tailBytes):]...)
	return len(p), nil
}

// lines returns the last lines that are not blank, made printable. They keep their
// indentation, which gives a traceback its structure.
func (t *tail) lines() (shown []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for l := range strings.Lines(string(t.kept)) {
		indent := min(len(l)-len(strings.TrimLeft(l, " \t")), tailIndent)
		if text := strict.ExcerptUpTo(tailWidth, l); text != "" {
			shown = append(shown, strings.Repeat(" ", indent)+text)
		}
	}
	return shown[max(0, len(shown)-tailLines):]
}
