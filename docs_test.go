package errbench_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the documents anew, with the output of their commands")

// documents are the files whose console blocks are run.
var documents = []string{"README.md", "CONTRIBUTING.md", "docs/*.md", "results/*.md", "scripts/*/*.md"}

// elsewhere matches commands that are too large for this test, or that would
// run it again. They have to stand in .ci/run, or in exceptions.
var elsewhere = regexp.MustCompile(`^(go (test|build|vet|tool|install) |go run \./scripts/|GOARCH=|scripts/|\.ci/)`)

// exceptions are the commands that nothing runs, with the reason.
var exceptions = map[string]*regexp.Regexp{
	"it is what runs everything else":                                                             regexp.MustCompile(`^\.ci/run$`),
	"it takes an hour; docs/rng.md holds what it found":                                           regexp.MustCompile(`^go run \./scripts/rolls \| dieharder `),
	"it needs peers to be installed and a quiet machine; docs/performance.md holds what it found": regexp.MustCompile(`^scripts/peers/measure\b`),
}

// TestDocumentsSayWhatIsSo runs every ```console block of the documents. A line
// that begins with "$ " is a command, which goes on in the lines after it that begin
// with "> "; the others after it are what it prints, to
// stdout and stderr together, where a line "..." stands for any lines. Without
// such lines only its success is checked. What a failing command prints ends in
// a line "exit status N".
//
// The blocks of a document run in order in one new folder, with errbench on
// the path. With -update the documents are rewritten to show what is printed.
func TestDocumentsSayWhatIsSo(t *testing.T) {
	ci, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("README.md"); err != nil {
		t.Fatal(err)
	}
	bin := built(t)
	for _, pattern := range documents {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				run := shell(t.TempDir(), bin)
				if *update {
					mended := mendedDocument(string(text), run)
					if err := os.WriteFile(file, []byte(mended), 0o644); err != nil {
						t.Fatal(err)
					}
					run = shell(t.TempDir(), bin)
					text = []byte(mended)
				}
				for _, fault := range docFaults(file, string(text), string(ci), run) {
					t.Error(fault)
				}
			})
		}
	}
}

// built returns a folder that holds the program.
func built(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "./cmd/errbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// runner runs a command, and returns what it prints and whether it succeeds.
// If not, what it prints ends in a line "exit status N".
type runner func(command string) (printed string, ok bool)

// shell returns a runner in a folder, with another one on the path.
func shell(dir, bin string) runner {
	return func(command string) (string, bool) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Sprintf("%s%v\n", out, err), false
		}
		return string(out), true
	}
}

// docFaults returns what is wrong with the blocks of a document.
func docFaults(file, text, ci string, run runner) []string {
	var found []string
	blocks, err := blocksOf(text)
	if err != nil {
		return []string{fmt.Sprintf("%s:%v", file, err)}
	}
	for _, b := range blocks {
		if b.language != "console" {
			for i, line := range b.lines {
				if strings.HasPrefix(strings.TrimSpace(line), "errbench ") && b.language != "yaml" {
					found = append(found, fmt.Sprintf("%s:%d: a command in a %q block is never run: use ```console", file, b.line+1+i, b.language))
				}
			}
			continue
		}
		steps, err := stepsOf(b)
		if err != nil {
			found = append(found, fmt.Sprintf("%s:%v", file, err))
		}
		for _, s := range steps {
			if fault := s.fault(ci, run); fault != "" {
				found = append(found, fmt.Sprintf("%s:%d: $ %s\n%s", file, s.line, s.command, fault))
			}
		}
	}
	return found
}

// block is a fenced block of a document.
type block struct {
	line     int // of its opening fence, from 1
	language string
	lines    []string
}

var fence = regexp.MustCompile("^ {0,3}(```+)([^`]*)$")

// blocksOf returns the fenced blocks of a document in order. A block ends at a
// fence that is at least as long as its first and names no language.
func blocksOf(text string) ([]block, error) {
	var blocks []block
	open := ""
	for i, line := range strings.Split(text, "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case open == "" && m != nil:
			open = m[1]
			blocks = append(blocks, block{line: i + 1, language: strings.TrimSpace(m[2])})
		case open != "" && m != nil && len(m[1]) >= len(open) && strings.TrimSpace(m[2]) == "":
			open = ""
		case open != "":
			last := &blocks[len(blocks)-1]
			last.lines = append(last.lines, line)
		}
	}
	if open != "" {
		return nil, fmt.Errorf("%d: the block never ends", blocks[len(blocks)-1].line)
	}
	return blocks, nil
}

