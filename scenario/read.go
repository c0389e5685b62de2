package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"errbench/internal/strict"
)

// maxFile bounds a scenario file, in bytes: one with every key and a comment
// at each is a sixth of it.
const maxFile = 1 << 16

// Read reads assumptions from YAML or JSON (where the first character is "{").
// A key that is left out keeps its published value, and a name that is left
// out is the file's. The file's name stands in errors only.
//
// Reading is strict: an unknown or doubled key, a value of the wrong type or
// out of range is a [*FieldError] with its line; the error joins all of them.
func Read(r io.Reader, file string) (Assumptions, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return Assumptions{}, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > maxFile {
		return Assumptions{}, fmt.Errorf("%s: found more than %d bytes; a scenario file is smaller", file, maxFile)
	}
	entries, err := readEntries(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return Assumptions{}, fmt.Errorf("%s:%w", file, err)
	}
	if len(entries) == 0 {
		return Assumptions{}, fmt.Errorf("%s: found no assumption; `errbench scenario published` prints a file to start from", file)
	}
	a := Published()
	a.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if err := apply(&a, entries, file); err != nil {
		return Assumptions{}, err
	}
	if err := a.Validate(); err != nil { // only a name that is not in the file is unchecked so far
		return Assumptions{}, fmt.Errorf("%s: the file's name is no name for assumptions, so the file needs one: %w", file, err)
	}
	return a.Relabel(), nil
}

func readEntries(data []byte) ([]entry, error) {
	if err := checkUTF8(data); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return readJSON(data)
	}
	return readYAML(data)
}

func checkUTF8(data []byte) error {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			line, column := lineAt(data, int64(at))
			return syntaxError(line, column, "found the byte %#x, which is not UTF-8; a scenario file is UTF-8 text", data[at])
		}
		at += size
	}
	return nil
}

// entry is one value of a file with its place.
type entry struct {
	key          string // dotted
	line, column int
	kind         kind
	text         string // the number or the text itself, else what to call the value
}

type kind uint8

const (
	other kind = iota // a list: never a value of an assumption
	number
	text
	boolean
	null
	group // of keys and values, at least one
)

// What errors call values that have no text of their own.
const (
	nothing    = "nothing (null)"
	emptyGroup = "an empty group"
	someGroup  = "a group of values"
)

// nests tells whether the keys inside the entry are entries too. Elsewhere a
// group is a wrong value, so groups nest no deeper than the assumptions do.
func (e entry) nests() bool { return e.kind == group && keysIn(e.key+".") != nil }

// found shows the value in an error.
func (e entry) found() string {
	switch e.kind {
	case number:
		return "the number " + strict.Excerpt(e.text)
	case text:
		return "the text " + strict.Quote(e.text)
	default:
		return strict.Excerpt(e.text)
	}
}

// syntaxError begins with its line, for the file's name to be put before.
func syntaxError(line, column int, format string, args ...any) error {
	return fmt.Errorf("%d:%d: %w", line, column, fmt.Errorf(format, args...))
}

// lineAt returns the line and the column of a byte, both from 1.
func lineAt(data []byte, offset int64) (line, column int) {
	before := data[:offset]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[lineStart:]) + 1
}

// apply sets every entry, then checks the whole. Errors of the whole point at
// the entry that they name, where the file has it.
func apply(a *Assumptions, entries []entry, file string) error {
	var errs []error
	at := map[string]entry{}
	for _, e := range entries {
		err := e.set(a)
		if first, doubled := at[e.key]; doubled {
			err = &FieldError{Key: e.key, Found: "it a second time", Works: fmt.Sprintf("once, as in line %d", first.line)}
		} else {
			at[e.key] = e
		}
		errs = append(errs, place(err, file, e))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, err := range a.checkTogether() {
		errs = append(errs, place(err, file, near(err, entries)))
	}
	return errors.Join(errs...)
}

// near returns the entry that an error of the whole speaks of: its key, or one
// inside it, since the published values fit each other.
func near(err error, entries []entry) entry {
	var fe *FieldError
	if errors.As(err, &fe) {
		for _, e := range entries {
			if e.key == fe.Key || strings.HasPrefix(e.key, fe.Key+".") {
				return e
			}
		}
	}
	return entries[0]
}

// place writes file, line and column into a FieldError.
func place(err error, file string, e entry) error {
	var fe *FieldError
	if errors.As(err, &fe) {
		fe.File, fe.Line, fe.Column = file, e.line, e.column
	}
	return err
}

func (e entry) set(a *Assumptions) error {
	if e.nests() {
		return nil
	}
	f, err := FindField(e.key, e.found())
	if err != nil {
		return err
	}
	value := e.text
	switch absent := e.kind == null || e.kind == text && value == none; {
	case absent && f.takes.none:
		value = none
	case e.kind != f.takes.kind:
		return &FieldError{Key: e.key, Found: e.found(), Works: f.Range}
	}
	return f.Set(a, value)
}
