package child

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"sync"

	"errbench/strategy"
)

// Memo is a router that runs a command once there is something to ask, and asks it
// each distinct question once, whatever plans are compiled. It is safe for
// concurrent use. Settle or End ends the process.
type Memo struct {
	ctx           context.Context
	name, command string
	limits        Limits

	mu      sync.Mutex
	router  *Router // nil until the first question
	answers map[string]strategy.Answer
	err     error // the first
}

// NewMemo returns the router of a command, as [Start] takes it.
func NewMemo(ctx context.Context, name, command string, limits Limits) *Memo {
	return &Memo{ctx: ctx, name: name, command: command, limits: limits, answers: map[string]strategy.Answer{}}
}

// Prefix stands before a command where a word may also be something else.
const Prefix = "exec:"

// Name implements strategy.Router, for summaries, which others read: the prefix and
// the command, but of each word only what follows its last slash, and no options
// and settings, which begin with "-" or hold "=".
func (m *Memo) Name() string {
	var words []string
	for word := range strings.FieldsSeq(m.command) {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			words = append(words, filepath.Base(word))
		}
	}
	return Prefix + strings.Join(words, " ")
}

// Route implements strategy.Router.
func (m *Memo) Route(q strategy.Question) (strategy.Answer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key, err := json.Marshal(q)
	if err != nil {
		panic("process: " + err.Error()) // texts, numbers and truth values
	}
	if a, known := m.answers[string(key)]; known {
		return a, nil
	}
	if m.err == nil && m.router == nil {
		m.router, m.err = Start(m.ctx, m.name, m.command, m.limits)
	}
	if m.err != nil {
		return strategy.Answer{}, m.err
	}
	a, err := m.router.Route(q)
	if m.err = err; err == nil {
		m.answers[string(key)] = a
	}
	return a, err
}

// Err returns the first error.
func (m *Memo) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// Settle ends the process, and asks a new one all again: see [Router.Close] and
// [Router.Again]. After it only what was asked is answered. It returns the first
// error of all.
func (m *Memo) Settle() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.router == nil || m.router.ended {
		return m.err
	}
	if m.err = m.router.Close(); m.err == nil {
		m.err = m.router.Again()
	}
	return m.err
}

// End ends the process, if one still runs, whatever it says then.
func (m *Memo) End() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.router != nil {
		m.router.end(0)
	}
}
