package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"errbench/didyoumean"
)

// maxInput bounds what ReadAll takes, in bytes.
const maxInput = 64 << 20

// Placed is an error with the line that it was read from, counted from 1.
type Placed struct {
	Line  int
	Error Error
}

// ReadAll reads error envelopes from JSON: objects one after the other, as in
// JSON Lines, or arrays of them. Reading is strict: an unknown key, a wrong
// type, a negative wait or no envelope at all is an error that names the line.
// What was read before it is returned with it.
func ReadAll(r io.Reader) ([]Placed, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxInput {
		return nil, fmt.Errorf("found more than %d MiB; route the errors in parts", maxInput>>20)
	}
	lineAt := func(offset int64) int { return 1 + bytes.Count(data[:offset], []byte("\n")) }

	var all []Placed
	d := json.NewDecoder(bytes.NewReader(data))
	depth := 0 // of arrays around the envelope: 0 or 1
	for {
		if depth == 1 && !d.More() {
			if _, err := d.Token(); err != nil {
				return all, fmt.Errorf("line %d: not JSON: %w", lineAt(d.InputOffset()), unexpected(err))
			}
			depth = 0
		}
		start := d.InputOffset() + int64(len(data[d.InputOffset():])-len(bytes.TrimLeft(data[d.InputOffset():], ", \t\r\n")))
		if depth == 0 && start == int64(len(data)) {
			break
		}
		if depth == 0 && data[start] == '[' {
			if _, err := d.Token(); err != nil {
				return all, fmt.Errorf("line %d: not JSON: %w", lineAt(start), err)
			}
			depth = 1
			continue
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return all, fmt.Errorf("line %d: not JSON: %w", lineAt(start), unexpected(err))
		}
		e, err := parse(raw)
		if err != nil {
			return all, fmt.Errorf("line %d: %w", lineAt(start), err)
		}
		all = append(all, Placed{lineAt(start), e})
	}
	if len(all) == 0 {
		return nil, errors.New(`found no error envelope; one is a JSON object such as {"code":"TRANSIENT","retryable":true}`)
	}
	return all, nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// keyed is a field of an envelope under its JSON key.
type keyed struct {
	key   string
	value json.Unmarshaler
	works string
}

func (e *Error) keyed() []keyed {
	return []keyed{
		{"code", &e.Code, "a text"},
		{"message", &e.Message, "a text"},
		{"retryable", &e.Retryable, "true or false"},
		{"field", &e.Field, "a text"},
		{"suggestion", &e.Suggestion, "a text"},
		{"retryAfterMs", &e.RetryAfterMS, "a whole number of milliseconds from 0"},
		{"traceId", &e.TraceID, "a text"},
	}
}

// parse reads one envelope. Its error names every key at fault.
func parse(raw json.RawMessage) (Error, error) {
	var e Error
	var values map[string]json.RawMessage
	if err := json.Unmarshal(raw, &values); err != nil || values == nil {
		return e, fmt.Errorf("found %s; an error envelope is a JSON object", clip(raw))
	}
	var faults, keys []string
	for _, k := range e.keyed() {
		keys = append(keys, k.key)
		value, ok := values[k.key]
		delete(values, k.key)
		if ok && k.value.UnmarshalJSON(value) != nil || k.key == "retryAfterMs" && negative(e.RetryAfterMS) {
			faults = append(faults, fmt.Sprintf("%s: found %s; %s works", k.key, clip(value), k.works))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		faults = append(faults, fmt.Sprintf("%s: found an unknown key%s; there are %s", clip([]byte(key)), didyoumean.Hint(key, keys), strings.Join(keys, ", ")))
	}
	if faults != nil {
		return Error{}, errors.New(strings.Join(faults, "; "))
	}
	return e, nil
}

func negative(o Optional[int64]) bool {
	v, _ := o.Get()
	return v < 0
}

// clip shows the beginning of what was found, on one line.
func clip(found []byte) string {
	const most = 60
	text := []rune(strings.Join(strings.Fields(string(found)), " "))
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
