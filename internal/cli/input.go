package cli

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// Await returns the results of do, or ErrInterrupted as soon as the context is done. In
// that case do goes on, and its results are lost.
func Await[T any](ctx context.Context, do func() (T, error)) (T, error) {
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
		return *new(T), ErrInterrupted
	case r := <-done:
		return r.value, r.err
	}
}

// Open opens a file. The context ends a wait for it, as for a pipe that nobody writes to.
func Open(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := Await(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{interruptible{ctx, file}, file}, nil
}

// OpenInput opens a file, or standard input if the name is "-". It returns the name for
// errors too.
func OpenInput(cmd *cobra.Command, name string) (io.ReadCloser, string, error) {
	if name == "-" {
		return io.NopCloser(cmd.InOrStdin()), "stdin", nil
	}
	file, err := Open(cmd.Context(), name)
	return file, name, err
}

// SameFile reports whether two names are of one file that exists.
func SameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// interruptible is a reader that the context ends even while it waits.
type interruptible struct {
	ctx    context.Context // of the program
	reader io.Reader
}

// Read implements io.Reader.
func (i interruptible) Read(p []byte) (int, error) {
	buffer := make([]byte, len(p)) // a read that goes on after an interrupt must not write to p
	n, err := Await(i.ctx, func() (int, error) { return i.reader.Read(buffer) })
	return copy(p, buffer[:n]), err
}
