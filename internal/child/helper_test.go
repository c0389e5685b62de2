package child

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain makes the binary of the tests a command that behaves as its argument
// says.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if behave, ok := behaviours[os.Args[1]]; ok {
			behave(bufio.NewScanner(os.Stdin))
			return
		}
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // routers under the race detector end at once
	os.Exit(m.Run())
}

// answering answers each line with the text.
func answering(text string) func(*bufio.Scanner) {
	return func(questions *bufio.Scanner) {
		for questions.Scan() {
			fmt.Print(text)
		}
	}
}

// once answers the first line well, and goes on otherwise.
func once(then func()) func(*bufio.Scanner) {
	return func(questions *bufio.Scanner) {
		questions.Scan()
		fmt.Println("yes")
		then()
	}
}

func forever() { time.Sleep(time.Minute) }

// behaviours are what commands do, by name.
var behaviours = map[string]func(*bufio.Scanner){
	"good":          answering("yes\n"),
	"two":           answering("yes\nno\n"),
	"no end":        answering("yes"),
	"mute":          func(*bufio.Scanner) { forever() },
	"crash":         func(q *bufio.Scanner) { q.Scan(); panic("out of luck") },
	"exit":          func(q *bufio.Scanner) { q.Scan(); os.Exit(3) },
	"within answer": func(q *bufio.Scanner) { q.Scan(); fmt.Print("ye") },
	"first only":    once(func() {}),
	"fails at end":  func(q *bufio.Scanner) { answering("yes\n")(q); os.Exit(4) },
	"deaf at end":   once(forever),
	"two at end":    func(q *bufio.Scanner) { answering("yes\n")(q); fmt.Println("no") },
	"early":         func(*bufio.Scanner) { fmt.Println("yes"); fmt.Fprintln(os.Stderr, "one is written"); forever() },
	"late second": once(func() {
		time.Sleep(50 * time.Millisecond)
		fmt.Println("no")
		fmt.Fprintln(os.Stderr, "two are written")
		forever()
	}),
	// It reads the beginning of a line.
	"hardly reads": func(*bufio.Scanner) {
		if _, err := os.Stdin.Read(make([]byte, 1)); err == nil {
			fmt.Println("yes")
		}
		forever()
	},
	"huge": func(q *bufio.Scanner) {
		q.Scan()
		for range 100 << 20 >> 16 {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
				return
			}
			fmt.Fprintln(os.Stderr, "written")
		}
	},
	"stubborn": func(q *bufio.Scanner) {
		signal.Ignore(syscall.SIGTERM)
		q.Scan()
		fmt.Println("yes")
		forever()
	},
	"chatty": func(q *bufio.Scanner) {
		for i := range 100_000 {
			fmt.Fprintf(os.Stderr, "line %d \x1b[2J%s\n", i, strings.Repeat("-", 300))
		}
		q.Scan()
		os.Exit(6)
	},
	"closes stdout":           func(q *bufio.Scanner) { q.Scan(); os.Stdout.Close(); os.Exit(5) },
	"closes stdout and stays": func(q *bufio.Scanner) { q.Scan(); os.Stdout.Close(); forever() },
	// It leaves a process behind that keeps its outputs open.
	"parent": func(q *bufio.Scanner) {
		child := exec.Command(os.Args[0], "mute")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
		answering("yes\n")(q)
	},
}

// command returns a command that behaves as named.
func command(t *testing.T, behaviour string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return `"` + self + `" "` + behaviour + `"`
}

// Limits that hold for good behaviour under the race detector too, and some that
// are there to be exceeded.
var (
	quick = Limits{Answer: 5 * time.Second, End: 3 * time.Second}
	hasty = Limits{Answer: 300 * time.Millisecond, End: quick.End}
	short = Limits{Answer: quick.Answer, End: 300 * time.Millisecond}
)

// run starts a command, which has to end with the test.
func run(t *testing.T, limits Limits, behaviour string) *Process {
	t.Helper()
	p, err := Start(context.Background(), command(t, behaviour), limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.Close()
		if !gone(p) {
			t.Errorf("the group of %s lives", behaviour)
		}
	})
	return p
}

// await waits for what a command writes to stderr, and for what it wrote before.
func await(t *testing.T, p *Process, text string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(strings.Join(p.Stderr(), "\n"), text) {
			time.Sleep(50 * time.Millisecond)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("it does not write %q", text)
}

// ask asks a number of times until an error, and closes the process.
func ask(p *Process, times int) error {
	for n := range times {
		if _, err := p.Ask(fmt.Appendf(nil, "%d\n", n+1)); err != nil {
			return err
		}
	}
	return p.Close()
}
