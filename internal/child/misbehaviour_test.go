package child

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"
)

// misbehaviours are what the first error says of a command that is asked a number of
// times.
var misbehaviours = []struct {
	behaviour string
	times     int
	limits    Limits
	want      string
	stderr    string // a line of it
}{
	{"two", 2, quick, "wrote no after the answer yes; write one line for each question", ""},
	{"two at end", 3, quick, "wrote no after the answer yes;", ""},
	{"late second", 1, quick, "wrote no after the answer yes;", ""},
	{"no end", 1, hasty, "gave no answer within 300ms; write one line for each question, and flush it", ""},
	{"mute", 1, hasty, "gave no answer within 300ms;", ""},
	{"crash", 1, quick, "ended with exit status 2 before it answered;", "panic: out of luck"},
	{"exit", 1, quick, "ended with exit status 3 before it answered; answer each question until the input ends", ""},
	{"closes stdout", 1, quick, "ended with exit status 5 before it answered;", ""},
	{"within answer", 1, quick, "ended with exit status 0 within the answer ye; write whole lines", ""},
	{"first only", 2, quick, "ended with exit status 0 before it answered;", ""},
	{"fails at end", 2, quick, "ended with exit status 4 after its last answer; end with exit status 0", ""},
	{"deaf at end", 1, short, "did not end within 300ms of the end of its input, or left a process behind; exit when the input ends", ""},
	{"parent", 1, short, "did not end within 300ms of the end of its input, or left a process behind;", "child "},
	{"huge", 1, quick, "answered \"xxxxxxxxxx", ""},
	{"huge", 1, quick, "more than 65536 bytes; write a shorter line", ""},
	{"stubborn", 1, short, "did not end within 300ms of the end of its input, or left a process behind;", ""},
	{"chatty", 1, quick, "ended with exit status 6 before it answered;", "line 99990 \\x1b[2J---"},
}

func TestMisbehaviourIsToldAndEnded(t *testing.T) {
	for _, test := range misbehaviours {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			p := run(t, test.limits, test.behaviour)
			err := ask(p, test.times)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v, want %s", err, test.want)
			}
			stderr := strings.Join(p.Stderr(), "\n")
			if !strings.Contains(stderr, test.stderr) {
				t.Errorf("no line %q in:\n%s", test.stderr, stderr)
			}
			if shown := err.Error() + stderr; len(shown) > 5000 || strings.ContainsFunc(shown, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
				t.Errorf("the error is not fit to be shown: %q", shown)
			}
			_, again := p.Ask([]byte("more\n"))
			if again != err || p.Close() != err || !p.Ended() {
				t.Errorf("it goes on: %v, %v", again, p.Close())
			}
		})
	}
}

// A line that nobody asked for is found at once, at the next question or at the end.
func TestALineTooManyIsFoundAtTheNextQuestion(t *testing.T) {
	t.Parallel()
	p := run(t, quick, "late second")
	if _, err := p.Ask([]byte("1\n")); err != nil {
		t.Fatal(err)
	}
	await(t, p, "two are written")
	var early *EarlyError
	if _, err := p.Ask([]byte("2\n")); !errors.As(err, &early) || !strings.Contains(err.Error(), "wrote no after the answer yes") {
		t.Errorf("error %v", err)
	}
}

func TestAnAnswerBeforeTheQuestionIsRefused(t *testing.T) {
	t.Parallel()
	p := run(t, quick, "early")
	await(t, p, "one is written")
	var early *EarlyError
	if _, err := p.Ask([]byte("1\n")); !errors.As(err, &early) || err.Error() != "wrote yes before the first question; write one line after each question" {
		t.Errorf("error %v", err)
	}
}

// A question that does not fit into the pipe does not block.
func TestACommandThatNeverReadsIsEnded(t *testing.T) {
	t.Parallel()
	question := []byte(strings.Repeat("long ", 1<<18) + "\n")
	for behaviour, want := range map[string]string{
		"hardly reads": "answered yes before it had read the question; read the whole line first",
		"mute":         "gave no answer within 1s",
	} {
		p := run(t, Limits{Answer: time.Second, End: quick.End}, behaviour)
		if _, err := p.Ask(question); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", behaviour, err)
		}
	}
}
