package child

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// all returns the lines of an output, and stops wanting more after a number of them.
func all(output io.Reader, most int) (got []line) {
	to, unwanted := make(chan line), make(chan struct{})
	done := make(chan struct{})
	go func() { lines(output, to, unwanted); close(done) }()
	for len(got) < most && (len(got) == 0 || got[len(got)-1].err == nil) {
		got = append(got, <-to)
	}
	close(unwanted)
	<-done
	return got
}

// Lines equal the lines of bytes.Split, however they arrive, up to one that is too long.
func TestLinesAreThoseOfTheOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var output []byte
		for _, n := range rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(maxLine-3, maxLine+3)), 0, 5).Draw(t, "lengths") {
			output = append(output, bytes.Repeat([]byte("x"), n)...)
			output = append(output, '\n')
		}
		output = output[:rapid.IntRange(max(0, len(output)-5), len(output)).Draw(t, "kept")]
		var r io.Reader = bytes.NewReader(output)
		if rapid.Bool().Draw(t, "in halves") {
			r = iotest.HalfReader(r)
		}
		got := all(r, 100)
		for i, want := range bytes.Split(output, []byte("\n")) {
			last := i == bytes.Count(output, []byte("\n"))
			switch tooLong := len(want) >= maxLine; {
			case tooLong:
				if len(got) != i+1 || got[i].err != errTooLong || len(got[i].text) != maxLine {
					t.Fatalf("line %d of %d bytes is read as %d bytes with %v", i, len(want), len(got[i].text), got[i].err)
				}
				return
			case !bytes.Equal(got[i].text, want) || (got[i].err == io.EOF) != last || got[i].ended() != (last && len(want) == 0):
				t.Fatalf("line %d, %.20q, is read as %.20q with %v", i, want, got[i].text, got[i].err)
			}
		}
	})
}

// endless is output without an end, which counts how much is read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	copy(p, bytes.Repeat([]byte("x"), len(p)))
	return len(p), nil
}

func TestALongLineIsNotReadToItsEnd(t *testing.T) {
	var e endless
	if got := all(&e, 1); got[0].err != errTooLong || e.read > maxLine {
		t.Errorf("%v after %d bytes", got[0].err, e.read)
	}
}

func TestWhatComesWithALineIsSeen(t *testing.T) {
	got := all(strings.NewReader("a\nb\nc"), 1)
	if string(got[0].text) != "a" || string(got[0].rest) != "b\nc" {
		t.Errorf("found %q, then %q", got[0].text, got[0].rest)
	}
}

// The tail of what was written is the end of all of it.
func TestTheTailIsTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var kept tail
		var whole []byte
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 2*tailBytes), 0, 6).Draw(t, "lengths") {
			part := bytes.Repeat([]byte{byte('a' + len(whole)%26)}, n)
			if n > 0 {
				part[n-1] = '\n'
			}
			whole = append(whole, part...)
			if written, err := kept.Write(part); written != n || err != nil {
				t.Fatalf("%d bytes of %d are written, %v", written, n, err)
			}
		}
		if want := whole[max(0, len(whole)-tailBytes):]; !bytes.Equal(kept.kept, want) {
			t.Fatalf("%d bytes are kept of %d", len(kept.kept), len(whole))
		}
		if shown := kept.lines(); len(shown) > tailLines {
			t.Fatalf("%d lines are shown", len(shown))
		}
	})
}

func TestTheTailKeepsIndentation(t *testing.T) {
	var kept tail
	fmt.Fprint(&kept, "Traceback:\n  File \"r.py\", line 1\n\tx  = 1\r\n   \n", strings.Repeat(" ", 1000), "deep\n")
	want := []string{"Traceback:", `  File "r.py", line 1`, " x = 1", strings.Repeat(" ", tailIndent) + "deep"}
	if got := kept.lines(); !slices.Equal(got, want) {
		t.Errorf("lines: got %q, want %q", got, want)
	}
}
