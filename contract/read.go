package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"errbench/internal/strict"
	"errbench/optional"
)

// maxInput bounds what ReadAll takes, in bytes.
const maxInput = 64 << 20

// maxFaults is how many faults of one envelope are listed; there are seven keys.
const maxFaults = 10

// anEnvelope is what errors tell to write.
const anEnvelope = `a JSON object such as {"code":"TRANSIENT","retryable":true}`

// Placed is an error with the line that it was read from, counted from 1.
type Placed struct {
	Line  int
	Error Error
}

// ReadAll reads error envelopes from JSON: objects one after the other, as in
// JSON Lines, or arrays of them. Reading is strict: an unknown or doubled key,
// a wrong type, a negative wait or no envelope at all is an error that names
// the line on which the envelope begins; a byte that is not UTF-8 is one that
// names its own line. What was read before it is returned with it.
func ReadAll(r io.Reader) ([]Placed, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxInput {
		return nil, fmt.Errorf("found more than %d MiB; route the errors in parts", maxInput>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))

	var all []Placed
	text := data[:validUTF8(data)]
	v := values{data: text, decoder: json.NewDecoder(bytes.NewReader(text)), line: 1}
	for {
		raw, err := v.next()
		if len(text) < len(data) && (err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)) {
			line := 1 + bytes.Count(text, []byte("\n"))
			return all, fmt.Errorf("line %d: found the byte %#x, which is not UTF-8; error envelopes are UTF-8 text", line, data[len(text)])
		}
		if err == io.EOF && len(all) == 0 {
			return nil, errors.New("found no error envelope; one is " + anEnvelope)
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, fmt.Errorf("line %d: not JSON: %w; an error envelope is %s", v.line, err, anEnvelope)
		}
		e, err := parse(raw)
		if err != nil {
			return all, fmt.Errorf("line %d: %w", v.line, err)
		}
		all = append(all, Placed{v.line, e})
	}
}

// validUTF8 returns how many bytes stand before the first that is not UTF-8.
func validUTF8(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// values reads JSON values one after the other, or out of arrays of them.
type values struct {
	data    []byte
	decoder *json.Decoder // of the data
	inArray bool
	line    int // on which the next value begins, from 1
	counted int // bytes in which newlines have been counted
}

// next returns the next value. Its error is io.EOF after the last one.
func (v *values) next() (raw json.RawMessage, err error) {
	for v.atBracket() {
		if _, err := v.decoder.Token(); err != nil {
			return nil, err
		}
		v.inArray = !v.inArray
	}
	err = v.decoder.Decode(&raw)
	if err == io.EOF && v.inArray {
		err = io.ErrUnexpectedEOF
	}
	return raw, err
}

// atBracket goes to the beginning of the next value and tells whether, in its
// stead, an array begins or ends there.
func (v *values) atBracket() bool {
	bracket, between := byte('['), " \t\r\n"
	if v.inArray {
		bracket, between = ']', ", \t\r\n" // the decoder checks the commas
	}
	rest := bytes.TrimLeft(v.data[v.decoder.InputOffset():], between)
	start := len(v.data) - len(rest)
	v.line += bytes.Count(v.data[v.counted:start], []byte("\n"))
	v.counted = start
	return len(rest) > 0 && rest[0] == bracket
}

// parse reads one envelope from valid JSON. Its error names the keys at fault,
// the first maxFaults of them.
func parse(raw json.RawMessage) (Error, error) {
	if raw[0] != '{' {
		return Error{}, fmt.Errorf("found %s; an error envelope is %s", strict.Excerpt(string(raw)), anEnvelope)
	}
	var e Error
	var faults, keys []string
	fields := e.fields()
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	seen := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(raw))
	_, _ = d.Token() // the brace
	for d.More() {
		token, _ := d.Token()
		key := token.(string)
		var value json.RawMessage
		_ = d.Decode(&value)
		if at := slices.Index(keys, key); at < 0 {
			faults = append(faults, fmt.Sprintf("found the unknown key %s%s", strict.Quote(key), strict.Choices(key, keys)))
		} else if seen[key] {
			faults = append(faults, fmt.Sprintf("%s: found it a second time; once works", key))
		} else if fields[at].value.UnmarshalJSON(value) != nil || key == "retryAfterMs" && negative(e.RetryAfterMS) {
			faults = append(faults, fmt.Sprintf("%s: found %s; %s works", key, strict.Excerpt(string(value)), fields[at].works))
		}
		seen[key] = true
	}
	if more := len(faults) - maxFaults; more > 0 {
		faults = append(faults[:maxFaults], fmt.Sprintf("and %d more", more))
	}
	if faults != nil {
		return Error{}, errors.New(strings.Join(faults, "; "))
	}
	return e, nil
}

func negative(o optional.Value[int64]) bool {
	v, _ := o.Get()
	return v < 0
}
