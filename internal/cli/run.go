package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/view"
)

// Run executes a command line and returns its exit code.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &checkedWriter{Writer: stdout}
	root.SetArgs(args)
	root.SetIn(interruptible{ctx, stdin})
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.err
	}
	if err != nil {
		fmt.Fprintln(stderr, errorText(err, args))
	}
	return exitCode(err)
}

// errorText returns an error as printable lines. A newline in an error separates two
// faults, so the arguments and file names that it repeats are escaped first: a newline
// in them could forge a fault.
func errorText(err error, args []string) string {
	text := err.Error()
	outside := slices.Clone(args)
	var at *fs.PathError
	if errors.As(err, &at) {
		outside = append(outside, at.Path)
	}
	for _, word := range outside {
		if word != "" {
			text = strings.ReplaceAll(text, word, view.Line(word))
		}
	}
	return "errbench: " + strings.ReplaceAll(view.Lines(text), "\n", "\nerrbench: ")
}

// checkedWriter remembers its first error, because cobra drops the errors of printing
// a help text.
type checkedWriter struct {
	io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}