// step is a command with what it prints.
type step struct {
	line    int
	command string
	want    []string // empty where only its success matters
}

func stepsOf(b block) ([]step, error) {
	var steps []step
	for i, line := range b.lines {
		command, is := strings.CutPrefix(line, "$ ")
		more, continues := strings.CutPrefix(line, "> ")
		switch {
		case continues && len(steps) > 0 && steps[len(steps)-1].want == nil:
			steps[len(steps)-1].command += "\n" + more
		case is:
			steps = append(steps, step{line: b.line + 1 + i, command: command})
		case steps == nil:
			return nil, fmt.Errorf("%d: a console block begins with a command, after \"$ \"", b.line)
		default:
			last := &steps[len(steps)-1]
			last.want = append(last.want, line)
		}
	}
	if steps == nil {
		return nil, fmt.Errorf("%d: a console block holds a command, after \"$ \"", b.line)
	}
	for i := range steps { // blank lines may set the next command off
		for n := len(steps[i].want); n > 0 && strings.TrimSpace(steps[i].want[n-1]) == ""; n-- {
			steps[i].want = steps[i].want[:n-1]
		}
	}
	return steps, nil
}

// fault runs a step, or looks for who else does, and returns what is wrong.
func (s step) fault(ci string, run runner) string {
	if elsewhere.MatchString(s.command) {
		for _, exception := range exceptions {
			if exception.MatchString(s.command) {
				return ""
			}
		}
		if strings.Contains(ci, s.command) {
			return ""
		}
		return "neither .ci/run nor this test runs the command, and it is no exception"
	}
	got, ok := run(strings.Replace(s.command, "go run ./cmd/errbench", "errbench", 1))
	if len(s.want) == 0 && !ok {
		return "fails:\n" + got
	} else if len(s.want) == 0 {
		return ""
	}
	lines := strings.Split(strings.TrimRight(got, "\n"), "\n")
	if matches(s.want, lines) {
		return ""
	}
	return "prints something else (-document +command):\n" + cmp.Diff(s.want, lines)
}

// matches reports whether lines are as expected, where "..." stands for any
// number of them.
func matches(want, got []string) bool {
	i := slices.Index(want, "...")
	if i < 0 {
		return slices.Equal(want, got)
	}
	if len(got) < i || !slices.Equal(want[:i], got[:i]) {
		return false
	}
	for skipped := i; skipped <= len(got); skipped++ {
		if matches(want[i+1:], got[skipped:]) {
			return true
		}
	}
	return false
}

// mendedDocument returns a document whose console blocks show what the commands
// print now. A line "..." stays, and so does the number of lines around it.
func mendedDocument(text string, run runner) string {
	blocks, err := blocksOf(text)
	if err != nil {
		return text
	}
	lines := strings.Split(text, "\n")
	var mended []string
	done := 0
	for _, b := range blocks {
		steps, err := stepsOf(b)
		if b.language != "console" || err != nil {
			continue
		}
		for _, s := range steps {
			if elsewhere.MatchString(s.command) {
				continue
			}
			got, _ := run(strings.Replace(s.command, "go run ./cmd/errbench", "errbench", 1))
			from := s.line + strings.Count(s.command, "\n") // of the output, in lines
			mended = append(append(mended, lines[done:from]...), mendedOutput(s.want, strings.Split(strings.TrimRight(got, "\n"), "\n"))...)
			done = from + len(s.want)
		}
	}
	return strings.Join(append(mended, lines[done:]...), "\n")
}

