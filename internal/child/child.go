package child

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// child is a running command with all that it has started.
type child struct {
	cmd    *exec.Cmd
	grace  time.Duration
	stdin  *os.File
	stdout *os.File
	stderr *os.File

	lines    chan line     // of its output, the last one with an error
	said     tail          // on stderr
	unwanted chan struct{} // closed once its lines are not
	quiet    chan struct{} // closed once nobody can write to it any more

	forget func() bool // the interrupt
	mu     sync.Mutex
	ended  bool // its number may be that of another
}

// start runs a command until end, or until the context is done.
func start(ctx context.Context, command string, grace time.Duration) (*child, error) {
	c := &child{
		cmd: shell(command), grace: grace,
		lines: make(chan line), unwanted: make(chan struct{}), quiet: make(chan struct{}),
	}
	theirs, err := c.pipes()
	if err == nil {
		err = c.cmd.Start()
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	if err != nil {
		c.close()
		return nil, err
	}
	go c.listen()
	c.forget = context.AfterFunc(ctx, func() { c.signal(kill) })
	return c, nil
}

// pipes opens our ends and returns theirs. They are no pipes of exec, whose Wait
// would close ours before all has been read, or wait for what outlives the child.
func (c *child) pipes() (theirs []*os.File, err error) {
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	in, out, errs := (*os.File)(nil), (*os.File)(nil), (*os.File)(nil)
	in, c.stdin = pipe()
	c.stdout, out = pipe()
	c.stderr, errs = pipe()
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = in, out, errs
	return []*os.File{in, out, errs}, err
}

// listen reads both outputs to their end.
func (c *child) listen() {
	var both sync.WaitGroup
	both.Go(func() {
		lines(c.stdout, c.lines, c.unwanted)
		<-c.unwanted
		_, _ = io.Copy(io.Discard, c.stdout) // so that its end is seen
	})
	both.Go(func() { _, _ = io.Copy(&c.said, c.stderr) })
	both.Wait()
	close(c.quiet)
}

// send writes to the input, and closes the channel once that is done, or will
// never be.
func (c *child) send(text []byte) (sent chan struct{}) {
	sent = make(chan struct{})
	go func() {
		_, _ = c.stdin.Write(text) // who reads no more does not answer either
		close(sent)
	}()
	return sent
}

// receive returns the next line, or why the context is done.
func (c *child) receive(ctx context.Context) (line, error) {
	select {
	case l := <-c.lines:
		return l, nil
	case <-ctx.Done():
		return line{}, context.Cause(ctx)
	}
}

// end ends the group: it waits for as long as it is patient, asks, waits for the
// grace, and kills. It returns how the command ended, and must be called once.
//
// The leader is waited for last, so that its number is that of the group until
// then, and signals reach nobody else.
func (c *child) end(patience time.Duration) (status string) {
	close(c.unwanted)
	late := !c.waitQuiet(patience)
	c.signal(terminate)
	c.waitQuiet(c.grace)
	c.signal(kill)
	c.waitQuiet(c.grace) // for what they wrote last
	c.forget()
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	_ = c.cmd.Wait() // the state tells
	c.close()
	state := c.cmd.ProcessState
	if late && patience > 0 && !state.Exited() {
		return fmt.Sprintf("%v (ours, as it went on for %v after it had closed its output)", state, patience)
	}
	return state.String()
}

func (c *child) signal(by func(*os.Process)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		by(c.cmd.Process)
	}
}

// waitQuiet tells whether nobody could write any more within a time.
func (c *child) waitQuiet(most time.Duration) bool {
	select {
	case <-c.quiet:
		return true
	case <-time.After(most):
		return false
	}
}

// close closes our ends; what writes to the input gives up.
func (c *child) close() {
	for _, f := range []*os.File{c.stdin, c.stdout, c.stderr} {
		_ = f.Close()
	}
}
