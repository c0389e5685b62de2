package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const space = " \t\r\n"

// SyntaxError returns why data is not one JSON document in UTF-8, or nil. Doubled keys
// and lone surrogates are refused. The error begins with LINE:COLUMN, for a file's name
// and a colon to stand before it.
func SyntaxError(data []byte) error {
	_, err := newJSONReader(bytes.TrimPrefix(data, []byte("\ufeff")), false).only()
	return err
}

// jsonReader reads the JSON values of a text, and knows the places of its bytes.
type jsonReader struct {
	data    []byte
	decoder *jsontext.Decoder
	counted int       // bytes of data
	at      jsonPlace // of the byte after those
}

func newJSONReader(data []byte, doubledKeys bool) *jsonReader {
	// The decoder has a copy, since it scribbles over a buffer.
	decoder := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(doubledKeys))
	return &jsonReader{data: data, decoder: decoder, at: jsonPlace{1, 1}}
}

// only returns the one value of the text.
func (j *jsonReader) only() (jsontext.Value, error) {
	raw, err := j.decoder.ReadValue()
	if err != nil {
		return nil, j.fault(err)
	}
	end := int(j.decoder.InputOffset())
	if rest := bytes.TrimLeft(j.data[end:], space); len(rest) > 0 {
		return nil, j.placeOf(len(j.data)-len(rest)).errorf("not JSON: got %s after the end of the document", character(rest))
	}
	return raw, nil
}

// placeOf returns the place of a byte. It counts on from the last place, so that the
// lines of a document are counted once.
func (j *jsonReader) placeOf(offset int) jsonPlace {
	if offset < j.counted {
		j.counted, j.at = 0, jsonPlace{1, 1}
	}
	passed := j.data[j.counted:offset]
	if last := bytes.LastIndexByte(passed, '\n'); last >= 0 {
		j.at = jsonPlace{j.at.line + bytes.Count(passed, []byte("\n")), 1}
		passed = passed[last+1:]
	}
	j.at.column += utf8.RuneCount(passed)
	j.counted = offset
	return j.at
}

// fault says in words of this package what the decoder found, and where.
func (j *jsonReader) fault(err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return j.placeOf(len(j.data)).errorf("not JSON: the text is empty")
	}
	offset := min(int(syntax.ByteOffset), len(j.data))
	rest, at, text := j.data[offset:], j.placeOf(offset), syntax.Err.Error()
	_, want, expects := strings.Cut(strings.TrimSuffix(text, ")"), "(expecting ")
	r, size := utf8.DecodeRune(rest)
	switch {
	case len(rest) == 0, errors.Is(err, io.ErrUnexpectedEOF):
		return j.placeOf(len(j.data)).errorf("not JSON: the text ends inside a value")
	case r == utf8.RuneError && size == 1:
		return at.errorf("the byte %#x is not UTF-8", rest[0])
	case errors.Is(err, jsontext.ErrDuplicateName):
		return at.errorf("the key %s stands twice in an object", Quote(syntax.JSONPointer.LastToken()))
	case strings.Contains(text, "surrogate"):
		return at.errorf("not JSON: half a surrogate pair in a text")
	case strings.Contains(text, "escape sequence"):
		return at.errorf("not JSON: an unknown escape sequence in a text")
	case strings.Contains(text, "max depth"):
		return at.errorf("lists and objects too deep")
	case want == "non-control character":
		return at.errorf("not JSON: got %s inside a text; write it as an escape sequence", character(rest))
	case !expects:
		want = "a value"
	}
	return at.errorf("not JSON: got %s, want %s", character(rest), want)
}

// character shows the first character of a text.
func character(text []byte) string {
	r, _ := utf8.DecodeRune(text)
	return fmt.Sprintf("%q", r)
}

// place is where something begins, both from 1.
type jsonPlace struct{ line, column int }

func (p jsonPlace) errorf(format string, args ...any) error {
	return fmt.Errorf("%d:%d: %w", p.line, p.column, fmt.Errorf(format, args...))
}
