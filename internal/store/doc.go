// Package store writes files and documents, and reads documents back.
//
// [Write] replaces a file in one step: a reader, and whoever looks after a
// crash, finds the old file or the new one, whole.
//
// A document is JSON with a header, `schema`, and ends in `sum`, the digest of all
// that stands before it. [Encode] returns one, and [Kind.Read] reads it into its
// type again, and refuses one that was changed after it was written:
//
//	part := store.Kind{Schema: "errbench/tally/v3", Noun: "part", Command: "errbench run --shard I/N --out part.json"}
//	err := part.Read(file, "part-1.json", &p)
//
// The package does not know what is in a document: that its numbers agree with
// each other is a matter of who writes it.
package store
