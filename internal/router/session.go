package router

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/child"
	"errbench/internal/strict"
	"errbench/strategy"
)

// How much of a command and of a question an error shows, in characters.
const (
	commandWidth  = 200
	questionWidth = 2000
)

// exchange is a question with its answer.
type exchange struct {
	question strategy.Question
	answer   strategy.Answer
}

// session is a running command that answers questions. It belongs to one goroutine
// and must be closed or ended.
type session struct {
	ctx           context.Context
	name, command string
	limits        child.Limits
	process       *child.Process // nil if it could not be started
	asked         []exchange     // in order
	err           error          // the first; the process has ended then
}

// start runs a command. Errors call the router by the name.
func start(ctx context.Context, name, command string, limits child.Limits) (*session, error) {
	s := &session{ctx: ctx, name: name, command: command, limits: limits}
	var err error
	if s.process, err = child.Start(ctx, command, limits); err != nil {
		return nil, s.describe(nil, err)
	}
	return s, nil
}

// ask returns the answer to a question. After an error the process has ended, and
// every later call returns that error.
func (s *session) ask(q strategy.Question) (strategy.Answer, error) {
	if s.err != nil {
		return strategy.Answer{}, s.err
	}
	line, err := s.process.Ask(encode(q))
	if early := (*child.EarlyError)(nil); errors.As(err, &early) {
		return strategy.Answer{}, s.fail(s.last(), err)
	}
	var a strategy.Answer
	if err == nil {
		a, err = readAnswer(line)
	}
	if err != nil {
		return strategy.Answer{}, s.fail(&q, err)
	}
	q.History = slices.Clone(q.History)
	s.asked = append(s.asked, exchange{q, a})
	return a, nil
}

// close ends the input and waits for the process to end. It returns the first error.
func (s *session) close() error {
	if s.err != nil {
		return s.err
	}
	if err := s.process.Close(); err != nil {
		return s.fail(s.last(), err)
	}
	return nil
}

// repeat asks a new process of the same command everything that was answered, in the
// same order, and refuses an answer that differs.
func (s *session) repeat() error {
	second, err := start(s.ctx, s.name, s.command, s.limits)
	if err != nil {
		return err
	}
	for _, x := range s.asked {
		a, err := second.ask(x.question)
		if err != nil {
			return err
		}
		if a != x.answer {
			return second.fail(&x.question, fmt.Errorf("answered %s, and %s when a new process was asked the same; answer the same question the same way every time", x.answer, a))
		}
	}
	return second.close()
}

// fail ends the process and keeps its first error, which was found at a question
// unless that is nil.
func (s *session) fail(q *strategy.Question, err error) error {
	s.err = s.describe(q, s.process.Fail(err))
	return s.err
}

// describe adds to an error the router, the question and the end of stderr.
func (s *session) describe(q *strategy.Question, err error) error {
	var below strings.Builder
	if q != nil {
		fmt.Fprintf(&below, "\n  question: %s", strict.ExcerptUpTo(questionWidth, string(encode(*q))))
	}
	if s.process != nil {
		for _, l := range s.process.Stderr() {
			fmt.Fprintf(&below, "\n  stderr: %s", l)
		}
	}
	return fmt.Errorf("router %s (%s): %w%s", strict.Quote(s.name), strict.ExcerptUpTo(commandWidth, s.command), err, below.String())
}

// last returns the last question that was answered, nil if there is none.
func (s *session) last() *strategy.Question {
	if len(s.asked) == 0 {
		return nil
	}
	return &s.asked[len(s.asked)-1].question
}
