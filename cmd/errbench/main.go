// Command errbench measures what a tool-error contract is worth to the controller of
// an agent. See the README, or run it without arguments.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"errbench/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(cli.Run(ctx, newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// interrupts returns the signals that interrupt the program. A closed terminal is one of
// them, because the processes of routers would outlive it, unless nohup ignores it.
func interrupts() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}
