// Package router asks a program what a strategy.Router is asked, one JSON line for each
// question and one for each answer.
//
// [NewCommand] returns the router of a command of the shell. It starts the program for the
// first question, and asks each distinct question once. [Command.Settle] ends the program
// and asks a new one everything again: the answers must be the same. [Schema] returns the
// JSON Schema of the lines.
//
// The package decides nothing about errors, and does not know what plans are compiled from
// the answers.
package router
