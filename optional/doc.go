// Package optional holds values that may be absent.
//
// A [Value] distinguishes an absent value from a zero one. In JSON it is null or the
// value:
//
//	deadline := optional.Of[int64](30_000)
//	if ms, ok := deadline.Get(); ok {
//		...
//	}
//
// Value replaces a pointer in structs that are compared with ==.
package optional
