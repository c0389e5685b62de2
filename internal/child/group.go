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

// group is a running command with everything that it has started.
type group struct {
	cmd    *exec.Cmd
	grace  time.Duration
	stdin  *os.File
	stdout *os.File
	stderr *os.File

	lines    chan line     // of its output, the last one with an error
	said     tail          // on stderr
	unwanted chan struct{} // closed once nobody receives lines any more
	quiet    chan struct{} // closed once nothing can write to the outputs any more

	forget func() bool // stops waiting for the context
	mu     sync.Mutex
	ended  bool // the process number may belong to another process
}

// startGroup runs a command until end is called or the context is done.
func startGroup(ctx context.Context, command string, grace time.Duration) (*group, error) {
	g := &group{
		cmd: shell(command), grace: grace,
		lines: make(chan line), unwanted: make(chan struct{}), quiet: make(chan struct{}),
	}
	theirs, err := g.pipes()
	if err == nil {
		err = g.cmd.Start()
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	if err != nil {
		g.close()
		return nil, err
	}
	go g.listen()
	g.forget = context.AfterFunc(ctx, func() { g.signal(kill) })
	return g, nil
}

// pipes opens our ends of the pipes and returns the ends of the command. The pipes of
// exec do not serve: its Wait closes our ends before everything has been read, or
// waits for a process that outlives the command.
func (g *group) pipes() (theirs []*os.File, err error) {
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	in, out, errs := (*os.File)(nil), (*os.File)(nil), (*os.File)(nil)
	in, g.stdin = pipe()
	g.stdout, out = pipe()
	g.stderr, errs = pipe()
	g.cmd.Stdin, g.cmd.Stdout, g.cmd.Stderr = in, out, errs
	return []*os.File{in, out, errs}, err
}

// listen reads both outputs to their end.
func (g *group) listen() {
	var both sync.WaitGroup
	both.Go(func() {
		lines(g.stdout, g.lines, g.unwanted)
		<-g.unwanted
		_, _ = io.Copy(io.Discard, g.stdout) // to see its end
	})
	both.Go(func() { _, _ = io.Copy(&g.said, g.stderr) })
	both.Wait()
	close(g.quiet)
}

// send writes to the input. It closes the channel once the text is written, or never
// will be.
func (g *group) send(text []byte) (sent chan struct{}) {
	sent = make(chan struct{})
	go func() {
		_, _ = g.stdin.Write(text) // a command that stops reading does not answer either
		close(sent)
	}()
	return sent
}

// receive returns the next line, or the cause that ended the context.
func (g *group) receive(ctx context.Context) (line, error) {
	select {
	case l := <-g.lines:
		return l, nil
	case <-ctx.Done():
		return line{}, context.Cause(ctx)
	}
}

// end ends the group: it waits for the patience, terminates, waits for the grace, and
// kills. It returns how the command ended, and must be called once.
//
// The leader is waited for last. Until then its number cannot belong to another
// process, so signals reach nothing but the group.
func (g *group) end(patience time.Duration) (status string) {
	close(g.unwanted)
	late := !g.waitQuiet(patience)
	g.signal(terminate)
	g.waitQuiet(g.grace)
	g.signal(kill)
	g.waitQuiet(g.grace) // for the last output
	g.forget()
	g.mu.Lock()
	g.ended = true
	g.mu.Unlock()
	_ = g.cmd.Wait() // ProcessState says how it ended
	g.close()
	state := g.cmd.ProcessState
	if late && patience > 0 && !state.Exited() {
		return fmt.Sprintf("%v (sent by errbench, %v after the command had closed its output)", state, patience)
	}
	return state.String()
}

func (g *group) signal(by func(*os.Process)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.ended {
		by(g.cmd.Process)
	}
}

// waitQuiet reports whether nothing could write any more within a time.
func (g *group) waitQuiet(most time.Duration) bool {
	select {
	case <-g.quiet:
		return true
	case <-time.After(most):
		return false
	}
}

// close closes our ends of the pipes; a pending write to the input fails.
func (g *group) close() {
	for _, f := range []*os.File{g.stdin, g.stdout, g.stderr} {
		_ = f.Close()
	}
}
