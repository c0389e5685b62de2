package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxFile bounds a scenario file, in bytes: one with every key and a comment
// at each is a hundredth of it.
const maxFile = 1 << 18

// Read reads assumptions from YAML or JSON (where the first character is "{").
// A key that is left out keeps its published value, and a name that is left
// out is the file's. The file's name stands in errors only.
//
// Reading is strict: an unknown or doubled key, a value of the wrong type or
// out of range is a [*FieldError] with its line; the error joins all of them.
func Read(r io.Reader, file string) (Assumptions, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return Assumptions{}, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > maxFile {
		return Assumptions{}, fmt.Errorf("%s: found more than %d bytes; a scenario file is smaller", file, maxFile)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	read := readYAML
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		read = readJSON
	}
	entries, err := read(data)
	if err != nil {
		return Assumptions{}, fmt.Errorf("%s:%w", file, err)
	}
	if len(entries) == 0 {
		return Assumptions{}, fmt.Errorf("%s: found no assumption; `errbench scenario published` prints a file to start from", file)
	}
	a := Published()
	a.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if err := apply(&a, entries, file); err != nil {
		return Assumptions{}, err
	}
	return a.Honest(), nil
}

// entry is one value of a file with its place.
type entry struct {
	key          string // dotted
	line, column int
	kind         kind
	text         string // the number or the text itself, else the value as it stands
}

type kind uint8

const (
	other kind = iota // null, true, a list: never a value of an assumption
	number
	text
)

// syntaxError begins with its line, for the file's name to be put before.
func syntaxError(line, column int, format string, args ...any) error {
	return fmt.Errorf("%d:%d: %w", line, column, fmt.Errorf(format, args...))
}

// apply sets every entry, then checks the whole. Errors of the whole point at
// the entry that they name, where the file has it.
func apply(a *Assumptions, entries []entry, file string) error {
	var errs []error
	at := map[string]entry{}
	for _, e := range entries {
		err := e.set(a)
		if first, doubled := at[e.key]; doubled {
			err = &FieldError{Key: e.key, Found: "it a second time", Works: fmt.Sprintf("once, as in line %d", first.line)}
		}
		at[e.key] = e
		errs = append(errs, place(err, file, e))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, err := range a.checkTogether() {
		errs = append(errs, place(err, file, near(err, entries)))
	}
	return errors.Join(errs...)
}

// near returns the entry that an error speaks of, or the first one.
func near(err error, entries []entry) entry {
	var fe *FieldError
	if errors.As(err, &fe) {
		for _, e := range entries {
			if e.key == fe.Key || strings.HasPrefix(e.key, fe.Key+".") {
				return e
			}
		}
	}
	return entries[0]
}

// place writes file, line and column into a FieldError.
func place(err error, file string, e entry) error {
	var fe *FieldError
	if errors.As(err, &fe) {
		fe.File, fe.Line, fe.Column = file, e.line, e.column
	}
	return err
}

func (e entry) set(a *Assumptions) error {
	f, err := findField(e.key)
	if err != nil {
		return err
	}
	if want := f.number(); e.kind == other || want != (e.kind == number) {
		found := e.text
		if e.kind == text {
			found = "the text " + quoteText(e.text)
		} else if e.kind == number {
			found = "the number " + e.text
		}
		return &FieldError{Key: e.key, Found: found, Works: f.Range}
	}
	return f.set(a, e.text)
}

// readYAML flattens a YAML document of mappings into entries.
func readYAML(data []byte) ([]entry, error) {
	parsed, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, yamlError(err)
	}
	var entries []entry
	for i, doc := range parsed.Docs {
		if doc.Body == nil {
			continue
		}
		if i > 0 && len(entries) > 0 {
			at := doc.Body.GetToken().Position
			return nil, syntaxError(at.Line, at.Column, "found a second document; a scenario file holds one")
		}
		if entries, err = flattenYAML(nil, "", doc.Body); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// yamlError puts the parser's own place before its message.
func yamlError(err error) error {
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil {
		at := syntax.GetToken().Position
		return syntaxError(at.Line, at.Column, "not YAML: %s", syntax.GetMessage())
	}
	return fmt.Errorf(" not YAML: %w", err)
}

func flattenYAML(entries []entry, prefix string, node ast.Node) ([]entry, error) {
	var pairs []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	case *ast.CommentGroupNode:
		return entries, nil
	default:
		at := node.GetToken().Position
		return nil, syntaxError(at.Line, at.Column, "found %s; a scenario file holds keys and values such as `failure_rate: 0.4`", quoteText(node.String()))
	}
	for _, pair := range pairs {
		keyToken := pair.Key.GetToken()
		e := entry{key: prefix + keyToken.Value, line: keyToken.Position.Line, column: keyToken.Position.Column}
		if _, nested := pair.Value.(ast.MapNode); nested {
			var err error
			if entries, err = flattenYAML(entries, e.key+".", pair.Value); err != nil {
				return nil, err
			}
			continue
		}
		e.kind, e.text = yamlScalar(pair.Value)
		entries = append(entries, e)
	}
	return entries, nil
}

func yamlScalar(node ast.Node) (kind, string) {
	switch n := node.(type) {
	case *ast.IntegerNode:
		return number, n.Token.Value
	case *ast.FloatNode:
		return number, n.Token.Value
	case *ast.StringNode:
		// A plain word that YAML takes for text, such as 0.4.1, is shown as found.
		return text, n.Value
	case *ast.LiteralNode:
		return text, n.Value.Value
	case *ast.NullNode:
		return other, "nothing (null)"
	default:
		if t := node.GetToken(); t != nil && t.Type != token.UnknownType {
			return other, firstLine(node.String())
		}
		return other, "a value of an unknown kind"
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// readJSON flattens a JSON object into entries.
func readJSON(data []byte) ([]entry, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	entries, err := flattenJSON(nil, "", d, data)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return entries, nil
		}
		line, column := lineAt(data, d.InputOffset())
		return nil, syntaxError(line, column, "found more after the object; a scenario file holds one")
	}
	var syntax *json.SyntaxError
	offset := d.InputOffset()
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	line, column := lineAt(data, offset)
	return nil, syntaxError(line, column, "not JSON: %w", err)
}

// flattenJSON reads one object, its opening brace included.
func flattenJSON(entries []entry, prefix string, d *json.Decoder, data []byte) ([]entry, error) {
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		e := entry{key: prefix + key.(string)}
		e.line, e.column = lineAt(data, d.InputOffset()-int64(len(e.key)-len(prefix))-1)
		var raw json.RawMessage
		if start := bytes.TrimLeft(data[d.InputOffset():], ": \t\r\n"); len(start) > 0 && start[0] == '{' {
			if entries, err = flattenJSON(entries, e.key+".", d, data); err != nil {
				return nil, err
			}
			continue
		}
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		e.kind, e.text = jsonScalar(raw)
		entries = append(entries, e)
	}
	_, err := d.Token()
	return entries, err
}

func jsonScalar(raw json.RawMessage) (kind, string) {
	var s string
	switch {
	case raw[0] == '"' && json.Unmarshal(raw, &s) == nil:
		return text, s
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		return number, string(raw)
	default:
		return other, firstLine(string(raw))
	}
}

// lineAt returns the line and column of a byte, both from 1.
func lineAt(data []byte, offset int64) (line, column int) {
	before := data[:min(max(offset, 0), int64(len(data)))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}
