//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/cli"
	"errbench/report"
)

// process is the program at work, with its standard input still open.
type process struct {
	cmd            *exec.Cmd
	stdin          *os.File
	stdout, stderr bytes.Buffer
}

// start begins a command and writes to its standard input, ahead of the text,
// more blanks than the pipe holds: once they are written the program is
// reading, and has long since asked for signals.
func start(t *testing.T, dir, text string, args ...string) *process {
	t.Helper()
	in, stdin, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	const setPipeSize, size = 1031, 4096 // F_SETPIPE_SZ of Linux
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, stdin.Fd(), setPipeSize, size); errno != 0 {
		t.Skipf("the size of a pipe cannot be set here: %v", errno)
	}
	p := &process{cmd: exec.Command("errbench", args...), stdin: stdin}
	p.cmd.Dir, p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = dir, in, &p.stdout, &p.stderr
	err = errors.Join(p.cmd.Start(), in.Close())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // for a test that failed before its end
		_ = stdin.Close()
	})
	if _, err := stdin.WriteString(strings.Repeat(" ", 10*size) + text); err != nil {
		t.Fatal(err)
	}
	return p
}

// interrupt sends a signal and returns the exit code: -1 if it had to be
// killed after all.
func (p *process) interrupt(t *testing.T, s os.Signal) int {
	t.Helper()
	patience := time.AfterFunc(20*time.Second, func() { _ = p.cmd.Process.Kill() })
	defer patience.Stop()
	if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := p.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.cmd.ProcessState.ExitCode()
}