// mendedOutput returns the part of an output that a document shows in place of
// what it showed before. Each stretch before a line "..." becomes the stretch of the
// same length that resembles it most, after the stretch before. The last one goes to the
// end of the output.
func mendedOutput(want, got []string) []string {
	if matches(want, got) || !slices.Contains(want, "...") {
		if len(want) == 0 || matches(want, got) {
			return want
		}
		return got
	}
	var mended []string
	for i := 0; i < len(want); i++ {
		if want[i] == "..." {
			mended = append(mended, "...")
			continue
		}
		n := 1
		for i+n < len(want) && want[i+n] != "..." {
			n++
		}
		if i+n == len(want) {
			return append(mended, got[lastStretch(want[i:], got):]...)
		}
		best, most := 0, -1
		for at := range max(1, len(got)-n+1) {
			if r := resemblance(want[i:i+n], got[at:min(len(got), at+n)]); r > most {
				best, most = at, r
			}
		}
		end := min(len(got), best+n)
		mended, got, i = append(mended, got[best:end]...), got[end:], i+n-1
	}
	return mended
}

// lastStretch returns where in an output the stretch begins that goes to its end and
// resembles what a document showed: as late as every shown line still has its best match.
func lastStretch(want, got []string) int {
	start, most := 0, -1
	for at := range got {
		sum := 0
		for _, line := range want {
			best := 0
			for _, other := range got[at:] {
				best = max(best, resemblance([]string{line}, []string{other}))
			}
			sum += best
		}
		if sum >= most {
			start, most = at, sum
		}
	}
	return start
}

// resemblance counts the words that lines share with the lines in their place.
func resemblance(want, got []string) int {
	shared := 0
	for i := range min(len(want), len(got)) {
		words := strings.Fields(got[i])
		for _, word := range strings.Fields(want[i]) {
			if slices.Contains(words, word) {
				shared++
			}
		}
		if want[i] == got[i] {
			shared++
		}
	}
	return shared
}

