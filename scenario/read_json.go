package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
)

// readJSON flattens a JSON object into entries.
func readJSON(data []byte) ([]entry, error) {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, new(json.RawMessage)); errors.As(err, &syntax) {
		line, column := lineAt(data, syntax.Offset-1)
		return nil, syntaxError(line, column, "not JSON: %w; a file that begins with { holds keys and values such as {\"failure_rate\": 0.4}", err)
	}
	return flattenJSON(nil, "", data, int64(bytes.IndexByte(data, '{'))), nil
}

// flattenJSON appends what the object at a byte of the file holds. The file is
// valid JSON, so decoding cannot fail.
func flattenJSON(entries []entry, prefix string, data []byte, start int64) []entry {
	d := json.NewDecoder(bytes.NewReader(data[start:]))
	_, _ = d.Token() // the brace
	for d.More() {
		rest := bytes.TrimLeft(data[start+d.InputOffset():], ", \t\r\n")
		line, column := lineAt(data, int64(len(data)-len(rest)))
		key, _ := d.Token()
		var value json.RawMessage
		_ = d.Decode(&value)
		e := entry{key: prefix + key.(string), line: line, column: column}
		e.kind, e.text = jsonValue(value)
		entries = append(entries, e)
		if e.nests() {
			entries = flattenJSON(entries, e.key+".", data, start+d.InputOffset()-int64(len(value)))
		}
	}
	return entries
}

func jsonValue(value json.RawMessage) (kind, string) {
	switch value[0] {
	case '{':
		if bytes.TrimSpace(value[1:])[0] == '}' {
			return other, emptyGroup
		}
		return group, someGroup
	case '"':
		var s string
		_ = json.Unmarshal(value, &s)
		return text, s
	case 'n':
		return null, nothing
	case 't', 'f':
		return boolean, string(value)
	case '[':
		return other, string(value)
	default:
		return number, string(value)
	}
}
