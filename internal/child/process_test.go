package child

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestACommandAnswers(t *testing.T) {
	t.Parallel()
	p := run(t, quick, "good")
	for range 300 {
		if answer, err := p.Ask([]byte("?\n")); err != nil || string(answer) != "yes" {
			t.Fatalf("answer %q, %v", answer, err)
		}
	}
	if err := errors.Join(p.Close(), p.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Ask([]byte("?\n")); err == nil || err.Error() != "was asked after it had been closed" {
		t.Errorf("a closed command is asked: %v", err)
	}
}

func TestACommandThatCannotStartIsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		command string
		limits  Limits
		want    string
	}{
		{" ", quick, "the command is empty; name a program, as in `python3 router.py`"},
		{"good", Limits{}, "limit answer: got 0s, want more than 0"},
		{"good", Limits{Answer: 1, End: -1}, "limit end: got -1ns, want more than 0"},
		{"a\x00b", quick, "invalid argument"},
	} {
		if _, err := Start(context.Background(), test.command, test.limits); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %s", test.command, err, test.want)
		}
	}
	p, err := Start(context.Background(), "no-such-program --x", quick)
	if err != nil {
		t.Fatal(err)
	}
	if err := ask(p, 1); err == nil || !strings.Contains(err.Error(), "before it answered") || len(p.Stderr()) == 0 || !gone(p) {
		t.Errorf("error %v", err)
	}
}

// An interrupt ends a command at once, whatever it is about to do.
func TestAnInterruptEndsIt(t *testing.T) {
	t.Parallel()
	slow := Limits{Answer: time.Minute, End: time.Minute}
	once := func(p *Process) error { _, err := p.Ask([]byte("1\n")); return err }
	for behaviour, act := range map[string]func(*Process) error{
		"mute": once,
		"good": func(p *Process) error { // between two questions
			<-p.ctx.Done()
			time.Sleep(200 * time.Millisecond)
			return once(p)
		},
		"stubborn": func(p *Process) error { // while it is ended
			_ = once(p)
			return p.Fail(errors.New("answered in another language"))
		},
		"deaf at end": func(p *Process) error { return ask(p, 1) },
		"parent":      func(p *Process) error { return ask(p, 1) },
	} {
		ctx, interrupt := context.WithCancel(context.Background())
		p, err := Start(ctx, command(t, behaviour), slow)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(200*time.Millisecond, interrupt)
		start := time.Now()
		if err := act(p); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", behaviour, err)
		}
		if took := time.Since(start); took > 20*time.Second || !gone(p) {
			t.Errorf("%s: ended after %v", behaviour, took)
		}
		if _, err := Start(ctx, command(t, behaviour), slow); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: starts after the interrupt: %v", behaviour, err)
		}
	}
}

// needsShell skips a test where there is no sh.
func needsShell(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs sh")
	}
}

// A command is run in the folder of the program, and what it leaves behind ends too,
// though nothing can be seen of that in its outputs.
func TestACommandIsOneOfTheShell(t *testing.T) {
	t.Parallel()
	needsShell(t)
	p, err := Start(context.Background(), `
		test -e process.go || exit 1
		sleep 60 </dev/null >/dev/null 2>&1 &
		while read question; do echo "$(echo $question) it is"; done
		true`, quick)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := p.Ask([]byte("so\n")); err != nil || string(answer) != "so it is" {
		t.Errorf("answer %q, %v", answer, err)
	}
	if err := p.Close(); err != nil || !gone(p) {
		t.Error(err)
	}
}

func TestItIsTerminatedBeforeItIsKilled(t *testing.T) {
	t.Parallel()
	needsShell(t)
	p, err := Start(context.Background(), `trap 'echo asked >&2; exit' TERM; read question; echo no; while true; do sleep 0.01; done`, quick)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Ask([]byte("1\n")); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("the answer is wrong")
	// The shell may write first that its sleep was terminated.
	if err := p.Fail(wrong); err != wrong || !slices.Contains(p.Stderr(), "asked") || !gone(p) {
		t.Errorf("error %v, stderr %q", err, p.Stderr())
	}
}