// Mending a document makes it right, and leaves a right one alone.
func TestADocumentIsMended(t *testing.T) {
	run := func(command string) (string, bool) {
		return map[string]string{"errbench list": "head\na 1\nb 2\nc 3\nend\n", "errbench one": "one\n"}[command], true
	}
	for name, test := range map[string]struct{ before, after string }{
		"right":           {"x\n```console\n$ errbench one\none\n```\ny", "x\n```console\n$ errbench one\none\n```\ny"},
		"wrong":           {"```console\n$ errbench one\ntwo\nthree\n\n$ errbench list\n```", "```console\n$ errbench one\none\n\n$ errbench list\n```"},
		"in part":         {"```console\n$ errbench list\n...\nb 7\nc 8\n...\n```", "```console\n$ errbench list\n...\nb 2\nc 3\n...\n```"},
		"of two":          {"```console\n$ errbench list\nhead\n...\nc 8\n...\n```", "```console\n$ errbench list\nhead\n...\nc 3\n...\n```"},
		"a longer end":    {"```console\n$ errbench list\n...\nb 2\nend\n```", "```console\n$ errbench list\n...\nb 2\nc 3\nend\n```"},
		"several lines":   {"```console\n$ errbench \\\n> list\n```", "```console\n$ errbench \\\n> list\n```"},
		"another program": {"```console\n$ go test ./...\n```", "```console\n$ go test ./...\n```"},
	} {
		if diff := cmp.Diff(test.after, mendedDocument(test.before, run)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The harness is of no use if it cannot fail.
func TestWrongDocumentsAreFound(t *testing.T) {
	prints := map[string]string{
		"errbench list":   "one\ntwo\n\nthree\n",
		"errbench silent": "",
		"errbench bad":    "errbench: no\nexit status 2\n",
	}
	var ran []string
	run := func(command string) (string, bool) {
		ran = append(ran, command)
		return prints[command], command != "errbench bad"
	}
	for _, test := range []struct {
		name, text string
		ran        []string
		want       string // the beginning of each fault, without what differs
	}{
		{"no block", "Say `errbench list`.\n", nil, ""},
		{"the right output", "```console\n$ errbench list\none\ntwo\n\nthree\n```\n", []string{"errbench list"}, ""},
		{"a wrong output", "```console\n$ errbench list\none\nthree\n```\n", []string{"errbench list"}, "D.md:2: $ errbench list\nprints something else"},
		{"an output that ends early", "```console\n$ errbench list\none\n```\n", []string{"errbench list"}, "D.md:2: $ errbench list\nprints something else"},
		{"an output in part", "```console\n$ errbench list\n...\nthree\n```\n", []string{"errbench list"}, ""},
		{"an output in part, wrong", "```console\n$ errbench list\n...\ntwo\n```\n", []string{"errbench list"}, "D.md:2: $ errbench list\nprints something else"},
		{"nothing left out", "```console\n$ errbench list\none\n...\ntwo\n...\nthree\n...\n```\n", []string{"errbench list"}, ""},
		{"no output shown", "```console\n$ errbench list\n```\n", []string{"errbench list"}, ""},
		{"no output shown, but a failure", "```console\n$ errbench bad\n```\n", []string{"errbench bad"}, "D.md:2: $ errbench bad\nfails"},
		{"a failure", "```console\n$ errbench bad\nerrbench: no\nexit status 2\n```\n", []string{"errbench bad"}, ""},
		{"a failure without its code", "```console\n$ errbench bad\nerrbench: no\n```\n", []string{"errbench bad"}, "D.md:2: $ errbench bad\nprints something else"},
		{"a failure of another code", "```console\n$ errbench bad\nerrbench: no\nexit status 3\n```\n", []string{"errbench bad"}, "D.md:2: $ errbench bad\nprints something else"},
		{"several commands", "```console\n$ errbench silent\n\n$ errbench list\none\n...\n```\n\n\n```console\n$ errbench list\nnone\n```\n",
			[]string{"errbench silent", "errbench list", "errbench list"}, "D.md:11: $ errbench list\nprints something else"},
		{"a command of several lines", "```console\n$ errbench \\\n> list\none\n> two\n```\n", []string{"errbench \\\nlist"}, "D.md:2: $ errbench \\\nlist\nprints something else"},
		{"from the source", "```console\n$ go run ./cmd/errbench list\none\n...\n```\n", []string{"errbench list"}, ""},
		{"what .ci/run runs", "```console\n$ go test ./...\n```\n", nil, ""},
		{"what nobody runs", "```console\n$ go test ./nowhere\n```\n", nil, "D.md:2: $ go test ./nowhere\nneither"},
		{"an exception", "```console\n$ go run ./scripts/rolls | dieharder -a\n```\n", nil, ""},
		{"another language", "```sh\necho\n  errbench list\n```\n", nil, `D.md:3: a command in a "sh" block is never run`},
		{"no language", "```\nerrbench list\n```\n", nil, `D.md:2: a command in a "" block is never run`},
		{"a job", "```yaml\n- run: |\n    errbench list\n```\n", nil, ""},
		{"a block within a block", "````md\n```console\n$ errbench bad\n```\n````\n", nil, ""},
		{"no command", "```console\none\n```\n", nil, "D.md:1: a console block begins with a command"},
		{"nothing at all", "```console\n```\n", nil, "D.md:1: a console block holds a command"},
		{"a block without end", "text\n```console\n$ errbench list\n", nil, "D.md:2: the block never ends"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ran = nil
			got := strings.Join(docFaults("D.md", test.text, "step test\ngo test ./...\n", run), "\n")
			if (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) {
				t.Errorf("faults:\n%s\nwant\n%s", got, test.want)
			}
			if diff := cmp.Diff(test.ran, ran); diff != "" {
				t.Errorf("ran (-want +got):\n%s", diff)
			}
		})
	}
}

// The runner puts what a command prints and how it ends into one text.
func TestTheShellTellsHowACommandEnds(t *testing.T) {
	dir, bin := t.TempDir(), t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "here"), []byte("in the folder\n"), 0o644),
		os.WriteFile(filepath.Join(bin, "errbench"), []byte("#!/bin/sh\necho out; echo err >&2; exit $1\n"), 0o755),
	); err != nil {
		t.Fatal(err)
	}
	run := shell(dir, bin)
	for command, want := range map[string]string{
		"cat here":           "in the folder\n",
		"errbench 0":         "out\nerr\n",
		"errbench 3":         "out\nerr\nexit status 3\n",
		"errbench 1; true":   "out\nerr\n",
		"errbench 0 | wc -l": "err\n1\n",
	} {
		got, ok := run(command)
		if got != want || ok == strings.Contains(want, "exit status") {
			t.Errorf("%s: %q, %v, want %q", command, got, ok, want)
		}
	}
}
