package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/google/jsonschema-go/jsonschema"
)

// maxDocument bounds a file, in bytes: a summary of a hundred strategies is a
// tenth of it.
const maxDocument = 64 << 20

// document is a kind of file that is read back.
type document struct {
	noun    string // what it is called
	command string // writes one
	schema  *jsonschema.Schema
}

// ReadSummary reads a summary back from JSON. It is strict: a truncated file,
// another schema, a key that is unknown, doubled or missing, invalid
// assumptions or numbers that contradict each other are errors. The file's name
// stands in errors only. A byte order mark before it is no part of it.
func ReadSummary(r io.Reader, file string) (Summary, error) {
	var s Summary
	err := document{"summary", "errbench run --out summary.json", outlineOf[Summary](SummarySchema, "expected")}.read(r, &s)
	if err == nil {
		err = each("assumptions.", s.Assumptions.Validate())
	}
	if err == nil {
		err = s.consistent()
	}
	if err != nil {
		return Summary{}, each(file+": ", err)
	}
	return s, nil
}

// read reads a whole document that fits its schema into what v points to.
func (d document) read(r io.Reader, v any) error {
	data, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil {
		return err
	}
	if len(data) > maxDocument {
		return fmt.Errorf("found more than %d MiB; a %s is smaller", maxDocument>>20, d.noun)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := syntaxError(data); err != nil {
		return fmt.Errorf("line %d: not a whole JSON document: %w; `%s` writes one", lineOf(err, data), err, d.command)
	}
	if err := fits(d.schema, data); err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// syntaxError returns why data is no JSON document, or nil.
func syntaxError(data []byte) error {
	if json.Valid(data) {
		return nil
	}
	return json.Unmarshal(data, new(json.RawMessage))
}

// lineOf returns the line, from 1, at which a syntax error was found.
func lineOf(err error, data []byte) int {
	offset := int64(len(data))
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = min(offset, syntax.Offset)
	}
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// each puts a prefix before every error that err joins, if any.
func each(prefix string, err error) error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s%w", prefix, err)
	}
	var errs []error
	for _, e := range joined.Unwrap() {
		errs = append(errs, each(prefix, e))
	}
	return errors.Join(errs...)
}
