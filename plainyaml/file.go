// Package plainyaml reads YAML files of plain mappings, lists and values, and
// nothing else of YAML: no anchors, no tags, no directives, no second document. Reading goes on
// after a fault, so that all are told at once, each with its line and column.
package plainyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"errbench/excerpt"
)

const (
	// maxBytes bounds a file: 100 rows with a comment at each are a third of it.
	maxBytes = 1 << 16
	// maxMarks bounds the marks that open a value inside a value: the parser's
	// memory grows with the square of the depth.
	maxMarks = 1000
	// maxFaults is how many faults of a file are told.
	maxFaults = 20
)

// file collects the faults of a file.
type file struct {
	name   string
	works  string // what a file holds, in words
	faults []error
}

// Read reads a file whose root is a mapping, which read takes apart. Its name
// stands in errors only, as does what it holds, such as "a contract file holds
// ...". The error joins all faults.
func Read(r io.Reader, name, works string, read func(root Value)) error {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f := &file{name: name, works: works}
	if len(data) > maxBytes {
		return fmt.Errorf("%s: found more than %d bytes; %s", name, maxBytes, works)
	}
	root, err := f.parse(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return err
	}
	read(root)
	if more := len(f.faults) - maxFaults; more > 0 {
		f.faults = append(f.faults[:maxFaults], fmt.Errorf("%s: and %d faults more", name, more))
	}
	return errors.Join(f.faults...)
}

// parse returns the mapping that a file is.
func (f *file) parse(data []byte) (Value, error) {
	if at := invalid(data); at < len(data) {
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		column := 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:at], '\n')+1:at])
		return Value{}, f.at(line, column, "found the byte %#x, which is not UTF-8", data[at])
	}
	tokens := lexer.Tokenize(string(data))
	if err := f.checkMarks(tokens); err != nil {
		return Value{}, err
	}
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return Value{}, f.syntax(err)
	}
	var root ast.Node
	for _, d := range parsed.Docs {
		at := &token.Position{}
		if d.Body != nil {
			at = d.Body.GetToken().Position
		}
		_, directive := d.Body.(*ast.DirectiveNode)
		switch {
		case d.Body == nil:
		case directive:
			return Value{}, f.at(at.Line, at.Column, "found a directive (%%)")
		case root != nil:
			return Value{}, f.at(at.Line, at.Column, "found a second document")
		default:
			root = d.Body
		}
	}
	if _, ok := root.(*ast.MappingNode); ok {
		return Value{file: f, line: 1, column: 1, node: root}, nil
	}
	if root == nil {
		return Value{}, fmt.Errorf("%s: found nothing; %s", f.name, f.works)
	}
	at := root.GetToken().Position
	return Value{}, f.at(at.Line, at.Column, "found %s", excerpt.Quote(root.String()))
}

// invalid returns how many bytes stand before the first that is not UTF-8.
func invalid(data []byte) int {
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

func (f *file) checkMarks(tokens token.Tokens) error {
	marks := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType, token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType:
			marks++
		}
		if marks > maxMarks {
			return f.at(t.Position.Line, t.Position.Column, "found more than %d of the marks [ { - ? & !", maxMarks)
		}
	}
	return nil
}

// syntax puts the parser's own place before its message.
func (f *file) syntax(err error) error {
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil {
		at := syntax.GetToken().Position
		return f.at(at.Line, at.Column, "not YAML: %s", syntax.GetMessage())
	}
	return fmt.Errorf("%s: not YAML: %w; %s", f.name, err, f.works)
}

// at returns the error of a file that is no mapping at all.
func (f *file) at(line, column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w; %s", f.name, line, column, fmt.Errorf(format, args...), f.works)
}
