package storetest

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Edit is a document in which one key or one value was changed.
type Edit struct {
	Place string // the JSON pointer
	Text  []byte
}

// Edits returns edits of valid JSON. Each changes one key, or one value that is not
// an object or a list: a text and a key are one letter longer, a number has another
// last digit, true and false are the other, and null is 0.
func Edits(text []byte) []Edit {
	var all []Edit
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		switch d.PeekKind() {
		case '{', '}', '[', ']':
			if _, err := d.ReadToken(); err != nil {
				panic("storetest: " + err.Error())
			}
			continue
		}
		value, err := d.ReadValue()
		if err != nil {
			return all // the end
		}
		end := int(d.InputOffset())
		all = append(all, Edit{
			Place: string(d.StackPointer()),
			Text:  slices.Concat(text[:end-len(value)], other(value), text[end:]),
		})
	}
}

// other returns another value of the same kind.
func other(value jsontext.Value) []byte {
	last := len(value) - 1
	switch value.Kind() {
	case '"':
		return append(value[:last:last], `x"`...)
	case 't':
		return []byte("false")
	case 'f':
		return []byte("true")
	case 'n':
		return []byte("0")
	default:
		return append(value[:last:last], '0'+(value[last]-'0'+1)%10)
	}
}
