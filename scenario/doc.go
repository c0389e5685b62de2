// Package scenario holds what a benchmark assumes and what chance makes of it.
//
// [Assumptions] are declared numbers: rates, weights, times, prices. [Fields] documents
// each of them, [Presets] are named sets, and [Read] reads a file. The [Tape] of valid
// assumptions says for each operation whether and how it fails, and has the rolls that
// decide every possible recovery:
//
//	a := scenario.Published()
//	tape := scenario.NewTape(a)
//	op := tape.Operation(1, 0)
//	roll := tape.Roll(op, scenario.RetryRoll, 2)
//
// [Segments] reads a tape in bulk.
//
// The package does not know what a controller sees or does: every strategy is replayed
// over the same tape. It opens no files.
package scenario
