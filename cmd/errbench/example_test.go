package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every command has an example, and each line of it works as it stands.
func TestTheExamplesOfEveryCommandWork(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"mine.yaml": "rows: [{code: TRANSIENT, action: retry}, {action: stop}]", "router.py": readFile(t, "../../examples/router/router.py")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root := newRoot()
	root.InitDefaultHelpCmd()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
			continue
		}
		for line := range strings.Lines(cmd.Example) {
			line = strings.TrimSpace(line)
			if !strings.Contains(line, cmd.CommandPath()) {
				t.Errorf("an example of %s is %s", cmd.CommandPath(), line)
			}
			run := exec.Command("sh", "-c", line)
			run.Dir = dir
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
