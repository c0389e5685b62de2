package router

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"errbench/internal/child"
	"errbench/strategy"
)

// Prefix stands before a command where a word may also be something else.
const Prefix = "exec:"

// Command is a router that is a program. It is started for the first question, and
// asked each distinct question once, whatever plans are compiled. A Command is safe
// for concurrent use. [Command.Settle] or [Command.End] ends the process.
type Command struct {
	ctx           context.Context
	name, command string
	limits        child.Limits

	mu      sync.Mutex
	session *session                   // nil until the first question
	answers map[string]strategy.Answer // by the line of the question
	err     error                      // the first
}

// NewCommand returns the router of a command of the shell, which runs until the
// context is done. Errors call the router by the name.
func NewCommand(ctx context.Context, name, command string) *Command {
	return &Command{ctx: ctx, name: name, command: command, limits: child.DefaultLimits(), answers: map[string]strategy.Answer{}}
}

// Name implements strategy.Router. Summaries, which others read, show the name: it is
// the prefix and the command, but of each word only what follows the last slash, and
// without options and settings, which begin with "-" or contain "=".
func (c *Command) Name() string {
	var words []string
	for word := range strings.FieldsSeq(c.command) {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			words = append(words, filepath.Base(word))
		}
	}
	return Prefix + strings.Join(words, " ")
}

// Route implements strategy.Router.
func (c *Command) Route(q strategy.Question) (strategy.Answer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := string(encode(q))
	if a, known := c.answers[key]; known {
		return a, nil
	}
	if c.err == nil && c.session == nil {
		c.session, c.err = start(c.ctx, c.name, c.command, c.limits)
	}
	if c.err != nil {
		return strategy.Answer{}, c.err
	}
	a, err := c.session.ask(q)
	if c.err = err; err == nil {
		c.answers[key] = a
	}
	return a, err
}

// Err returns the first error.
func (c *Command) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Settle ends the process, and asks a new one everything again, which must answer the
// same. After it only questions that were asked before are answered. Settle returns
// the first error of all.
func (c *Command) Settle() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session == nil || c.session.process.Ended() {
		return c.err
	}
	if c.err = c.session.close(); c.err == nil {
		c.err = c.session.repeat()
	}
	return c.err
}

// End ends the process, if one still runs, by force.
func (c *Command) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session != nil {
		c.session.process.End(0)
	}
}
