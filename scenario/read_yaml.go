package scenario

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"errbench/excerpt"
)

// readYAML flattens a YAML document of mappings into entries.
func readYAML(data []byte) ([]entry, error) {
	tokens := lexer.Tokenize(string(data))
	if err := checkMarks(tokens); err != nil {
		return nil, err
	}
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, yamlError(err)
	}
	var entries []entry
	for _, doc := range parsed.Docs {
		if doc.Body == nil {
			continue
		}
		mapping, ok := doc.Body.(*ast.MappingNode)
		if !ok {
			at := doc.Body.GetToken().Position
			return nil, syntaxError(at.Line, at.Column, "found %s; %s", excerpt.Quote(doc.Body.String()), yamlWorks)
		}
		more := flattenYAML(nil, "", mapping)
		if len(entries) > 0 && len(more) > 0 {
			return nil, syntaxError(more[0].line, more[0].column, "found a second document; a scenario file holds one")
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

// checkMarks bounds the marks that open a value inside a value, of which a
// scenario needs as many as it has groups: the parser's memory grows with the square of the depth.
func checkMarks(tokens token.Tokens) error {
	const most = 100
	marks := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType, token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType:
			marks++
		}
		if marks > most {
			return syntaxError(t.Position.Line, t.Position.Column, "found more than %d of the marks [ { - ? & !; %s", most, yamlWorks)
		}
	}
	return nil
}

const yamlWorks = "a scenario file holds keys and values such as `failure_rate: 0.4`"

// yamlError puts the parser's own place before its message.
func yamlError(err error) error {
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil {
		at := syntax.GetToken().Position
		return syntaxError(at.Line, at.Column, "not YAML: %s; %s", syntax.GetMessage(), yamlWorks)
	}
	return fmt.Errorf(" not YAML: %w; %s", err, yamlWorks)
}

func flattenYAML(entries []entry, prefix string, mapping *ast.MappingNode) []entry {
	for _, pair := range mapping.Values {
		key := pair.Key.GetToken()
		e := entry{key: prefix + key.Value, line: key.Position.Line, column: key.Position.Column}
		e.kind, e.text = yamlValue(pair.Value)
		entries = append(entries, e)
		if e.nests() {
			entries = flattenYAML(entries, e.key+".", pair.Value.(*ast.MappingNode))
		}
	}
	return entries
}

func yamlValue(node ast.Node) (kind, string) {
	switch n := node.(type) {
	case *ast.MappingNode:
		if len(n.Values) == 0 {
			return other, emptyGroup
		}
		return group, someGroup
	case *ast.IntegerNode:
		return number, n.Token.Value
	case *ast.FloatNode:
		return number, n.Token.Value
	case *ast.StringNode:
		if n.Token.Type == token.StringType && decimal(n.Value) {
			return number, n.Value // 1e-7, which the parser takes for text
		}
		return text, n.Value
	case *ast.LiteralNode:
		return text, n.Value.Value
	case *ast.BoolNode:
		return boolean, n.Token.Value
	case *ast.NullNode:
		return null, nothing
	default:
		return other, node.String()
	}
}
