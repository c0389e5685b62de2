package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"errbench/internal/strict"
)

// maxDocument bounds a document, in bytes. A summary of a hundred strategies needs a tenth
// of it.
const maxDocument = 64 << 20

// Kind is a kind of document. Its type is a struct whose first JSON member is `schema`.
// The type has no member `sum`: [Encode] adds it.
type Kind struct {
	Schema  string // the value of the first member
	Noun    string // its name in messages
	Command string // the command that writes one
}

// Obsolete is the error of a value that only another release could have written.
type Obsolete interface {
	error
	Obsolete()
}

// Encode returns a document as indented JSON. Its last member `sum` is the digest of
// everything before it.
func Encode(document any) ([]byte, error) { return encode(document, maxDocument) }

// encode is Encode with another bound.
func encode(document any, most int) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(document); err != nil {
		return nil, err
	}
	const added = len("\n  ") + len(" ") + sumLength - len("}")
	if b.Len()+added > most {
		return nil, fmt.Errorf("the document has more than %d bytes, the most that is read", most)
	}
	body, ok := bytes.CutSuffix(b.Bytes(), []byte("\n}\n"))
	if !ok {
		panic("store: a document is a struct with members")
	}
	return fmt.Appendf(nil, "%s,\n  \"sum\": %q\n}\n", body, sumOf(compact(b.Bytes()))), nil
}

// Write writes the document as [Encode] returns it.
func (k Kind) Write(w io.Writer, document any) error {
	data, err := Encode(document)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Read reads a document into the zero value that v points to. The name of the file appears
// in errors only. A byte order mark and white space between tokens do not matter.
//
// Read checks the sum before the schema, so every release can check the documents of all
// others. Then it encodes the value again and compares, so no key is unknown, missing or
// doubled.
func (k Kind) Read(r io.Reader, name string, v any) error {
	data, err := strict.ReadAll(r, maxDocument)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := strict.SyntaxError(data); err != nil {
		return fmt.Errorf("%s:%w; %s", name, err, k.remedy())
	}
	return k.decode(compact(data), name, v)
}

// decode reads a document of compact tokens.
func (k Kind) decode(tokens []byte, name string, v any) error {
	var head struct{ Schema, Sum any }
	_ = json.Unmarshal(tokens, &head) // a value that is not an object has neither
	schema, _ := head.Schema.(string)
	body, sum, summed := cutSum(tokens)
	switch is := sumOf(body); {
	case summed && sum != is:
		return fmt.Errorf("%s was changed after it was written: its sum is %s, and its content has the sum %s; %s", name, short(sum), short(is), k.remedy())
	case !summed && (schema == k.Schema || head.Sum != nil):
		return fmt.Errorf("%s was changed after it was written: its last key is not a sum; %s", name, k.remedy())
	case schema == "":
		return fmt.Errorf("%s: schema: got none, want %s; %s", name, k.Schema, k.remedy())
	case schema != k.Schema:
		return fmt.Errorf("%s: schema: got %s, want %s; %s", name, strict.Excerpt(schema), k.Schema, k.remedy())
	}
	if err := json.Unmarshal(body, v); err != nil {
		var obsolete Obsolete
		if errors.As(err, &obsolete) {
			return fmt.Errorf("%s: %w; %s", name, obsolete, k.remedy())
		}
		return k.Foreign(name)
	}
	again, err := Encode(v)
	if err != nil || !bytes.Equal(compact(again), tokens) {
		return k.Foreign(name)
	}
	return nil
}

// Foreign returns the error of a document with the right sum that this program did not
// write.
func (k Kind) Foreign(name string) error {
	return fmt.Errorf("%s was changed after it was written: its sum is right, and errbench writes no such %s; %s", name, k.Noun, k.remedy())
}

func (k Kind) remedy() string { return fmt.Sprintf("make it anew with `%s`", k.Command) }

const (
	sumKey    = `,"sum":"`
	sumScheme = "sha256:"
	// sumLength is the length of the member and of the brace after it, in compact form.
	sumLength = len(sumKey) + len(sumScheme) + 2*sha256.Size + len(`"}`)
)

// sumOf returns the sum of the compact tokens of a document without its sum.
func sumOf(tokens []byte) string {
	sum := sha256.Sum256(tokens)
	return sumScheme + hex.EncodeToString(sum[:])
}

// short returns the beginning of a sum.
func short(sum string) string { return strict.ExcerptUpTo(len(sumScheme)+8, sum) }

// cutSum returns compact tokens without their last member, and the sum in it. It returns
// false if the last member is not a sum.
func cutSum(tokens []byte) (body []byte, sum string, ok bool) {
	at := len(tokens) - sumLength
	if at < 0 || !bytes.HasPrefix(tokens[at:], []byte(sumKey)) {
		return tokens, "", false
	}
	end := tokens[at+len(sumKey):]
	return append(tokens[:at:at], '}'), string(end[:len(end)-len(`"}`)]), true
}

// compact returns valid JSON without white space between its tokens.
func compact(data []byte) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, data); err != nil {
		panic("store: " + err.Error()) // it is valid
	}
	return b.Bytes()
}
