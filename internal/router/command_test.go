package router

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSummariesNameACommandWithoutFoldersAndOptions(t *testing.T) {
	for command, want := range map[string]string{
		"python3 router.py": "exec:python3 router.py",
		"KEY=secret /usr/bin/python3 -u --key=secret  /home/me/router.py x,y": "exec:python3 router.py x,y",
		"./router": "exec:router",
	} {
		if got := NewCommand(context.Background(), "mine", command).Name(); got != want {
			t.Errorf("%s is called %s, want %s", command, got, want)
		}
	}
}

// Nothing is run before there is something to ask; each question is asked once,
// whoever asks, and once more at the end.
func TestACommandAsksEachQuestionOnce(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	m := NewCommand(context.Background(), "mine", `while read -r q; do echo "$q" >>`+asked+`; echo '{"action":"stop"}'; done`)
	if err := m.Settle(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(asked); err == nil {
		t.Fatal("it was run though nothing was asked")
	}
	var all sync.WaitGroup
	for n := range 30 {
		all.Go(func() {
			if a, err := m.Route(question(1 + n%3)); err != nil || a.String() != `{"action":"stop"}` {
				t.Errorf("answer %v, %v", a, err)
			}
		})
	}
	all.Wait()
	if err := errors.Join(m.Settle(), m.Settle(), m.Err()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(asked)
	if lines := strings.Count(string(text), "\n"); err != nil || lines != 6 {
		t.Errorf("%d lines were asked, %v; 3 questions twice are 6", lines, err)
	}
	if _, err := m.Route(question(2)); err != nil {
		t.Errorf("what was asked before is not known any more: %v", err)
	}
	if _, err := m.Route(question(4)); err == nil || m.Err() == nil {
		t.Error("it answers what it was not asked")
	}
}

func TestACommandKeepsTheFirstError(t *testing.T) {
	m := NewCommand(context.Background(), "mine", "echo no; exit 3")
	_, first := m.Route(question(1))
	_, second := m.Route(question(2))
	if first == nil || second != first || m.Settle() != first || m.Err() != first {
		t.Errorf("errors %v, %v, %v", first, second, m.Err())
	}
	m.End()
	m.End()
}
