package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxFile bounds a file that a person writes. A file of 100 rows with a comment each has a
// third of it.
const maxFile = 1 << 16

// Form describes a kind of file, for errors.
type Form struct {
	Holds string // a sentence without its full stop: "a contract file holds what errors show, such as ..."
	Keys  string // a sentence that names the command which lists the keys; "" if errors list them
}

// document collects the faults of a document.
type document struct {
	name   string // "" for a line: its faults have no place
	form   Form
	faults Faults
}

// Read parses a file and calls read with its root, which is a mapping. The file is JSON if
// its first character is a brace, else YAML. The name appears in errors only. The error
// lists the faults that read notes.
func Read(r io.Reader, name string, form Form, read func(root Value)) error {
	data, err := ReadAll(r, maxFile)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	root, err := parse(withoutMark(data))
	d := &document{name: name, form: form}
	switch {
	case err != nil:
		return placed(name, err)
	case root.kind == Null, root.kind == Mapping && len(root.inside) == 0:
		return fmt.Errorf("%s: the file holds nothing; %s", name, form.Holds)
	case root.kind != Mapping:
		return placed(name, root.place.errorf("got %s; %s", root, form.Holds))
	}
	read(Value{document: d, node: root, place: place{1, 1}})
	return d.faults.Err()
}

// ReadLine parses one JSON value and calls read with it. The error is one line; its faults
// have keys and no places.
func ReadLine(line []byte, read func(root Value)) error {
	root, err := parseJSON(line)
	if err != nil {
		return err
	}
	d := &document{}
	read(Value{document: d, node: root})
	if d.faults.Len() > 0 {
		return errors.New(d.faults.Join("; "))
	}
	return nil
}

// parse returns the value of a document, which is JSON if it begins with a brace.
func parse(data []byte) (node, error) {
	if bytes.HasPrefix(bytes.TrimLeft(data, space), []byte("{")) {
		return parseJSON(data)
	}
	if err := checkUTF8(data); err != nil {
		return node{}, err
	}
	return parseYAML(data)
}

// ReadAll reads an input of at most most bytes. It stops reading a longer one.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("longer than %s, the most that is read", bytesInWords(most))
	}
	return data, err
}

func bytesInWords(n int64) string {
	switch {
	case n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	default:
		return fmt.Sprintf("%d bytes", n)
	}
}

// withoutMark returns data without a byte order mark.
func withoutMark(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\ufeff")) }

func checkUTF8(data []byte) error {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			j := jsonReader{data: data, at: place{1, 1}}
			return notUTF8(j.placeOf(at), data[at])
		}
		at += size
	}
	return nil
}

func notUTF8(at place, b byte) error { return at.errorf("the byte %#x is not UTF-8", b) }

// errorf returns an error that begins with the place.
func (p place) errorf(format string, args ...any) error {
	return fmt.Errorf("%d:%d: %w", p.line, p.column, fmt.Errorf(format, args...))
}

// placed puts the name of a file before an error that begins with a place.
func placed(name string, err error) error {
	if name == "" {
		return err
	}
	return fmt.Errorf("%s:%w", name, err)
}
