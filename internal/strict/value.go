package strict

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Value is a value of a file, with its place. What reads it tells whether it is
// of the type that is asked for, and otherwise notes the fault.
type Value struct {
	file         *file
	key          string // where it stands, as in rows[2].code; "" for the root
	line, column int
	node         ast.Node
}

// Field is a key of a mapping, and what reads its value.
type Field struct {
	Key      string
	Required bool
	Read     func(Value)
}

// Fault notes what is wrong with a value, and what would work.
func (v Value) Fault(found, works string) {
	text := fmt.Sprintf("found %s; what works: %s", found, works)
	if v.key != "" {
		text = v.key + ": " + text
	}
	v.file.faults = append(v.file.faults, fmt.Errorf("%s:%d:%d: %s", v.file.name, v.line, v.column, text))
}

// Refuse notes what is wrong with a value in other words.
func (v Value) Refuse(err error) {
	v.file.faults = append(v.file.faults, fmt.Errorf("%s:%d:%d: %s: %w", v.file.name, v.line, v.column, v.key, err))
}

// Wrong notes a value that does not work as it stands.
func (v Value) Wrong(works string) { v.Fault(v.Found(), works) }

// Fields reads a mapping: each field once, in the order of the file. An unknown or
// doubled key is a fault, and so is a required one that is not there. It tells whether
// no fault was noted of all that is in the mapping.
func (v Value) Fields(fields ...Field) (sound bool) {
	before := len(v.file.faults)
	var keys []string
	for _, f := range fields {
		keys = append(keys, f.Key)
	}
	mapping, ok := v.node.(*ast.MappingNode)
	if !ok {
		v.Wrong("a mapping of " + strings.Join(keys, ", "))
		return false
	}
	seen := map[string]int{}
	for _, pair := range mapping.Values {
		key := pair.Key.GetToken()
		inside := Value{v.file, v.inside(key.Value), key.Position.Line, key.Position.Column, pair.Value}
		at := slices.Index(keys, key.Value)
		first, doubled := seen[key.Value]
		switch {
		case at < 0:
			inside.Fault("an unknown key"+Hint(key.Value, keys), "one of "+strings.Join(keys, ", "))
		case doubled:
			inside.Fault("it a second time", fmt.Sprintf("once, as in line %d", first))
		default:
			seen[key.Value] = key.Position.Line
			fields[at].Read(inside)
		}
	}
	for _, f := range fields {
		if _, found := seen[f.Key]; f.Required && !found {
			v.Fault("no "+f.Key, "a mapping with it")
		}
	}
	return len(v.file.faults) == before
}

// At returns the value of a key of a mapping, the first where it is doubled, if it is
// there: for what has to be known before the fields are read.
func (v Value) At(key string) (Value, bool) {
	mapping, ok := v.node.(*ast.MappingNode)
	if !ok {
		return Value{}, false
	}
	for _, pair := range mapping.Values {
		if k := pair.Key.GetToken(); k.Value == key {
			return Value{v.file, v.inside(key), k.Position.Line, k.Position.Column, pair.Value}, true
		}
	}
	return Value{}, false
}

// inside returns where the value of a key stands. It quotes a key that is no
// plain word.
func (v Value) inside(key string) string {
	if quoted := Quote(key); key == "" || quoted != `"`+key+`"` {
		key = quoted
	}
	if v.key == "" {
		return key
	}
	return v.key + "." + key
}

// Each reads the values of a list of at most so many. It tells whether no fault was
// noted of all that is in the list.
func (v Value) Each(most int, read func(Value)) (sound bool) {
	before := len(v.file.faults)
	list, ok := v.node.(*ast.SequenceNode)
	if !ok || len(list.Values) > most {
		v.Wrong(fmt.Sprintf("a list of at most %d", most))
		return false
	}
	for i, node := range list.Values {
		at := place(node)
		read(Value{v.file, fmt.Sprintf("%s[%d]", v.key, i), at.Line, at.Column, node})
	}
	return len(v.file.faults) == before
}

// Text reads a text that is not empty.
func (v Value) Text(works string) (string, bool) {
	text, ok := v.text()
	if !ok || text == "" {
		v.Wrong(works)
		return "", false
	}
	return text, true
}

func (v Value) text() (string, bool) {
	switch n := v.node.(type) {
	case *ast.StringNode:
		return n.Value, !isNumber(n)
	case *ast.LiteralNode:
		return n.Value.Value, true
	default:
		return "", false
	}
}

// numbers are how YAML 1.2 writes numbers, not all of which the parser takes for one.
var numbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
})

// isNumber tells whether what the parser takes for a text is a number, as 1e3 is,
// and what is too large for it.
func isNumber(n *ast.StringNode) bool {
	return n.Token.Type == token.StringType && numbers().MatchString(n.Value)
}

// IsTruth tells whether the value is true or false; it notes nothing.
func (v Value) IsTruth() (value, ok bool) {
	if n, ok := v.node.(*ast.BoolNode); ok {
		return n.Value, true
	}
	return false, false
}

// Truth reads true or false.
func (v Value) Truth() (value, ok bool) {
	if value, ok = v.IsTruth(); !ok {
		v.Wrong("true or false")
	}
	return value, ok
}

// digits are how whole numbers are written: without a leading zero, which to some
// readers of YAML makes them octal.
var digits = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`) })

// Whole reads a whole number from lo to hi, both inclusive, in plain digits.
func (v Value) Whole(lo, hi int64) (int64, bool) {
	works := fmt.Sprintf("a whole number from %d to %d", lo, hi)
	if n, ok := v.node.(*ast.IntegerNode); ok && !digits().MatchString(n.Token.Value) {
		works += ", in plain digits"
	} else if ok {
		if whole, err := strconv.ParseInt(n.Token.Value, 10, 64); err == nil && lo <= whole && whole <= hi {
			return whole, true
		}
	}
	v.Wrong(works)
	return 0, false
}

// Word reads one of the words and returns its index.
func (v Value) Word(words []string) (int, bool) {
	text, _ := v.text()
	at := slices.Index(words, text)
	if at < 0 {
		v.Fault(v.Found()+Hint(text, words), "one of "+strings.Join(words, ", "))
	}
	return at, at >= 0
}

// Found shows the value in an error.
func (v Value) Found() string {
	switch n := v.node.(type) {
	case *ast.MappingNode:
		if len(n.Values) == 0 {
			return "an empty mapping"
		}
		return "a mapping"
	case *ast.SequenceNode:
		return fmt.Sprintf("a list of %d", len(n.Values))
	case *ast.IntegerNode:
		return "the number " + Excerpt(n.Token.Value)
	case *ast.FloatNode:
		return "the number " + Excerpt(n.Token.Value)
	case *ast.StringNode:
		if isNumber(n) {
			return "the number " + Excerpt(n.Value)
		}
	case *ast.NullNode:
		return "nothing (null)"
	}
	if text, ok := v.text(); ok {
		return "the text " + Quote(text)
	}
	return Excerpt(v.node.String())
}
