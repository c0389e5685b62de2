// Package cli holds what the sub-commands of errbench share: flags, files, progress,
// and the way from an error to an exit code.
//
// A flag is a type with a Register method, such as [Assumptions], [Strategies] or
// [Format], or a pflag.Value, such as [Whole], [Choice] or [Output]. A sub-command
// holds its flags in a struct, registers them, and asks them for what they stand for:
//
//	a, err := assumptions.Resolve(cmd)
//	plans, err := strategies.Plans(cmd, a)
//	summary, err := cli.Summarize(cmd, a, plans, workers.Value)
//
// [Run] executes a command line and returns its exit code. An error ends the program
// with [ExitUsage] unless it is an [ExitError].
//
// The package computes nothing and knows no sub-command.
package cli
