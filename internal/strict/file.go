// Package strict reads YAML files of plain mappings, lists and values, and
// nothing else of YAML: no anchors, tags, directives or second document. Reading goes on
// after a fault, so that all are told at once, each with its line and column.
package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	// maxBytes bounds a file: 100 rows with a comment at each are a third of it.
	maxBytes = 1 << 16
	// maxMarks bounds the marks that open a value inside a value: see Parse.
	maxMarks = 1000
	// maxFaults is how many faults of a file are told.
	maxFaults = 20
)

// file collects the faults of a file.
type file struct {
	name   string
	faults []error
}

// Read reads a file whose root is a mapping, which read takes apart. Its name
// stands in errors only, as does what it holds, such as "a contract file holds
// ...". The error joins all faults.
func Read(r io.Reader, name, works string, read func(root Value)) error {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > maxBytes {
		return fmt.Errorf("%s: found more than %d bytes; %s", name, maxBytes, works)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := checkUTF8(data, works); err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	root, err := Parse(data, maxMarks, works)
	switch {
	case err != nil:
		return fmt.Errorf("%s:%w", name, err)
	case root == nil:
		return fmt.Errorf("%s: found nothing; %s", name, works)
	}
	f := &file{name: name}
	read(Value{file: f, line: 1, column: 1, node: root})
	if more := len(f.faults) - maxFaults; more > 0 {
		f.faults = append(f.faults[:maxFaults], fmt.Errorf("%s: and %d faults more", name, more))
	}
	return errors.Join(f.faults...)
}

func checkUTF8(data []byte, works string) error {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			line := 1 + bytes.Count(data[:at], []byte("\n"))
			column := 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:at], '\n')+1:at])
			return fmt.Errorf("%d:%d: found the byte %#x, which is not UTF-8; %s", line, column, data[at], works)
		}
		at += size
	}
	return nil
}
