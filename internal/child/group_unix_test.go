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

// gone reports whether the group of a command has ended, or ends soon: the process
// that inherits its members may take a while to notice.
func gone(p *Process) bool {
	for range 200 {
		if !lives(p.group.cmd.Process.Pid) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// lives reports whether a process of the group runs. On Linux a process that has
// ended does not count, though nobody has waited for it.
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

// A command that closes its output and goes on is ended, and the error says that
// errbench ended it.
func TestAClosedOutputIsToldApart(t *testing.T) {
	p, err := Start(context.Background(), "exec "+command(t, "closes stdout and stays"), short)
	if err != nil {
		t.Fatal(err)
	}
	const want = "ended with signal: terminated (sent by errbench, 300ms after the command had closed its output) before it answered; "
	if err := ask(p, 1); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("found no %q in: %v", want, err)
	}
	if !gone(p) {
		t.Error("its group lives")
	}
}
