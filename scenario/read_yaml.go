package scenario

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"errbench/internal/strict"
)

// maxMarks bounds the marks that open a value inside a value, of which a scenario
// needs as many as it has groups.
const maxMarks = 100

// readYAML flattens a YAML document of mappings into entries.
func readYAML(data []byte) ([]entry, error) {
	root, err := strict.Parse(data, maxMarks, "a scenario file holds keys and values such as `failure_rate: 0.4`")
	if root == nil {
		return nil, err
	}
	return flattenYAML(nil, "", root), nil
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
