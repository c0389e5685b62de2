package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"errbench/didyoumean"
)

// Format is a form of output.
type Format string

// The formats.
const (
	TableFormat    Format = "table"    // aligned, for a terminal
	JSONFormat     Format = "json"     // for programs
	MarkdownFormat Format = "markdown" // for pages
	CSVFormat      Format = "csv"      // RFC 4180, for spreadsheets
)

// Records is a view that has a CSV form: a header, then a row for each thing.
type Records interface{ Records() [][]string }

// Formats returns the formats that a view has.
func Formats(v View) []Format {
	all := []Format{TableFormat, JSONFormat, MarkdownFormat}
	if _, ok := v.(Records); ok {
		all = append(all, CSVFormat)
	}
	return all
}

// ParseFormat returns the format of a name, of those that the view has.
func ParseFormat(name string, v View) (Format, error) {
	var names []string
	for _, f := range Formats(v) {
		names = append(names, string(f))
	}
	if !slices.Contains(names, name) {
		return "", fmt.Errorf("no format %q here%s", name, didyoumean.Choices(name, names))
	}
	return Format(name), nil
}

// FormatOf returns the format that a file's ending stands for, of those that
// the view has.
func FormatOf(file string, v View) (Format, error) {
	endings := map[string]Format{".txt": TableFormat, ".json": JSONFormat, ".md": MarkdownFormat, ".csv": CSVFormat}
	format, ok := endings[strings.ToLower(filepath.Ext(file))]
	if !ok || !slices.Contains(Formats(v), format) {
		return "", fmt.Errorf("the ending of %q tells no format; .json, .md, .csv and .txt do", file)
	}
	return format, nil
}

// Write writes the view in one of its formats.
func Write(w io.Writer, f Format, v View) error {
	switch f {
	case JSONFormat:
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(v)
	case CSVFormat:
		records, ok := v.(Records)
		if !ok {
			return fmt.Errorf("no CSV form here")
		}
		c := csv.NewWriter(w)
		c.UseCRLF = true
		return c.WriteAll(records.Records())
	default:
		return writeSections(w, f == MarkdownFormat, v.Sections())
	}
}

// writeSections writes to a terminal or as Markdown, a blank line between the
// parts.
func writeSections(w io.Writer, markdown bool, sections []Section) error {
	var parts []string
	for _, s := range sections {
		if s.Title != "" {
			parts = append(parts, heading(s.Title, markdown))
		}
		for _, sentence := range s.Text {
			if !markdown {
				sentence = wrap(sentence, lineWidth)
			}
			parts = append(parts, sentence+"\n")
		}
		if len(s.Table.Rows) > 0 {
			parts = append(parts, s.Table.render(markdown))
		}
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n"))
	return err
}

// lineWidth is where sentences are broken on a terminal, in characters.
const lineWidth = 100

func heading(title string, markdown bool) string {
	if markdown {
		return "## " + title + "\n"
	}
	return strings.ToUpper(title) + "\n"
}

// wrap breaks a sentence between words.
func wrap(sentence string, width int) string {
	var b strings.Builder
	used := 0
	for i, word := range strings.Fields(sentence) {
		n := len([]rune(word))
		switch {
		case i == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
