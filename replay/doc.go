// Package replay runs plans over the tape and counts what they do, in integers only.
//
// [Run] returns a [Tally] of all runs, [RunShard] of a part of them. Tallies of disjoint
// runs add up exactly, so neither the number of workers nor their order changes a
// number. Most plans are followed in lanes, many operations at a time; a plan in which
// chance decides times, or whose operations share a budget, is walked operation by
// operation.
//
// The package summarizes and formats nothing, and touches no files.
package replay
