package router

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/internal/child"
	"errbench/internal/strict"
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

// limits hold for good behaviour under the race detector too.
var limits = child.Limits{Answer: 5 * time.Second, End: 3 * time.Second}

// run starts a router that is a script of the shell, and ends it with the test.
func run(t *testing.T, script string) *session {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs sh")
	}
	s, err := start(context.Background(), "mine", script, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.process.End(0) })
	return s
}

// ask asks questions until an error, and closes the router.
func ask(s *session, questions int) error {
	for n := range questions {
		if _, err := s.ask(question(n + 1)); err != nil {
			return err
		}
	}
	return s.close()
}

func TestAQuestionIsOneLine(t *testing.T) {
	q := question(1)
	q.History = nil
	q.Error.Message = optional.Of("a\nb")
	want := `{"protocol":"errbench/router/v1","error":{"code":"TRANSIENT","message":"a\nb","retryable":true},"attempt":1,"history":[],"operation":{"risk":"idempotent_write"}}` + "\n"
	if diff := cmp.Diff(want, string(encode(q))); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}

// awaitReady waits until a router says on stderr that it is ready.
func awaitReady(t *testing.T, s *session) {
	t.Helper()
	for range 1000 {
		if slices.Contains(s.process.Stderr(), "ready") {
			time.Sleep(50 * time.Millisecond) // for what it wrote before to arrive
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the router does not get ready")
}

// answering returns a script that answers each question with a text, as for echo.
func answering(text string) string { return "while read -r q; do echo '" + text + "'; done" }

func TestRoutersAnswer(t *testing.T) {
	for _, script := range []string{answering(`{"action":"stop"}`), `while read -r q; do printf '{"action":"stop"}\r\n'; done`} {
		s := run(t, script)
		for n := range 300 {
			if a, err := s.ask(question(1 + n%3)); err != nil || a != (strategy.Answer{Action: strategy.Stop}) {
				t.Fatalf("answer %v, %v", a, err)
			}
		}
		if err := errors.Join(s.close(), s.close(), s.repeat()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.ask(question(1)); err == nil || !strings.Contains(err.Error(), "was asked after it had been closed") {
			t.Errorf("a closed router is asked: %v", err)
		}
	}
}

// misbehaviours are what the first error says of the router that is asked a number of
// questions, and which of them it names.
var misbehaviours = []struct {
	script    string
	questions int
	want      string
	at        int // 0 for no question
}{
	{"while read -r q; do printf '\\033[31mwait\\342\\200\\256 a minute\\n'; done", 2, `got the answer \x1b[31mwait\u202e a minute, want {"action":"stop"} on a line of its own: 1:1: not JSON: `, 1},
	{answering(`{"action":"retyr"}`), 2, `got the answer {"action":"retyr"}: action: got "retyr"; did you mean "retry"?`, 1},
	{answering(""), 2, "got an empty line for an answer", 1},
	{"read -r q; exit 3", 1, "ended with exit status 3 before it answered;", 1},
	{`read -r q; echo '{"action":"stop"}'`, 2, "ended with exit status 0 before it answered;", 2},
	{answering(`{"action":"stop"}`) + "; exit 4", 2, "ended with exit status 4 after its last answer;", 2},
	{answering(`{"action":"stop"}`) + "; echo again", 3, `wrote again after the answer {"action":"stop"};`, 3},
	{"echo early; echo ready >&2; sleep 1", 1, "wrote early before the first question", 0},
}

func TestAnErrorNamesRouterQuestionAndStderr(t *testing.T) {
	for _, test := range misbehaviours {
		script := "echo note >&2; " + test.script
		s := run(t, script)
		if test.at == 0 {
			awaitReady(t, s)
		}
		err := ask(s, test.questions)
		if err == nil {
			t.Errorf("%s: no error", script)
			continue
		}
		want := `router "mine" (` + strict.ExcerptUpTo(commandWidth, script) + "): " + test.want
		if !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "\n  stderr: note") {
			t.Errorf("error %v\nwant %s", err, want)
		}
		at := ""
		if test.at > 0 {
			at = "\n  question: " + strings.TrimSpace(string(encode(question(test.at)))) + "\n"
		}
		if !strings.Contains(err.Error(), at) || strings.Contains(err.Error(), "question: ") != (test.at > 0) {
			t.Errorf("%s: error %v\nwant%s", script, err, at)
		}
		if strings.ContainsFunc(err.Error(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
			t.Errorf("the error is not fit to be shown: %q", err)
		}
		if _, again := s.ask(question(1)); again != err || s.close() != err {
			t.Errorf("it goes on: %v, %v", again, s.close())
		}
	}
}

// What is more than one answer is an error about the question before.
func TestALateSecondAnswerIsNotThatToTheNextQuestion(t *testing.T) {
	s := run(t, `read -r q; echo '{"action":"stop"}'; sleep 0.05; echo '{"action":"retry"}'; echo ready >&2; sleep 5`)
	if _, err := s.ask(question(1)); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, s)
	if _, err := s.ask(question(2)); err == nil || !strings.Contains(err.Error(), `wrote {"action":"retry"} after`) || !strings.Contains(err.Error(), `"attempt":1`) {
		t.Errorf("error %v", err)
	}
}

func TestARouterThatCannotStartIsNamed(t *testing.T) {
	const want = "router \"mine\" (): the command is empty; name a program, as in `python3 router.py`"
	if _, err := start(context.Background(), "mine", " ", limits); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestAnInterruptIsTheError(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	s, err := start(ctx, "mine", "sleep 60", limits)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(100*time.Millisecond, interrupt)
	if err := ask(s, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestANewProcessHasToAnswerTheSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	s := run(t, `again=$(test -e `+file+` && echo yes); touch `+file+`; i=0; while read -r q; do
		i=$((i+1))
		if [ "$again" ] && [ $i = 2 ]; then echo '{"action":"retry","delay_ms":5}'; else echo '{"action":"stop"}'; fi
	done`)
	if err := ask(s, 3); err != nil {
		t.Fatal(err)
	}
	want := `answered {"action":"stop"}, and {"action":"retry","delay_ms":5} when a new process was asked the same`
	if err := s.repeat(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `"attempt":2`) {
		t.Errorf("error %v", err)
	}
}
