package strict

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Parse returns the mapping that a text in UTF-8 is, nil where it holds none. Marks
// that open a value inside a value are bounded, since the parser's memory grows with
// the square of the depth. Doubled keys are left to who reads the mapping.
//
// An error begins with line and column, for a file's name and a colon to be put
// before, and ends in what works.
func Parse(data []byte, mostMarks int, works string) (*ast.MappingNode, error) {
	tokens := lexer.Tokenize(string(data))
	if err := checkMarks(tokens, mostMarks, works); err != nil {
		return nil, err
	}
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, syntaxError(err, works)
	}
	var root *ast.MappingNode
	for _, d := range parsed.Docs {
		if d.Body == nil {
			continue
		}
		mapping, ok := d.Body.(*ast.MappingNode)
		_, directive := d.Body.(*ast.DirectiveNode)
		switch {
		case directive:
			return nil, errorAt(place(d.Body), "found a directive (%%); %s", works)
		case !ok:
			return nil, errorAt(place(d.Body), "found %s; %s", Quote(d.Body.String()), works)
		case root != nil:
			return nil, errorAt(place(mapping), "found a second document; a file holds one")
		}
		root = mapping
	}
	return root, nil
}

func checkMarks(tokens token.Tokens, most int, works string) error {
	marks := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType, token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType:
			marks++
		}
		if marks > most {
			return errorAt(t.Position, "found more than %d of the marks [ { - ? & !; %s", most, works)
		}
	}
	return nil
}

// syntaxError puts the parser's own place before its message.
func syntaxError(err error, works string) error {
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil {
		return errorAt(syntax.GetToken().Position, "not YAML: %s; %s", syntax.GetMessage(), works)
	}
	return fmt.Errorf(" not YAML: %w; %s", err, works)
}

// place returns where a value begins: a mapping at its first key, and not at the
// first colon.
func place(node ast.Node) *token.Position {
	if m, ok := node.(*ast.MappingNode); ok && len(m.Values) > 0 {
		node = m.Values[0].Key
	}
	return node.GetToken().Position
}

func errorAt(at *token.Position, format string, args ...any) error {
	return fmt.Errorf("%d:%d: %w", at.Line, at.Column, fmt.Errorf(format, args...))
}
