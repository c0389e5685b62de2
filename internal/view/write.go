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

// Format is the name of a form of output.
type Format string

// The formats.
const (
	TableFormat    Format = "table"    // aligned, for a terminal
	JSONFormat     Format = "json"     // for programs
	MarkdownFormat Format = "markdown" // for pages
	CSVFormat      Format = "csv"      // RFC 4180, for spreadsheets
	HTMLFormat     Format = "html"     // one page, for browsers
)

// Records is a view that has a CSV form. Its table need not be one that people read:
// headers may be keys, and every number may have all of its digits.
type Records interface{ Records() Table }

// Document is a view that writes its JSON form itself.
type Document interface{ WriteJSON(io.Writer) error }

// form is a format, the views that have it, and its writer.
type form struct {
	name   Format
	ending string // of its files
	has    func(View) bool
	write  func(io.Writer, View) error
}

// forms returns every format, in the order in which messages list them.
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

// ParseFormat returns the format with the name. The view must have it.
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

// FormatOf returns the format that the ending of a file's name stands for. The view
// must have it.
func FormatOf(file string, v View) (Format, error) {
	has, _, endings := formsOf(v)
	for _, f := range has {
		if f.ending == strings.ToLower(filepath.Ext(file)) {
			return f.name, nil
		}
	}
	last := len(endings) - 1
	return "", fmt.Errorf("the ending of %q names no format; use %s or %s", file, strings.Join(endings[:last], ", "), endings[last])
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

// Encode writes indented JSON in which no character is escaped for HTML.
func Encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func writeCSV(w io.Writer, v Records) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	t := v.Records().escaped(csvCell)
	if len(t.Rows) > 0 {
		_ = c.Write(t.Headers()) // Error returns what failed
		_ = c.WriteAll(t.Texts())
	}
	c.Flush()
	return c.Error()
}
