// Package child asks a router that is a process of its own, in any language: it
// reads one line of JSON for each [strategy.Question] and writes one for its
// [strategy.Answer]. docs/router.md describes the protocol for whoever writes a router.
//
// A router that misbehaves is ended, with all that it has started, and gives an
// error that shows the command, the question and what was found in its stead.
package child

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/strict"
	"errbench/strategy"
)

// exchange is a question with its answer.
type exchange struct {
	question strategy.Question
	answer   strategy.Answer
}

// Router is a running process that answers questions. It belongs to one
// goroutine, and must be closed.
type Router struct {
	name, command string
	limits        Limits
	ctx           context.Context
	child         *child
	asked         []exchange // in order
	ended         bool
	status        string // how it ended
	err           error  // the first fault; it has ended then
}

// Start runs a command, as typed into sh (cmd on Windows), in a process group of
// its own. The name is what errors call the router. Once the context is done,
// the group is killed.
func Start(ctx context.Context, name, command string, limits Limits) (*Router, error) {
	r := &Router{name: name, command: command, limits: limits, ctx: ctx}
	err := limits.validate()
	switch {
	case err != nil:
	case strings.TrimSpace(command) == "":
		err = errors.New("found an empty command; one such as python3 router.py works")
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	default:
		r.child, err = start(ctx, command, limits.End)
	}
	if err != nil {
		return nil, r.fault(nil, err)
	}
	return r, nil
}

// Name implements strategy.Router.
func (r *Router) Name() string { return r.name }

// Route implements strategy.Router: it asks a question. After an error the process
// has been ended, and every later call returns that error.
func (r *Router) Route(q strategy.Question) (strategy.Answer, error) {
	if r.err != nil {
		return strategy.Answer{}, r.err
	}
	if r.ended {
		return strategy.Answer{}, r.fail(&q, errors.New("was asked after it had been closed"))
	}
	select {
	case l := <-r.child.lines:
		return strategy.Answer{}, r.unasked(&q, l)
	default:
	}
	a, err := r.exchange(q)
	if err != nil {
		return strategy.Answer{}, r.fail(&q, err)
	}
	q.History = slices.Clone(q.History)
	r.asked = append(r.asked, exchange{q, a})
	return a, nil
}

// Close ends the input, upon which the process has to end by itself, and refuses
// what it says or leaves behind then. It returns the first error of all.
func (r *Router) Close() error {
	if r.ended {
		return r.err
	}
	_ = r.child.stdin.Close()
	late := fmt.Errorf("did not end, or left something behind that has not ended, within %v of the end of its input; ending then works", r.limits.End)
	ctx, cancel := context.WithTimeoutCause(r.ctx, r.limits.End, late)
	defer cancel()
	l, err := r.child.receive(ctx)
	switch {
	case err != nil:
		return r.fail(r.last(), err)
	case !l.ended():
		return r.unasked(nil, l)
	}
	if status := r.end(r.limits.End); status != success {
		return r.fail(r.last(), fmt.Errorf("ended with %s after its last answer; %s works", status, success))
	}
	return nil
}

// Again asks a new process of the same command everything that was answered, in
// the same order, and refuses an answer that differs.
func (r *Router) Again() error {
	second, err := Start(r.ctx, r.name, r.command, r.limits)
	if err != nil {
		return err
	}
	for _, x := range r.asked {
		a, err := second.Route(x.question)
		if err != nil {
			return err
		}
		if a != x.answer {
			return second.fail(&x.question, fmt.Errorf("answered %s, and %s when a new process was asked the same; the same answer every time works", x.answer, a))
		}
	}
	return second.Close()
}

// exchange sends a question and waits for its answer.
func (r *Router) exchange(q strategy.Question) (strategy.Answer, error) {
	late := fmt.Errorf("gave no answer within %v; %s, flushed, works", r.limits.Answer, anAnswer)
	ctx, cancel := context.WithTimeoutCause(r.ctx, r.limits.Answer, late)
	defer cancel()
	sending := r.child.send(sent(q))
	l, err := r.child.receive(ctx)
	if err != nil {
		return strategy.Answer{}, err
	}
	a, err := r.read(l)
	if err != nil {
		return strategy.Answer{}, err
	}
	select {
	case <-sending:
		return a, nil
	case <-ctx.Done():
		return strategy.Answer{}, fmt.Errorf("answered %s without reading the question", a)
	}
}

// read makes an answer of a line.
func (r *Router) read(l line) (strategy.Answer, error) {
	switch {
	case l.ended():
		return strategy.Answer{}, fmt.Errorf("ended with %s before it answered; an answer to each question works", r.end(r.limits.End))
	case l.err == errTooLong:
		return strategy.Answer{}, fmt.Errorf("found an answer of more than %d bytes, %s; %s works", maxLine, strict.Quote(string(l.text)), anAnswer)
	case l.err != nil:
		return strategy.Answer{}, fmt.Errorf("ended with %s within the answer %s; %s works", r.end(r.limits.End), strict.Excerpt(string(l.text)), anAnswer)
	case len(l.rest) > 0:
		return strategy.Answer{}, surplus(l.rest, string(l.text))
	default:
		return ReadAnswer(l.text)
	}
}
