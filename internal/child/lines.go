package child

import (
	"bufio"
	"errors"
	"io"
)

// maxLine bounds a line, in bytes, its end of line included.
const maxLine = 64 << 10

var errTooLong = errors.New("line too long")

// line is a line that a command wrote, without its end.
type line struct {
	text []byte
	rest []byte // what arrived together with the line, after it
	err  error  // io.EOF if the output ended, errTooLong if no more is read
}

// ended reports whether the output ended without another line.
func (l line) ended() bool { return l.err == io.EOF && len(l.text) == 0 }

// lines sends the lines of the output one by one, the last with an error. It returns
// after the last line, or once unwanted is closed.
func lines(output io.Reader, to chan<- line, unwanted <-chan struct{}) {
	r := bufio.NewReaderSize(output, maxLine)
	for {
		l := readLine(r)
		select {
		case to <- l:
		case <-unwanted:
			return
		}
		if l.err != nil {
			return
		}
	}
}

func readLine(r *bufio.Reader) line {
	text, err := r.ReadSlice('\n')
	l := line{text: append([]byte(nil), text...)}
	switch {
	case err == nil:
		l.text = l.text[:len(l.text)-1]
		rest, _ := r.Peek(r.Buffered())
		l.rest = append(l.rest, rest...)
	case errors.Is(err, bufio.ErrBufferFull):
		l.err = errTooLong
	default:
		l.err = io.EOF // whatever the reason: a command that ends resets its pipe
	}
	return l
}