// An interrupted run is what the runs that it finished would have been alone.
func TestAnInterruptedRunIsTheBeginningOfAWholeOne(t *testing.T) {
	signals := map[os.Signal]time.Duration{os.Interrupt: 300 * time.Millisecond, syscall.SIGTERM: 30 * time.Millisecond, syscall.SIGHUP: 30 * time.Millisecond}
	if signal.Ignored(syscall.SIGHUP) {
		delete(signals, syscall.SIGHUP)
	}
	for signal, wait := range signals {
		dir := t.TempDir()
		p := start(t, dir, `{"stream": "counter/v2", "runs": 30000000}`, "run", "--scenario", "-", "--out", "s.json")
		if err := p.stdin.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if code := p.interrupt(t, signal); code != cli.ExitInterrupted {
			t.Fatalf("%v: exit code %d, want %d", signal, code, cli.ExitInterrupted)
		}
		var runs int64
		message := p.stderr.String()
		if _, err := fmt.Sscanf(message, "errbench: interrupted after %d of 30000000 runs\n", &runs); err != nil {
			t.Fatalf("%v: stderr is %s", signal, message)
		}
		if shown := p.stdout.String(); !strings.Contains(shown, "INCOMPLETE: interrupted") {
			t.Errorf("%v: stdout is\n%s", signal, shown)
		}
		text, err := os.ReadFile(filepath.Join(dir, "s.json"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := report.ReadSummary(bytes.NewReader(text), "s.json")
		if err != nil {
			t.Fatal(err)
		}
		if s.Complete || s.Assumptions.Runs != 30_000_000 || s.Results[0].PerRun.Runs != runs {
			t.Errorf("%v: complete %v, %d of %d runs, want %d", signal, s.Complete, s.Results[0].PerRun.Runs, s.Assumptions.Runs, runs)
		}
		if runs > 0 { // else the signal came before the first batch: a slow machine
			checkBeginning(t, text, runs)
		}
	}
}

// checkBeginning compares what an interrupted summary holds with a whole
// simulation of as many runs.
func checkBeginning(t *testing.T, interrupted []byte, runs int64) {
	t.Helper()
	whole, err := exec.Command("errbench", "run", "--stream", "counter/v2", "--runs", fmt.Sprint(runs), "--format", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	type findings struct{ Results, Expected, Comparisons any }
	var got, want findings
	if err := errors.Join(json.Unmarshal(interrupted, &got), json.Unmarshal(whole, &want)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after %d runs (-whole +interrupted):\n%s", runs, diff)
	}
}

// A part is whole or is not there: an interrupt writes nothing, and an older
// file stays.
func TestAnInterruptedPartIsNotWritten(t *testing.T) {
	for _, args := range []string{"--out part.json", ""} {
		dir := t.TempDir()
		file := filepath.Join(dir, "part.json")
		if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := start(t, dir, `{"stream": "counter/v2", "runs": 30000000}`, append(strings.Fields("run --scenario - --shard 2/3"), strings.Fields(args)...)...)
		if err := p.stdin.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
		if code := p.interrupt(t, os.Interrupt); code != cli.ExitInterrupted {
			t.Fatalf("exit code %d, want %d", code, cli.ExitInterrupted)
		}
		var runs int64
		message := p.stderr.String()
		if _, err := fmt.Sscanf(message, "errbench: interrupted after %d of the 10000000 runs of shard 2/3: nothing was written; the same command starts over\n", &runs); err != nil {
			t.Errorf("stderr is %s", message)
		}
		text, err := os.ReadFile(file)
		if err != nil || string(text) != "old" || p.stdout.Len() > 0 {
			t.Errorf("stdout has %d bytes, the file %q, error %v", p.stdout.Len(), text, err)
		}
	}
}

// A command that waits for somebody to type ends at the first interrupt.
func TestAWaitForInputIsInterrupted(t *testing.T) {
	for _, args := range []string{"route", "route -", "brief -", "report - --html r.html", "run --scenario -", "explain --scenario -", "audit --scenario -"} {
		p := start(t, t.TempDir(), "", strings.Fields(args)...)
		if code := p.interrupt(t, os.Interrupt); code != cli.ExitInterrupted {
			t.Errorf("%s: exit code %d, want %d", args, code, cli.ExitInterrupted)
		}
		if got := p.stderr.String(); got != "errbench: stdin: interrupted\n" || p.stdout.Len() > 0 {
			t.Errorf("%s: stdout is %q, stderr %q", args, p.stdout.String(), got)
		}
	}
}

// A pipe that nobody writes to keeps its reader waiting as it opens it.
func TestAWaitForAFileIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	for _, args := range []string{"route pipe", "brief pipe", "report pipe --html r.html", "run --scenario pipe", "check --baseline pipe", "merge pipe"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			p := &process{cmd: exec.Command("errbench", strings.Fields(args)...)}
			p.cmd.Dir, p.cmd.Stderr = dir, &p.stderr
			if err := p.cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second) // no sign tells that it waits
			if code := p.interrupt(t, os.Interrupt); code != cli.ExitInterrupted || !strings.Contains(p.stderr.String(), "interrupted") {
				t.Errorf("exit code %d, stderr %q", code, p.stderr.String())
			}
		})
	}
}

// An audit is interrupted between seeds, and within a seed that takes hours.
func TestAnAuditIsInterrupted(t *testing.T) {
	for _, text := range []string{`{"runs": 60}`, `{"stream": "counter/v2", "runs": 1000, "operations": 268435456}`} {
		p := start(t, t.TempDir(), text, "audit", "--scenario", "-", "--bases", "10000000")
		if err := p.stdin.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond) // most likely it has read its scenario by then
		if code := p.interrupt(t, os.Interrupt); code != cli.ExitInterrupted {
			t.Errorf("%s: exit code %d, want %d", text, code, cli.ExitInterrupted)
		}
		if got := p.stderr.String(); !strings.HasPrefix(got, "errbench: interrupted after ") && got != "errbench: stdin: interrupted\n" {
			t.Errorf("%s: stderr is %q", text, got)
		}
	}
}

