package main

import (
	"context"
	"errors"
	"io"
)

// interruptible is a reader that an interrupt ends even while it waits for
// somebody to type.
type interruptible struct {
	ctx    context.Context // that of the whole program
	reader io.Reader
}

// Read implements io.Reader. Once interrupted, what the reader still brings is
// lost.
func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	buffer, read := make([]byte, len(p)), make(chan result, 1)
	go func() {
		n, err := i.reader.Read(buffer)
		read <- result{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, &exitError{exitInterrupted, errors.New("interrupted")}
	case r := <-read:
		return copy(p, buffer[:r.n]), r.err
	}
}
