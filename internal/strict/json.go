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

// SyntaxError returns an error unless data is one JSON document in UTF-8, without doubled
// keys and lone surrogates. The error begins with LINE:COLUMN, so that a caller can put
// `FILE:` before it.
func SyntaxError(data []byte) error {
	_, err := newJSONReader(withoutMark(data), false).only()
	return err
}

// parseJSON returns the value that a document holds.
func parseJSON(data []byte) (node, error) {
	j := newJSONReader(data, true)
	raw, err := j.only()
	if err != nil {
		return node{}, err
	}
	return j.node(raw)
}

// EachJSON reads JSON values one after the other, as in JSON Lines, or out of arrays of
// them. It stops at the first value in which read notes a fault, and at the first fault
// of the syntax.
func EachJSON(data []byte, name string, read func(Value)) error {
	j := newJSONReader(withoutMark(data), true)
	for inArray := false; ; {
		kind := j.decoder.PeekKind()
		if kind == '[' && !inArray || kind == ']' && inArray {
			if _, err := j.decoder.ReadToken(); err != nil {
				return placed(name, j.fault(err))
			}
			inArray = !inArray
			continue
		}
		raw, err := j.decoder.ReadValue()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return placed(name, j.fault(err))
		}
		n, err := j.node(raw)
		if err != nil {
			return placed(name, err)
		}
		d := &document{name: name}
		read(Value{document: d, place: n.place, node: n})
		if err := d.faults.Err(); err != nil {
			return err
		}
	}
}

// jsonReader reads the JSON values of a text and finds the places of its bytes.
type jsonReader struct {
	data    []byte
	decoder *jsontext.Decoder
	counted int   // bytes of data
	at      place // of the byte after those
}

func newJSONReader(data []byte, doubledKeys bool) *jsonReader {
	// A reader, not a buffer: the decoder writes over a buffer.
	decoder := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(doubledKeys))
	return &jsonReader{data: data, decoder: decoder, at: place{1, 1}}
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

// placeOf returns the place of a byte. It counts on from the place before, so it counts the
// lines of a document once.
func (j *jsonReader) placeOf(offset int) place {
	if offset < j.counted {
		j.counted, j.at = 0, place{1, 1}
	}
	passed := j.data[j.counted:offset]
	if last := bytes.LastIndexByte(passed, '\n'); last >= 0 {
		j.at = place{j.at.line + bytes.Count(passed, []byte("\n")), 1}
		passed = passed[last+1:]
	}
	j.at.column += utf8.RuneCount(passed)
	j.counted = offset
	return j.at
}

// node makes a node of the value that was read last.
func (j *jsonReader) node(raw jsontext.Value) (node, error) {
	b := nodeBuilder{
		j: j, raw: raw, start: int(j.decoder.InputOffset()) - len(raw),
		tokens: jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true)),
	}
	return b.build(0)
}

// nodeBuilder makes a node of a valid value.
type nodeBuilder struct {
	j      *jsonReader
	raw    jsontext.Value
	start  int // of raw in the text
	tokens *jsontext.Decoder
	values int
}

// next returns the next token and its place.
func (b *nodeBuilder) next() (jsontext.Token, place) {
	rest := bytes.TrimLeft(b.raw[b.tokens.InputOffset():], space+",:")
	at := b.j.placeOf(b.start + len(b.raw) - len(rest))
	token, err := b.tokens.ReadToken()
	if err != nil {
		panic("strict: a valid value is not JSON: " + err.Error())
	}
	return token, at
}

func (b *nodeBuilder) build(depth int) (n node, err error) {
	token, at := b.next()
	n.place = at
	if b.values++; b.values > maxValues {
		return n, at.errorf("more than %d values; divide the document", maxValues)
	}
	switch kind := token.Kind(); kind {
	case 'n':
		n.kind = Null
	case 't', 'f':
		n.kind, n.text = Truth, token.String()
	case '"':
		n.kind, n.text = Text, token.String()
	case '0':
		n.kind, n.text = Number, token.String()
	default:
		n.kind = List
		if kind == '{' {
			n.kind = Mapping
		}
		if depth == maxDepth {
			return n, at.errorf("lists and objects more than %d deep", maxDepth)
		}
		n.inside, err = b.inside(n.kind, depth)
	}
	return n, err
}

// inside returns the values of a list or an object up to its end.
func (b *nodeBuilder) inside(kind Kind, depth int) (all []node, err error) {
	for {
		if end := b.tokens.PeekKind(); end == ']' || end == '}' {
			b.next()
			return all, nil
		}
		key, keyAt := "", place{}
		if kind == Mapping {
			var token jsontext.Token
			token, keyAt = b.next()
			key = token.String()
		}
		n, err := b.build(depth + 1)
		if err != nil {
			return nil, err
		}
		n.key, n.keyAt = key, keyAt
		all = append(all, n)
	}
}

// fault returns the error of the decoder in words of this package, with its place.
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
		return notUTF8(at, rest[0])
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

// character returns the first character of a text in quotes.
func character(text []byte) string {
	r, _ := utf8.DecodeRune(text)
	return fmt.Sprintf("%q", r)
}
