package child

import (
	"context"
	"fmt"
	"strings"
	"time"

	"errbench/internal/strict"
	"errbench/strategy"
)

// How much of a command and of a question an error shows, in characters.
const (
	commandWidth  = 200
	questionWidth = 2000
)

// success is how a process ends that is content, in words of package os.
const success = "exit status 0"

// end ends the process, however often it is called.
func (r *Router) end(patience time.Duration) (status string) {
	if !r.ended {
		r.ended = true
		r.status = r.child.end(patience)
	}
	return r.status
}

// fail ends the process and keeps the fault that it was found in, at a question
// unless there was none. After an interrupt that is the fault, since the process
// was killed, whatever was seen of that first.
func (r *Router) fail(q *strategy.Question, fault error) error {
	r.end(0)
	if r.ctx.Err() != nil {
		fault = context.Cause(r.ctx)
	}
	r.err = r.fault(q, fault)
	return r.err
}

// fault says which router was at fault, below it at which question, and what it
// wrote to stderr last.
func (r *Router) fault(q *strategy.Question, fault error) error {
	var below strings.Builder
	if q != nil {
		fmt.Fprintf(&below, "\n  question: %s", strict.ExcerptUpTo(questionWidth, string(sent(*q))))
	}
	if r.child != nil {
		for _, l := range r.child.said.lines() {
			fmt.Fprintf(&below, "\n  stderr: %s", l)
		}
	}
	return fmt.Errorf("router %s (%s): %w%s", strict.Quote(r.name), strict.ExcerptUpTo(commandWidth, r.command), fault, below.String())
}

// unasked is the fault of a line that came while no answer was due; the question
// is the one that comes next, if any.
func (r *Router) unasked(next *strategy.Question, l line) error {
	last := r.last()
	switch {
	case l.ended():
		_, err := r.read(l)
		return r.fail(next, err)
	case last == nil:
		return r.fail(nil, fmt.Errorf("found %s before the first question; one line after each works", strict.Excerpt(string(l.text))))
	default:
		return r.fail(last, surplus(l.text, r.asked[len(r.asked)-1].answer.String()))
	}
}

// surplus is the fault of what was found after the answer to a question.
func surplus(found []byte, answer string) error {
	return fmt.Errorf("found %s after the answer %s; one line to each question works", strict.Excerpt(string(found)), strict.Excerpt(answer))
}

// last returns the last question that was answered, nil if there is none.
func (r *Router) last() *strategy.Question {
	if len(r.asked) == 0 {
		return nil
	}
	return &r.asked[len(r.asked)-1].question
}
