// Package contract describes what a failure looks like from outside.
//
// An [Error] is the envelope that a controller sees. A [Contract] decides which fields of
// a failure the envelope reveals, and with which words: [Contract.Report] returns the
// error of an operation, distorted as the scenario says. [Read] reads a contract from a
// file, and [ReadAll] reads envelopes.
//
// A contract knows the true class of a failure. It never sees rolls, and does not know
// which router reads its errors.
package contract
