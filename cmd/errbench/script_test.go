package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"errbench/internal/store"
	"errbench/scenario"
)

var update = flag.Bool("update", false, "write the expectations of scripts anew")

// TestMain makes the program a command: scripts and tests run it as a process
// of its own, as users do.
func TestMain(m *testing.M) {
	// With -race every process would sleep a second at its end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"errbench": main})
}

// scripts is the folder of the scripts.
const scripts = "testdata/script"

// TestScripts runs the command line as it is typed, one file a sub-command.
func TestScripts(t *testing.T) {
	wrong := complaints{of: map[string][][2]string{}}
	python := pythonFolder()
	t.Cleanup(func() { wrong.mend(t) }) // after the scripts, which run in parallel
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", os.Getenv("GORACE"))
			if python != "" {
				e.Setenv("PATH", python+string(os.PathListSeparator)+e.Getenv("PATH"))
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"complains": wrong.complains,
			"reseal":    reseal,
		},
		Condition: func(condition string) (bool, error) {
			if condition == "superuser" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("no condition %q", condition)
		},
	})
}

// pythonFolder returns the folder of the interpreter that python3 starts, or "". A shim of
// a version manager would add half a second to every call.
func pythonFolder() string {
	file, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return ""
	}
	return filepath.Dir(string(file))
}

// exits runs a command that must exit with a code: exits CODE COMMAND [ARG...].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	code := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// complains checks that the last command wrote these lines to stderr, and
// nothing else: complains LINE... In a line, $PRESETS stands for the names of the
// presets. With -update it notes the lines to write instead.
func (c *complaints) complains(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: complains LINE...")
	}
	presets := strings.Join(scenario.PresetNames(), ", ")
	want := ""
	for _, line := range args {
		want += "errbench: " + strings.ReplaceAll(line, "$PRESETS", presets) + "\n"
	}
	got := ts.ReadFile("stderr")
	switch {
	case *update:
		mended := "complains"
		for line := range strings.Lines(got) {
			line = strings.TrimSuffix(strings.TrimPrefix(line, "errbench: "), "\n")
			mended += " " + quoted(strings.ReplaceAll(line, presets, "$PRESETS"))
		}
		if got == want {
			mended = "" // the line stays as it is quoted
		}
		script := filepath.Join(scripts, ts.Name()+".txtar")
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.of[script] = append(c.of[script], [2]string{strings.Join(args, "\n"), mended})
	case got != want:
		ts.Fatalf("stderr is\n%swant\n%s", got, want)
	}
}

// complaints are, for each script, the complains lines that ran, in order: the arguments,
// and the line to write instead, "" for none.
type complaints struct {
	mutex sync.Mutex
	of    map[string][][2]string
}

// quoted returns a word as a script quotes it.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", "''") + "'" }

// mend writes the scripts anew with the lines that are right.
func (c *complaints) mend(t *testing.T) {
	for script, lines := range c.of {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		var mended strings.Builder
		for line := range strings.Lines(string(text)) {
			if len(lines) > 0 && strings.HasPrefix(line, "complains ") && strings.Join(words(line)[1:], "\n") == lines[0][0] {
				if lines[0][1] != "" {
					line = lines[0][1] + "\n"
				}
				lines = lines[1:]
			}
			mended.WriteString(line)
		}
		if err := os.WriteFile(script, []byte(mended.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// words splits a line of a script.
func words(line string) []string {
	var all []string
	word, inWord, quote := "", false, false
	line = strings.TrimSuffix(line, "\n")
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'' && quote && strings.HasPrefix(line[i+1:], "'"):
			word += "'"
			i++
		case c == '\'':
			quote, inWord = !quote, true
		case c == ' ' && !quote:
			if inWord {
				all = append(all, word)
			}
			word, inWord = "", false
		default:
			word, inWord = word+string(c), true
		}
	}
	if inWord {
		all = append(all, word)
	}
	return all
}

// reseal gives a document that was changed the sum of what it holds now: reseal FILE.
func reseal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: reseal FILE")
	}
	body, _, found := strings.Cut(ts.ReadFile(args[0]), ",\n  \"sum\": ")
	if !found {
		ts.Fatalf("%s has no sum", args[0])
	}
	data, err := store.Encode(json.RawMessage(body + "\n}"))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}
