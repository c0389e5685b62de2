package strict

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxMarks bounds the marks that open a value inside a value, since the memory of the
// parser grows with the square of the depth.
const maxMarks = 1000

// parseYAML returns the value that a document in UTF-8 holds, Null if it holds none. It
// resolves no alias, so a document stays as large as its text.
func parseYAML(data []byte) (root node, err error) {
	tokens := lexer.Tokenize(string(data))
	if err := checkMarks(tokens); err != nil {
		return node{}, err
	}
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return node{}, yamlError(err)
	}
	root.kind = Null
	for _, d := range parsed.Docs {
		if d.Body == nil {
			continue
		}
		if _, directive := d.Body.(*ast.DirectiveNode); directive {
			return node{}, begin(d.Body).errorf("a directive (%%) stands here; remove it")
		}
		if root.kind != Null {
			return node{}, begin(d.Body).errorf("a second document begins; keep one")
		}
		root = yamlNode(d.Body)
	}
	return root, nil
}

func checkMarks(tokens token.Tokens) error {
	marks := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType, token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType:
			marks++
		}
		if marks > maxMarks {
			return where(t.Position).errorf("more than %d of the marks [ { - ? & !", maxMarks)
		}
	}
	return nil
}

// yamlFaults are the faults of the syntax, by a part of the parser's message. Every other
// message is about structure.
var yamlFaults = []struct{ message, text string }{
	{"\t", "a tab stands here; write blanks"},
	{"tab character", "a tab stands here; write blanks"},
	{"reserved character", "a text cannot begin with this character; put it in quotes"},
	{"end character", "the quote that opens here is not closed"},
	{"end token", "the bracket that opens here is not closed"},
	{"must be specified", "the brackets hold %s without a comma before it, or are not closed"},
	{"character corresponding", "no bracket is open that %s closes"},
	{"mapping value is not allowed", "a colon follows the value that begins here; put the value in quotes, or check the indentation"},
	{"anchor", "an anchor stands here; write the value itself"},
	{"alias", "an alias stands here; write the value itself"},
}

// yamlError says in words of this package what the parser found, and where.
func yamlError(err error) error {
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil {
		return place{1, 1}.errorf("not YAML: check indentation and quotes")
	}
	at, found := where(syntax.GetToken().Position), Quote(syntax.GetToken().Value)
	for _, f := range yamlFaults {
		if strings.Contains(syntax.GetMessage(), f.message) {
			return at.errorf("not YAML: %s", strings.Replace(f.text, "%s", found, 1))
		}
	}
	return at.errorf("not YAML: %s cannot stand here; check indentation and quotes", found)
}

func where(p *token.Position) place { return place{p.Line, p.Column} }

// begin returns where a value begins: a mapping at its first key, not at the first
// colon.
func begin(n ast.Node) place {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		n = m.Values[0].Key
	}
	return where(n.GetToken().Position)
}

func yamlNode(from ast.Node) node {
	n := node{place: begin(from)}
	switch from := from.(type) {
	case *ast.MappingNode:
		n.kind = Mapping
		for _, pair := range from.Values {
			key := pair.Key.GetToken()
			value := yamlNode(pair.Value)
			value.key, value.keyAt = key.Value, where(key.Position)
			n.inside = append(n.inside, value)
		}
	case *ast.SequenceNode:
		n.kind = List
		for _, value := range from.Values {
			n.inside = append(n.inside, yamlNode(value))
		}
	case *ast.IntegerNode:
		n.kind, n.text = Number, from.Token.Value
	case *ast.FloatNode:
		n.kind, n.text = Number, from.Token.Value
	case *ast.StringNode:
		n.kind, n.text = Text, from.Value
		if from.Token.Type == token.StringType && likeNumber().MatchString(from.Value) {
			n.kind = Number // 1e3, which the parser takes for a text
		}
	case *ast.LiteralNode:
		n.kind, n.text = Text, from.Value.Value
	case *ast.BoolNode:
		n.kind, n.text = Truth, from.Token.Value
	case *ast.NullNode:
		n.kind = Null
	default:
		n.kind, n.text = Other, from.String()
	}
	return n
}
