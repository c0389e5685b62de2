// Package store writes files and documents, and reads documents back.
//
// [Write] replaces a file in one step: at any time, also after a crash, the whole old file
// or the whole new one is there.
//
// A document is JSON that begins with `schema` and ends in `sum`, the digest of everything
// before it. [Encode] returns one. [Kind.Read] reads one into its type, and refuses a
// document that was changed after it was written:
//
//	part := store.Kind{Schema: "errbench/tally/v3", Noun: "part", Command: "errbench run --shard I/N --out part.json"}
//	err := part.Read(file, "part-1.json", &p)
//
// The package does not know the content of a document and does not check whether its
// numbers agree with each other.
package store