// A sweep that is killed at any moment, and resumed as often, ends with the
// bytes of one that never was.
func TestAKilledSweepIsResumed(t *testing.T) {
	for _, args := range []string{
		"sweep --vary failure_rate=0:1:0.0002 --out d --resume",
		"sweep --vary seed=1:3000:1 --engine replay --out d --resume --workers 3",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			dir, kills := t.TempDir(), 0
			run := func(after time.Duration) bool {
				cmd := exec.Command("errbench", strings.Fields(args)...)
				cmd.Dir = dir
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				killed := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
				err := cmd.Wait()
				if killed.Stop() && err != nil {
					t.Fatalf("it ended by itself: %v", err)
				}
				return err == nil
			}
			for after := 5 * time.Millisecond; !run(after); after += after / 2 {
				kills++
			}
			whole := exec.Command("errbench", strings.Fields(strings.ReplaceAll(args, "--out d --resume", "--out whole"))...)
			whole.Dir = dir
			if err := whole.Run(); err != nil {
				t.Fatal(err)
			}
			same := exec.Command("diff", "-r", "d", "whole")
			same.Dir = dir
			if out, err := same.CombinedOutput(); err != nil {
				t.Errorf("after %d kills: %v\n%.500s", kills, err, out)
			}
			if kills < 3 {
				t.Errorf("only %d kills: the sweep is too short to test", kills)
			}
		})
	}
}

// An interrupt keeps whole points, says so, and is gone on from.
func TestAnInterruptedSweepSaysHowToGoOn(t *testing.T) {
	p := start(t, t.TempDir(), `{"operations": 2000}`, strings.Fields("sweep --scenario - --vary seed=1:100000:1 --engine replay --out d")...)
	if err := p.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(p.cmd.Dir, "d", "points.csv")
	for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		if rows, _ := os.ReadFile(file); bytes.Count(rows, []byte("\n")) > 1 {
			break
		}
	}
	if code := p.interrupt(t, os.Interrupt); code != cli.ExitInterrupted {
		t.Fatalf("exit code %d, want %d", code, cli.ExitInterrupted)
	}
	var done int
	if _, err := fmt.Sscanf(p.stderr.String(), "errbench: interrupted: %d of 100000 points are kept; the same command with --resume continues\n", &done); err != nil {
		t.Fatalf("stderr is %s", p.stderr.String())
	}
	rows, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(rows, []byte("\n")); lines != 1+3*done || done == 0 {
		t.Errorf("%d lines, with %d points", lines, done)
	}
}

// A disk that is full ends a sweep with an error, which loses no point.
func TestAFullDiskKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	mount := func(options string) {
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "none", dir).CombinedOutput(); err != nil {
			t.Skipf("nothing can be mounted here: %v: %s", err, out)
		}
	}
	mount("size=256k")
	t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
	args := strings.Fields("sweep --vary failure_rate=0:1:0.0005 --out d")
	full := exec.Command("errbench", args...)
	full.Dir = dir
	out, err := full.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != cli.ExitUsage {
		t.Fatalf("%v: %s", err, out)
	}
	var done int
	if _, err := fmt.Sscanf(string(out), "errbench: --out: write d/points.csv: no space left on device; %d of 2001 points are kept; the same command with --resume continues\n", &done); err != nil || done == 0 {
		t.Fatalf("it said %s", out)
	}
	mount("remount,size=100m")
	again := exec.Command("errbench", append(args, "--resume")...)
	again.Dir = dir
	if out, err := again.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// An interrupt ends the processes of a router with all that they have started.
func TestAnInterruptEndsRouters(t *testing.T) {
	dir := t.TempDir()
	p := start(t, dir, "{\"runs\": 60}", "run", "--scenario", "-", "--strategy", "mine=exec:sleep 60 & echo $! >pid; wait")
	if err := p.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	var pid int
	for range 200 {
		text, _ := os.ReadFile(filepath.Join(dir, "pid"))
		if _, err := fmt.Sscan(string(text), &pid); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if pid == 0 {
		t.Fatal("the router was not started")
	}
	if code := p.interrupt(t, os.Interrupt); code != cli.ExitInterrupted || p.stderr.String() != "errbench: interrupted\n" {
		t.Errorf("exit code %d, stderr %s", code, p.stderr.String())
	}
	for range 100 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("what the router started still runs")
}
