//go:build unix

package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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
