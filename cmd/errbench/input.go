package main

import (
	"context"
	"errors"
	"io"
	"os"
)

// errInterrupted ends a wait.
func errInterrupted() error { return &exitError{exitInterrupted, errors.New("interrupted")} }

// await waits for what is done, or for an interrupt: then what it brings is lost.
func await[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := do()
		done <- result{value, err}
	}()
	select {
	case <-ctx.Done():
		return *new(T), errInterrupted()
	case r := <-done:
		return r.value, r.err
	}
}

// open opens a file that an interrupt can end the wait for, such as a pipe that
// nobody writes to.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := await(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{interruptible{ctx, file}, file}, nil
}

// interruptible is a reader that an interrupt ends even while it waits.
type interruptible struct {
	ctx    context.Context // that of the whole program
	reader io.Reader
}

// Read implements io.Reader.
func (i interruptible) Read(p []byte) (int, error) {
	buffer := make([]byte, len(p))
	n, err := await(i.ctx, func() (int, error) { return i.reader.Read(buffer) })
	return copy(p, buffer[:n]), err
}
