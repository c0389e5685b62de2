package child

import (
	"bufio"
	"errors"
	"io"
)

// maxLine bounds an answer, in bytes, its end of line included.
const maxLine = 64 << 10

var errTooLong = errors.New("line too long")

// line is one that a router wrote, without its end.
type line struct {
	text []byte
	rest []byte // what had come with it already
	err  error  // io.EOF where the output ended, errTooLong where no more is read
}

// ended tells whether there was no line any more.
func (l line) ended() bool { return l.err == io.EOF && len(l.text) == 0 }

// lines hands on the lines of the output one by one, the last with an error. It
// returns after that or once nobody wants more.
func lines(output io.Reader, to chan<- line, unwanted <-chan struct{}) {
	r := bufio.NewReaderSize(output, maxLine)
	for {
		l := next(r)
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

func next(r *bufio.Reader) line {
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
		l.err = io.EOF // however it ended
	}
	return l
}
