// Package child runs a command of the shell that answers each line on its input with
// one line on its output, and makes sure that it ends, with everything that it has
// started. Routers, models and servers that are programs in any language are asked
// this way; what a line means is the business of the caller.
//
// [Start] runs a command, [Process.Ask] exchanges a line, and [Process.Close] ends the
// input and waits for a clean end. A command that misbehaves is ended, and the error
// says what it did: it was late, it wrote too much, or it ended. The package neither
// restarts a command nor reads what a line says.
package child
