package process

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// question is the n-th of a test, from 1.
func question(n int) Question {
	return Question{
		Error:     contract.Error{Code: optional.Of("TRANSIENT"), Retryable: optional.Of(true)},
		Attempt:   n,
		History:   make([]contract.Error, n-1),
		Operation: Operation{Risk: scenario.IdempotentWrite},
	}
}

// ask asks questions until an error, and closes the router.
func ask(r *Router, questions int) error {
	for n := range questions {
		if _, err := r.Ask(question(n + 1)); err != nil {
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
	if diff := cmp.Diff(want, string(q.line())); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}

func TestRoutersAnswer(t *testing.T) {
	for _, behaviour := range []string{"good", "windows"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			r := run(t, quick, behaviour)
			for n := range 300 {
				if a, err := r.Ask(question(1 + n%3)); err != nil || a != (Answer{Action: strategy.Stop}) {
					t.Fatalf("answer %v, %v", a, err)
				}
			}
			if err := errors.Join(r.Close(), r.Close(), r.Again()); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Ask(question(1)); err == nil || !strings.Contains(err.Error(), "was asked after it had been closed") {
				t.Errorf("a closed router is asked: %v", err)
			}
		})
	}
}

// misbehaviours are what the first error says of the router that is asked so
// many questions; in it, "FIRST" stands for the first question.
var misbehaviours = []struct {
	behaviour string
	questions int
	want      []string
}{
	{"garbage", 2, []string{`found the answer \x1b[31mwait\u202e a minute, which is not JSON; {"action":"stop"} on a line of its own works`, "FIRST"}},
	{"unknown", 2, []string{`found the answer {"action":"retyr"}: action: found "retyr", did you mean "retry"?; there are stop, retry, repair, authorize, replace, proceed, crash`, "FIRST"}},
	{"empty", 2, []string{"found an empty line for an answer", "FIRST"}},
	{"two", 2, []string{`found {"action":"retry"} after the answer {"action":"stop"}; one line to each question works`, "FIRST"}},
	{"two at end", 3, []string{`found {"action":"retry"} after the answer {"action":"stop"}`, `"attempt":3`}},
	{"late second", 1, []string{`found {"action":"retry"} after the answer {"action":"stop"}`, "FIRST"}},
	{"no end", 1, []string{"gave no answer within 300ms", "flushed", "FIRST"}},
	{"mute", 1, []string{"gave no answer within 300ms", "FIRST"}},
	{"crash", 1, []string{"ended with exit status 2 before it answered", "FIRST", "\n  stderr: panic: out of luck\n"}},
	{"exit", 1, []string{"ended with exit status 3 before it answered; an answer to each question works", "FIRST"}},
	{"closes stdout", 1, []string{"ended with exit status 5 before it answered", "FIRST"}},
	{"within answer", 1, []string{`ended with exit status 0 within the answer {"action":;`, "FIRST"}},
	{"first only", 2, []string{"ended with exit status 0 before it answered", `"attempt":2`}},
	{"fails at end", 2, []string{"ended with exit status 4 after its last answer; exit status 0 works", `"attempt":2`}},
	{"deaf at end", 1, []string{"did not end, or left something behind that has not ended, within 300ms of the end of its input", "FIRST"}},
	{"parent", 1, []string{"did not end, or left something behind that has not ended, within 300ms", "FIRST", "stderr: child "}},
	{"huge", 1, []string{"found an answer of more than 65536 bytes, xxxxxxxxxx", "FIRST"}},
	{"stubborn", 1, []string{"found the answer no, which is not JSON", "FIRST"}},
	{"chatty", 1, []string{"found the answer no", "FIRST", "\n  stderr: line 99990 \\x1b[2J---", "\n  stderr: line 99999 "}},
}

func TestMisbehaviourIsToldAndEnded(t *testing.T) {
	for _, test := range misbehaviours {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			limits := quick
			if text := strings.Join(test.want, ""); strings.Contains(text, "300ms") && strings.Contains(text, "answer") {
				limits.Answer = 300 * time.Millisecond
			}
			if strings.Contains(strings.Join(test.want, ""), "did not end") || test.behaviour == "stubborn" {
				limits = Limits{Answer: quick.Answer, End: 300 * time.Millisecond}
			}
			r := run(t, limits, test.behaviour)
			err := ask(r, test.questions)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range append(test.want, `router "mine" (`, test.behaviour) {
				if want == "FIRST" {
					want = "\n  question: " + strings.TrimSpace(string(question(1).line()))
				}
				if !strings.Contains(err.Error(), want) {
					t.Errorf("found no %q in: %v", want, err)
				}
			}
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) || len(err.Error()) > 5000 {
				t.Errorf("the error is not fit to be shown: %q", err)
			}
			_, again := r.Ask(question(1))
			if again != err || r.Close() != err {
				t.Errorf("it goes on: %v, %v", again, r.Close())
			}
		})
	}
}

// What is more than an answer is found at once, at the next question or at the
// end, but always.
func TestALateSecondAnswerIsFoundAtTheNextQuestion(t *testing.T) {
	t.Parallel()
	r := run(t, quick, "late second")
	if _, err := r.Ask(question(1)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if _, err := r.Ask(question(2)); err == nil || !strings.Contains(err.Error(), `found {"action":"retry"} after`) || strings.Contains(err.Error(), `"attempt":2`) {
		t.Errorf("error %v", err)
	}
}

func TestAnAnswerBeforeTheQuestionIsRefused(t *testing.T) {
	t.Parallel()
	r := run(t, quick, "early")
	time.Sleep(300 * time.Millisecond)
	if _, err := r.Ask(question(1)); err == nil || !strings.Contains(err.Error(), "before the first question") {
		t.Errorf("error %v", err)
	}
}

// A question that does not fit into the pipe does not block.
func TestARouterThatNeverReadsIsEnded(t *testing.T) {
	t.Parallel()
	q := question(1)
	q.Error.Message = optional.Of(strings.Repeat("long ", 1<<18))
	for behaviour, want := range map[string]string{"reads nothing": "without reading the question", "mute": "gave no answer within 400ms"} {
		r := run(t, Limits{Answer: 400 * time.Millisecond, End: time.Second}, behaviour)
		if _, err := r.Ask(q); err == nil || len(err.Error()) > 5000 || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "before the first question") {
			t.Errorf("%s: error %v", behaviour, err)
		}
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
		"mute":        func(r *Router) error { _, err := r.Ask(question(1)); return err },
		"deaf at end": func(r *Router) error { return ask(r, 1) },
		"parent":      func(r *Router) error { return ask(r, 1) },
	} {
		ctx, interrupt := context.WithCancel(context.Background())
		r, err := Start(ctx, "mine", command(t, behaviour), slow)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(500*time.Millisecond, interrupt)
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

// A router is given the environment and the folder of the program.
func TestACommandIsOneOfTheShell(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs sh")
	}
	r, err := Start(context.Background(), "mine", `test -e router.go && while read q; do echo '{"action":"'$(echo retry)'","delay_ms":7}'; done; true`, quick)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := r.Ask(question(1)); err != nil || a != (Answer{strategy.Retry, 7}) {
		t.Errorf("answer %v, %v", a, err)
	}
	if err := r.Close(); err != nil || !gone(r) {
		t.Error(err)
	}
}
