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

// TestMain makes the binary of the tests a router that behaves as its argument
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

const stop = `{"action":"stop"}`

// answering answers each question with the text.
func answering(text string) func(*bufio.Scanner) {
	return func(questions *bufio.Scanner) {
		for questions.Scan() {
			fmt.Print(text)
		}
	}
}

// once answers the first question well, and goes on otherwise.
func once(then func()) func(*bufio.Scanner) {
	return func(questions *bufio.Scanner) {
		questions.Scan()
		fmt.Println(stop)
		then()
	}
}

func forever() { time.Sleep(time.Minute) }

// behaviours are those of routers, by name.
var behaviours = map[string]func(*bufio.Scanner){
	"good":          answering(stop + "\n"),
	"windows":       answering(stop + "\r\n"),
	"garbage":       answering("\x1b[31mwait\u202e a minute\n"),
	"unknown":       answering(`{"action":"retyr"}` + "\n"),
	"empty":         answering("\n"),
	"two":           answering(stop + "\n" + `{"action":"retry"}` + "\n"),
	"no end":        answering(stop),
	"mute":          func(*bufio.Scanner) { forever() },
	"crash":         func(q *bufio.Scanner) { q.Scan(); panic("out of luck") },
	"exit":          func(q *bufio.Scanner) { q.Scan(); os.Exit(3) },
	"within answer": func(q *bufio.Scanner) { q.Scan(); fmt.Print(`{"action":`) },
	"first only":    once(func() {}),
	"fails at end":  func(q *bufio.Scanner) { answering(stop + "\n")(q); os.Exit(4) },
	"deaf at end":   once(forever),
	"two at end":    func(q *bufio.Scanner) { answering(stop + "\n")(q); fmt.Println(`{"action":"retry"}`) },
	"early":         func(*bufio.Scanner) { fmt.Println(stop); fmt.Fprintln(os.Stderr, "one is written"); forever() },
	"late second": once(func() {
		time.Sleep(50 * time.Millisecond)
		fmt.Println(`{"action":"retry"}`)
		fmt.Fprintln(os.Stderr, "two are written")
		forever()
	}),
	// It reads the beginning of a question.
	"hardly reads": func(*bufio.Scanner) {
		if _, err := os.Stdin.Read(make([]byte, 1)); err == nil {
			fmt.Println(stop)
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
		fmt.Println("no")
		forever()
	},
	"chatty": func(q *bufio.Scanner) {
		for i := range 100_000 {
			fmt.Fprintf(os.Stderr, "line %d \x1b[2J%s\n", i, strings.Repeat("-", 300))
		}
		answering("no\n")(q)
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
		answering(stop + "\n")(q)
	},
	// It answers otherwise in a process that was started later.
	"forgetful": func(q *bufio.Scanner) {
		file := os.Args[2]
		_, err := os.Stat(file)
		again := err == nil
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			panic(err)
		}
		for i := 1; q.Scan(); i++ {
			if again && i == 2 {
				fmt.Println(`{"action":"retry","delay_ms":5}`)
			} else {
				fmt.Println(stop)
			}
		}
	},
}

// command is what starts a router of a behaviour.
func command(t *testing.T, behaviour string, more ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text := `"` + self + `" "` + behaviour + `"`
	for _, m := range more {
		text += ` "` + m + `"`
	}
	return text
}

// Limits that hold for good behaviour under the race detector too, and some that
// are there to be exceeded.
var (
	quick = Limits{Answer: 5 * time.Second, End: 3 * time.Second}
	hasty = Limits{Answer: 300 * time.Millisecond, End: quick.End}
	short = Limits{Answer: quick.Answer, End: 300 * time.Millisecond}
)

// run starts a router, which has to end with the test.
func run(t *testing.T, limits Limits, behaviour string, more ...string) *Router {
	t.Helper()
	r, err := Start(context.Background(), "mine", command(t, behaviour, more...), limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Close()
		if !gone(r) {
			t.Errorf("the group of %s lives", behaviour)
		}
	})
	return r
}

// await waits for what a router writes to stderr, and for what it wrote before.
func await(t *testing.T, r *Router, text string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(strings.Join(r.child.said.lines(), "\n"), text) {
			time.Sleep(50 * time.Millisecond)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("it does not say %q", text)
}
