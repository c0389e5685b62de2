//go:build unix

package child

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// gone tells whether the group of a router has ended, or does so soon: whoever
// inherits its members may take a while to notice.
func gone(r *Router) bool {
	for range 200 {
		if !lives(r.child.cmd.Process.Pid) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// lives tells whether a process of the group runs. On Linux those that have
// ended do not count, though nobody has waited for them.
func lives(group int) bool {
	if syscall.Kill(-group, 0) != nil {
		return false
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		var state string
		var parent, of int
		after := string(text)[strings.LastIndexByte(string(text), ')')+1:]
		if n, _ := fmt.Sscan(after, &state, &parent, &of); n == 3 && of == group && state != "Z" {
			return true
		}
	}
	return len(stats) == 0
}

// Who closes the output and goes on is ended, and that is not told as its own end.
func TestAClosedOutputIsToldApart(t *testing.T) {
	r, err := Start(context.Background(), "mine", "exec "+command(t, "closes stdout and stays"), short)
	if err != nil {
		t.Fatal(err)
	}
	const want = ": ended with signal: terminated (ours, as it went on for 300ms after it had closed its output) before it answered; "
	if err := ask(r, 1); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("found no %q in: %v", want, err)
	}
	if !gone(r) {
		t.Error("its group lives")
	}
}
