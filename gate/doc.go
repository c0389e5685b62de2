// Package gate decides whether a run may pass in CI: against a baseline, which is
// the summary of an earlier run, and against requirements.
//
// A [Requirement] is a condition on one number of a summary. [Judge] compares two
// summaries and returns an [Outcome]: a [Verdict] and everything that it rests on.
// On the rolls of the baseline, Judge compares decisions, counts and the digest of
// the plans, all without tolerance; with [Across] it compares distributions of two
// runs on different rolls:
//
//	requirements, err := gate.ParseRequirements("code-only.resolution_rate>=0.7", "gate.txt")
//	outcome, err := gate.Judge(baseline, current, gate.Options{Requirements: requirements})
//	os.Exit(outcome.ExitCode)
//
// The package simulates nothing and reads no files.
package gate
