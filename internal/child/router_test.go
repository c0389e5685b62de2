package child

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// question is the n-th of a test, from 1.
func question(n int) strategy.Question {
	return strategy.Question{
		Error:     contract.Error{Code: optional.Of("TRANSIENT"), Retryable: optional.Of(true)},
		Attempt:   n,
		History:   make([]contract.Error, n-1),
		Operation: strategy.Operation{Risk: scenario.IdempotentWrite},
	}
}

// ask asks questions until an error, and closes the router.
func ask(r *Router, questions int) error {
	for n := range questions {
		if _, err := r.Route(question(n + 1)); err != nil {
			return err
		}
	}
	return r.Close()
}

func TestAQuestionIsOneLine(t *testing.T) {
	q := question(1)
	q.History = nil
	q.Error.Message = optional.Of("a\nb")
	want := `{"protocol":"errbench/router/v1","error":{"code":"TRANSIENT","message":"a\nb","retryable":true},"attempt":1,"history":[],"operation":{"risk":"idempotent_write"}}` + "\n"
	if diff := cmp.Diff(want, string(sent(q))); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}

func TestRoutersAnswer(t *testing.T) {
	for _, behaviour := range []string{"good", "windows"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			r := run(t, quick, behaviour)
			for n := range 300 {
				if a, err := r.Route(question(1 + n%3)); err != nil || a != (strategy.Answer{Action: strategy.Stop}) {
					t.Fatalf("answer %v, %v", a, err)
				}
			}
			if err := errors.Join(r.Close(), r.Close(), r.Again()); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Route(question(1)); err == nil || !strings.Contains(err.Error(), "was asked after it had been closed") {
				t.Errorf("a closed router is asked: %v", err)
			}
		})
	}
}

func TestWhatCannotStartIsTold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		command string
		limits  Limits
		want    string
	}{
		{" ", quick, "found an empty command"},
		{"good", Limits{}, "found the limits 0s for an answer and 0s to end"},
		{"a\x00b", quick, `router "mine" (a\x00b): `},
	} {
		if _, err := Start(context.Background(), "mine", test.command, test.limits); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %s", test.command, err, test.want)
		}
	}
	r, err := Start(context.Background(), "mine", "no-such-program --x", quick)
	if err != nil {
		t.Fatal(err)
	}
	if err := ask(r, 1); err == nil || !strings.Contains(err.Error(), "before it answered") || !strings.Contains(err.Error(), "\n  stderr: ") || !gone(r) {
		t.Errorf("error %v", err)
	}
}

// An interrupt ends a router at once, whatever it is about to do.
func TestAnInterruptEndsIt(t *testing.T) {
	t.Parallel()
	slow := Limits{Answer: time.Minute, End: time.Minute}
	for behaviour, act := range map[string]func(*Router) error{
		"mute": func(r *Router) error { _, err := r.Route(question(1)); return err },
		"good": func(r *Router) error { // between two questions
			<-r.ctx.Done()
			time.Sleep(200 * time.Millisecond)
			_, err := r.Route(question(1))
			return err
		},
		"stubborn":    func(r *Router) error { _, err := r.Route(question(1)); return err }, // while it is ended
		"deaf at end": func(r *Router) error { return ask(r, 1) },
		"parent":      func(r *Router) error { return ask(r, 1) },
	} {
		ctx, interrupt := context.WithCancel(context.Background())
		r, err := Start(ctx, "mine", command(t, behaviour), slow)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(200*time.Millisecond, interrupt)
		start := time.Now()
		if err := act(r); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", behaviour, err)
		}
		if took := time.Since(start); took > 20*time.Second || !gone(r) {
			t.Errorf("%s: ended after %v", behaviour, took)
		}
		if _, err := Start(ctx, "mine", command(t, behaviour), slow); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: starts after the interrupt: %v", behaviour, err)
		}
	}
}

func TestANewProcessHasToAnswerTheSame(t *testing.T) {
	t.Parallel()
	r := run(t, quick, "forgetful", filepath.Join(t.TempDir(), "file"))
	if err := ask(r, 3); err != nil {
		t.Fatal(err)
	}
	want := `answered {"action":"stop"}, and {"action":"retry","delay_ms":5} when a new process was asked the same`
	if err := r.Again(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `"attempt":2`) {
		t.Errorf("error %v", err)
	}
}

// A router is run in the folder of the program, and what it leaves behind ends
// too, though nobody could tell that from its outputs.
func TestACommandIsOneOfTheShell(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs sh")
	}
	r, err := Start(context.Background(), "mine", `
		test -e router.go || exit 1
		sleep 60 </dev/null >/dev/null 2>&1 &
		while read question; do echo '{"action":"'$(echo retry)'","delay_ms":7}'; done
		true`, quick)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := r.Route(question(1)); err != nil || a != (strategy.Answer{Action: strategy.Retry, DelayMS: 7}) {
		t.Errorf("answer %v, %v", a, err)
	}
	if err := r.Close(); err != nil || !gone(r) {
		t.Error(err)
	}
}

func TestItIsAskedToEndBeforeItIsKilled(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs sh")
	}
	r, err := Start(context.Background(), "mine", `trap 'echo asked >&2; exit' TERM; read question; echo no; while true; do sleep 0.01; done`, quick)
	if err != nil {
		t.Fatal(err)
	}
	if err := ask(r, 1); err == nil || !strings.HasSuffix(err.Error(), "\n  stderr: asked") || !gone(r) {
		t.Errorf("error %v", err)
	}
}
