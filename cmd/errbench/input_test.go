package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"errbench/internal/cli"
)

// Each place where a number is read, %s standing for it.
var numbers = [][]string{
	{"run", "--runs", "1", "--set", "failure_rate=%s"},
	{"run", "--precision", "%s"},
	{"sweep", "--format", "json", "--vary", "failure_rate=%s:1:0.5"},
	{"breakeven", "--strategy", "code-only,actionable-envelope", "--vary", "failure_rate=%s:1"},
	{"sensitivity", "--range", "failure_rate=%s:1"},
	{"check", "--baseline", "../../results/summary.json", "--require", "code-only.resolution_rate>=%s"},
}

// Everywhere numbers are written as in JSON.
func TestNumbersAreWrittenAlikeEverywhere(t *testing.T) {
	for _, text := range []string{"00.1", "+0.1", ".1", "1.", "0x1p-1", "0_1", "1e999", "NaN", ""} {
		for _, args := range numbers {
			var line []string
			for _, arg := range args {
				if strings.Contains(arg, "%s") {
					arg = fmt.Sprintf(arg, text)
				}
				line = append(line, arg)
			}
			var out, errs bytes.Buffer
			if code := cli.Run(t.Context(), newRoot(), line, strings.NewReader(""), &out, &errs); code != cli.ExitUsage {
				t.Errorf("%q: exit code %d, want %d", line, code, cli.ExitUsage)
			}
		}
	}
}

// An input without an end is refused before it fills the memory.
func TestInputsAreBounded(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("this system has no endless file")
	}
	endless := filepath.Join(t.TempDir(), "endless.yaml")
	if err := os.Symlink("/dev/zero", endless); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"run", "--scenario", "/dev/zero"},
		{"run", "--strategy", "mine=" + endless},
		{"run", "--contract", endless, "--strategy", "mine=exec:x"},
		{"route", "/dev/zero"},
		{"report", "/dev/zero", "--html", endless + ".html"},
		{"brief", "/dev/zero"},
		{"merge", "/dev/zero"},
		{"check", "--baseline", "/dev/zero"},
		{"check", "--baseline", "../../results/summary.json", "--requirements", "/dev/zero"},
		{"run", "--scenario", "-"},
		{"route", "-"},
		{"brief", "-"},
		{"report", "-", "--html", endless + ".html"},
		{"check", "--baseline", "-"},
		{"check", "--baseline", "../../results/summary.json", "--requirements", "-"},
	} {
		var out, errs bytes.Buffer
		code := cli.Run(t.Context(), newRoot(), args, zeros{}, &out, &errs)
		if got := errs.String(); code != cli.ExitUsage || !strings.Contains(got, "longer than") && !strings.Contains(got, "more than") || len(got) > 500 {
			t.Errorf("%q: exit code %d, %.200s", args, code, got)
		}
	}
}

// zeros is an input without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
