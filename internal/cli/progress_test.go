package cli

import (
	"strings"
	"testing"
	"time"
)

func TestALineOfProgressReplacesTheLineBefore(t *testing.T) {
	var b strings.Builder
	p := NewProgress(&b, "points")
	p.change("12345678 too long", 9)
	p.change("short", 9)
	p.change("", 9)
	if got, want := b.String(), "\r12345678\rshort   \r        "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgressWithoutATerminal(t *testing.T) {
	var b strings.Builder
	p := NewProgress(&b, "points")
	p.Add(1_000, 10_000) // within the first second
	p.begun, p.lastLine = p.begun.Add(-lineEvery), p.lastLine.Add(-lineEvery)
	p.Add(1_000, 10_000)
	p.Add(1_000, 10_000) // too soon after the line before
	p.End()
	if got, want := b.String(), "errbench: 20.0 % of 10,000 points, 40s left, "; !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheRestTakesAsLongAsTheRateSays(t *testing.T) {
	if got, want := progressLine("runs", 250, 1_000, 5*time.Second), "errbench: 25.0 % of 1,000 runs, 15s left, 50 a second"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
