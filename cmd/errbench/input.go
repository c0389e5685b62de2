package main

import (
	"context"
	"errors"
	"io"
	"os"
)

// errInterrupted ends a wait for input.
func errInterrupted() error { return &exitError{exitInterrupted, errors.New("interrupted")} }

// open opens a file that an interrupt can end the wait for, such as a pipe that
// nobody writes to.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		file, err := os.Open(name)
		opened <- result{file, err}
	}()
	select {
	case <-ctx.Done():
		return nil, errInterrupted()
	case r := <-opened:
		if r.err != nil {
			return nil, r.err
		}
		return struct {
			io.Reader
			io.Closer
		}{interruptible{ctx, r.file}, r.file}, nil
	}
}

// interruptible is a reader that an interrupt ends even while it waits.
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
		return 0, errInterrupted()
	case r := <-read:
		return copy(p, buffer[:r.n]), r.err
	}
}
