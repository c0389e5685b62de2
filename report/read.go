package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxSummary bounds a summary file, in bytes: one of a hundred strategies is a
// tenth of it.
const maxSummary = 64 << 20

// ReadSummary reads a summary back from JSON. It is strict: a truncated file,
// another schema, a key that is unknown, doubled or missing, invalid
// assumptions or numbers that contradict each other are errors. The file's name
// stands in errors only. A byte order mark before it is no part of it.
func ReadSummary(r io.Reader, file string) (Summary, error) {
	s, err := readSummary(r)
	if err != nil {
		return Summary{}, each(file+": ", err)
	}
	return s, nil
}

func readSummary(r io.Reader) (Summary, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSummary+1))
	if err != nil {
		return Summary{}, err
	}
	if len(data) > maxSummary {
		return Summary{}, fmt.Errorf("found more than %d MiB; a summary is smaller", maxSummary>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var s Summary
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return s, fmt.Errorf("line %d: not a whole JSON document: %w; `errbench run --out summary.json` writes one", lineOf(err, data), err)
	}
	schema, err := summarySchema()
	if err != nil {
		return s, err
	}
	if err := fits(schema, data); err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, err
	}
	if err := s.Assumptions.Validate(); err != nil {
		return s, each("assumptions.", err)
	}
	return s, s.consistent()
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

// each puts a prefix before every error that err joins.
func each(prefix string, err error) error {
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
