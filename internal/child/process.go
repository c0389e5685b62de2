package child

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"errbench/internal/strict"
)

// success is the status of a command that ended cleanly, in the words of package os.
const success = "exit status 0"

// Process is a running command that answers lines with lines. It belongs to one
// goroutine and must be closed or ended. After an error it has ended, and every later
// call returns that error.
type Process struct {
	limits Limits
	ctx    context.Context
	group  *group
	last   []byte // the last answer
	asked  bool   // at least once
	ended  bool
	status string // how it ended
	err    error  // the first
}

// EarlyError is the error of a line that a command wrote before it was asked for one.
type EarlyError struct{ text string }

// Error implements error.
func (e *EarlyError) Error() string { return e.text }

// Start runs a command, written as for sh (cmd on Windows), in a process group of its
// own. The group is killed when the context is done.
func Start(ctx context.Context, command string, limits Limits) (*Process, error) {
	if err := limits.validate(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(command) == "" {
		return nil, errors.New("the command is empty; name a program, as in `python3 router.py`")
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	g, err := startGroup(ctx, command, limits.End)
	if err != nil {
		return nil, err
	}
	return &Process{limits: limits, ctx: ctx, group: g}, nil
}

// Ask sends a line, which is text and an end of line, and returns the line that the
// command answers, without its end. It returns an [EarlyError] if the command had
// written a line before.
func (p *Process) Ask(text []byte) (answer []byte, err error) {
	switch {
	case p.err != nil:
		return nil, p.err
	case p.ended:
		return nil, p.Fail(errors.New("was asked after it had been closed"))
	}
	select {
	case l := <-p.group.lines:
		return nil, p.Fail(p.early(l))
	default:
	}
	if answer, err = p.exchange(text); err != nil {
		return nil, p.Fail(err)
	}
	p.last, p.asked = answer, true
	return answer, nil
}

// exchange sends a line and waits for the answer.
func (p *Process) exchange(text []byte) ([]byte, error) {
	late := fmt.Errorf("gave no answer within %v; write one line for each question, and flush it", p.limits.Answer)
	ctx, cancel := context.WithTimeoutCause(p.ctx, p.limits.Answer, late)
	defer cancel()
	sending := p.group.send(text)
	l, err := p.group.receive(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := p.read(l)
	if err != nil {
		return nil, err
	}
	select {
	case <-sending:
		return answer, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("answered %s before it had read the question; read the whole line first", strict.Excerpt(string(answer)))
	}
}

// read returns the answer that a line holds.
func (p *Process) read(l line) ([]byte, error) {
	switch {
	case l.ended():
		return nil, fmt.Errorf("ended with %s before it answered; answer each question until the input ends", p.End(p.limits.End))
	case l.err == errTooLong:
		return nil, fmt.Errorf("answered %s, more than %d bytes; write a shorter line", strict.Quote(string(l.text)), maxLine)
	case l.err != nil:
		return nil, fmt.Errorf("ended with %s within the answer %s; write whole lines", p.End(p.limits.End), strict.Excerpt(string(l.text)))
	case len(l.rest) > 0:
		return nil, surplus(l.rest, l.text)
	default:
		return l.text, nil
	}
}

// early returns the error of a line that was written before it was asked for.
func (p *Process) early(l line) error {
	switch {
	case l.ended():
		_, err := p.read(l)
		return err
	case !p.asked:
		return &EarlyError{fmt.Sprintf("wrote %s before the first question; write one line after each question", strict.Excerpt(string(l.text)))}
	default:
		return &EarlyError{surplus(l.text, p.last).Error()}
	}
}

// surplus is the error of text that came after an answer.
func surplus(text, answer []byte) error {
	return fmt.Errorf("wrote %s after the answer %s; write one line for each question", strict.Excerpt(string(text)), strict.Excerpt(string(answer)))
}

// Close ends the input and waits for the command to end. It returns an error
// if the command writes more, leaves a process behind, or fails; or the first error.
func (p *Process) Close() error {
	if p.ended {
		return p.err
	}
	_ = p.group.stdin.Close()
	late := fmt.Errorf("did not end within %v of the end of its input, or left a process behind; exit when the input ends", p.limits.End)
	ctx, cancel := context.WithTimeoutCause(p.ctx, p.limits.End, late)
	defer cancel()
	l, err := p.group.receive(ctx)
	switch {
	case err != nil:
		return p.Fail(err)
	case !l.ended():
		return p.Fail(p.early(l))
	}
	if status := p.End(p.limits.End); status != success {
		return p.Fail(fmt.Errorf("ended with %s after its last answer; end with %s", status, success))
	}
	return nil
}

// Fail ends the command and makes the error the first one, unless there was one. If
// the context is done its cause is returned: the command was killed, whatever was seen
// of that first.
func (p *Process) Fail(err error) error {
	p.End(0)
	if p.ctx.Err() != nil {
		err = context.Cause(p.ctx)
	}
	if p.err == nil {
		p.err = err
	}
	return p.err
}

// End ends the command and everything that it has started, by force after the
// patience, and returns how it ended. It may be called repeatedly.
func (p *Process) End(patience time.Duration) (status string) {
	if !p.ended {
		p.ended = true
		p.status = p.group.end(patience)
	}
	return p.status
}

// Ended reports whether the command has been ended.
func (p *Process) Ended() bool { return p.ended }

// Stderr returns the last lines that the command wrote to stderr, made printable.
func (p *Process) Stderr() []string { return p.group.said.lines() }
