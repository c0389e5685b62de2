package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"errbench/internal/cli"
)

// What an error repeats of a command line steers no terminal and forges no second error.
func TestErrorsArePrintable(t *testing.T) {
	const evil = "a\x1b[2J\u009b\u202e\xff\nerrbench: forged"
	unprintable := regexp.MustCompile(`[^\PC\n]`)
	for _, command := range []string{
		"", "brief", "merge", "route", "report --html x.html", "run --scenario", "run --strategies", "run --strategy", "run --set", "run --out", "run --format",
		"check --baseline", "check --require", "sweep --vary", "power --between", "run --", "explain", "breakeven --metric", "sensitivity --range",
	} {
		args := append(strings.Fields(command), evil)
		if command == "run --" {
			args = []string{"run", "--" + evil}
		}
		var errors bytes.Buffer
		if code := cli.Run(t.Context(), newRoot(), args, strings.NewReader(""), io.Discard, &errors); code != cli.ExitUsage {
			t.Errorf("%q ends with %d, want %d", args, code, cli.ExitUsage)
		}
		text := errors.String()
		if found := unprintable.FindString(text); found != "" || strings.Contains(text, "\nerrbench: forged") || strings.Contains(text, "\xff") {
			t.Errorf("%q wrote %q in %q", args, found, text)
		}
	}
}
