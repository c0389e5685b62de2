// Package atomicfile replaces files in one step: a reader, and whoever looks
// after a crash, finds the old file or the new one, whole.
package atomicfile

// Write makes or replaces a file. A link is replaced itself.
func Write(file string, data []byte) error { return write(file, data) }
