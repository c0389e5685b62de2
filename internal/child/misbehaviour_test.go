package child

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"errbench/optional"
)

// misbehaviours are what the first error says of the router that is asked so
// many questions; in it, "FIRST" stands for the first question.
var misbehaviours = []struct {
	behaviour string
	questions int
	limits    Limits
	want      []string
}{
	{"garbage", 2, quick, []string{`found the answer \x1b[31mwait\u202e a minute, which is not JSON; {"action":"stop"} on a line of its own works`, "FIRST"}},
	{"unknown", 2, quick, []string{`found the answer {"action":"retyr"}: action: found "retyr", did you mean "retry"?; there are stop, retry, repair, authorize, replace, proceed, crash`, "FIRST"}},
	{"empty", 2, quick, []string{"found an empty line for an answer", "FIRST"}},
	{"two", 2, quick, []string{`found {"action":"retry"} after the answer {"action":"stop"}; one line to each question works`, "FIRST"}},
	{"two at end", 3, quick, []string{`found {"action":"retry"} after the answer {"action":"stop"}`, `"attempt":3`}},
	{"late second", 1, quick, []string{`found {"action":"retry"} after the answer {"action":"stop"}`, "FIRST"}},
	{"no end", 1, hasty, []string{"gave no answer within 300ms", "flushed", "FIRST"}},
	{"mute", 1, hasty, []string{"gave no answer within 300ms", "FIRST"}},
	{"crash", 1, quick, []string{"ended with exit status 2 before it answered", "FIRST", "\n  stderr: panic: out of luck\n"}},
	{"exit", 1, quick, []string{"ended with exit status 3 before it answered; an answer to each question works", "FIRST"}},
	{"closes stdout", 1, quick, []string{"ended with exit status 5 before it answered", "FIRST"}},
	{"within answer", 1, quick, []string{`ended with exit status 0 within the answer {"action":;`, "FIRST"}},
	{"first only", 2, quick, []string{"ended with exit status 0 before it answered", `"attempt":2`}},
	{"fails at end", 2, quick, []string{"ended with exit status 4 after its last answer; exit status 0 works", `"attempt":2`}},
	{"deaf at end", 1, short, []string{"did not end, or left something behind that has not ended, within 300ms of the end of its input", "FIRST"}},
	{"parent", 1, short, []string{"did not end, or left something behind that has not ended, within 300ms", "FIRST", "stderr: child "}},
	{"huge", 1, quick, []string{`found an answer of more than 65536 bytes, "xxxxxxxxxx`, "FIRST"}},
	{"stubborn", 1, short, []string{"found the answer no, which is not JSON", "FIRST"}},
	{"chatty", 1, quick, []string{"found the answer no", "FIRST", "\n  stderr: line 99990 \\x1b[2J---", "\n  stderr: line 99999 "}},
}

func TestMisbehaviourIsToldAndEnded(t *testing.T) {
	for _, test := range misbehaviours {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			r := run(t, test.limits, test.behaviour)
			err := ask(r, test.questions)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range append(test.want, `router "mine" (`, test.behaviour) {
				if want == "FIRST" {
					want = "\n  question: " + strings.TrimSpace(string(sent(question(1))))
				}
				if !strings.Contains(err.Error(), want) {
					t.Errorf("found no %q in: %v", want, err)
				}
			}
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) || len(err.Error()) > 5000 {
				t.Errorf("the error is not fit to be shown: %q", err)
			}
			_, again := r.Route(question(1))
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
	if _, err := r.Route(question(1)); err != nil {
		t.Fatal(err)
	}
	await(t, r, "two are written")
	if _, err := r.Route(question(2)); err == nil || !strings.Contains(err.Error(), `found {"action":"retry"} after`) || strings.Contains(err.Error(), `"attempt":2`) {
		t.Errorf("error %v", err)
	}
}

func TestAnAnswerBeforeTheQuestionIsRefused(t *testing.T) {
	t.Parallel()
	r := run(t, quick, "early")
	await(t, r, "one is written")
	if _, err := r.Route(question(1)); err == nil || !strings.Contains(err.Error(), "before the first question") {
		t.Errorf("error %v", err)
	}
}

// A question that does not fit into the pipe does not block.
func TestARouterThatNeverReadsIsEnded(t *testing.T) {
	t.Parallel()
	q := question(1)
	q.Error.Message = optional.Of(strings.Repeat("long ", 1<<18))
	for behaviour, want := range map[string]string{
		"hardly reads": "answered " + stop + " without reading the question",
		"mute":         "gave no answer within 1s",
	} {
		r := run(t, Limits{Answer: time.Second, End: quick.End}, behaviour)
		if _, err := r.Route(q); err == nil || len(err.Error()) > 5000 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", behaviour, err)
		}
	}
}
