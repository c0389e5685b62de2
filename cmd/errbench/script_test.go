package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
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

// TestScripts runs the command line as it is typed, one file a sub-command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"complains": complains,
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
// presets.
func complains(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: complains LINE...")
	}
	want := ""
	for _, line := range args {
		line = strings.ReplaceAll(line, "$PRESETS", strings.Join(scenario.PresetNames(), ", "))
		want += "errbench: " + line + "\n"
	}
	if got := ts.ReadFile("stderr"); got != want {
		ts.Fatalf("stderr is\n%swant\n%s", got, want)
	}
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
