package view

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"errbench/internal/strict"
)

// Format is a form of output.
type Format string

// The formats.
const (
	TableFormat    Format = "table"    // aligned, for a terminal
	JSONFormat     Format = "json"     // for programs
	MarkdownFormat Format = "markdown" // for pages
	CSVFormat      Format = "csv"      // RFC 4180, for spreadsheets
	HTMLFormat     Format = "html"     // one page, for browsers
)

// Records is a view that has a CSV form: a header, then a row for each thing.
type Records interface{ Records() [][]string }

// Document is a view that writes its JSON form itself.
type Document interface{ WriteJSON(io.Writer) error }

// form is all that is known of a format.
type form struct {
	name   Format
	ending string // of its files
	has    func(View) bool
	write  func(io.Writer, View) error
}

// forms returns every format, in the order in which they are offered.
func forms() []form {
	every := func(View) bool { return true }
	tabular := func(v View) bool { _, ok := v.(Records); return ok }
	paged := func(v View) bool { _, ok := v.(Paged); return ok }
	return []form{
		{TableFormat, ".txt", every, func(w io.Writer, v View) error { return writeSections(w, false, v.Sections()) }},
		{JSONFormat, ".json", every, writeJSON},
		{MarkdownFormat, ".md", every, func(w io.Writer, v View) error { return writeSections(w, true, v.Sections()) }},
		{CSVFormat, ".csv", tabular, func(w io.Writer, v View) error { return writeCSV(w, v.(Records)) }},
		{HTMLFormat, ".html", paged, func(w io.Writer, v View) error { return writePage(w, v.(Paged)) }},
	}
}

// formsOf returns the formats that a view has, with their names and endings.
func formsOf(v View) (has []form, names, endings []string) {
	for _, f := range forms() {
		if f.has(v) {
			has = append(has, f)
			names = append(names, string(f.name))
			endings = append(endings, f.ending)
		}
	}
	return has, names, endings
}

// Formats returns the formats that a view has.
func Formats(v View) []Format {
	var formats []Format
	has, _, _ := formsOf(v)
	for _, f := range has {
		formats = append(formats, f.name)
	}
	return formats
}

// ParseFormat returns the format of a name, of those that the view has.
func ParseFormat(name string, v View) (Format, error) {
	f, err := formNamed(Format(name), v)
	return f.name, err
}

func formNamed(name Format, v View) (form, error) {
	has, names, _ := formsOf(v)
	for _, f := range has {
		if f.name == name {
			return f, nil
		}
	}
	return form{}, fmt.Errorf("no format %q here%s", name, strict.Choices(string(name), names))
}

// FormatOf returns the format that a file's ending stands for, of those that
// the view has.
func FormatOf(file string, v View) (Format, error) {
	has, _, endings := formsOf(v)
	for _, f := range has {
		if f.ending == strings.ToLower(filepath.Ext(file)) {
			return f.name, nil
		}
	}
	last := len(endings) - 1
	return "", fmt.Errorf("the ending of %q tells no format; %s and %s do", file, strings.Join(endings[:last], ", "), endings[last])
}

// Write writes the view in one of its formats.
func Write(w io.Writer, format Format, v View) error {
	f, err := formNamed(format, v)
	if err != nil {
		return err
	}
	return f.write(w, v)
}

func writeJSON(w io.Writer, v View) error {
	if d, ok := v.(Document); ok {
		return d.WriteJSON(w)
	}
	return Encode(w, v)
}

// Encode writes JSON that is not read back: indented, and no character escaped for
// pages.
func Encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func writeCSV(w io.Writer, r Records) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	for _, record := range r.Records() {
		cells := make([]string, len(record))
		for i, text := range record {
			cells[i] = csvCell(text)
		}
		if err := c.Write(cells); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
