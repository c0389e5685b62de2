package view

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Paged is a view that can be an HTML page.
type Paged interface{ Page() (Page, error) }

// Page is what an HTML page shows, from its head to its end.
type Page struct {
	Title   string // of the tab
	Heading string
	Notice  string
	Alerts  []string // what a reader must know before any number
	Facts   []Fact
	Rules   []string // how to read the page
	Parts   []Part
	Again   Again
}

// Fact is a name and its value.
type Fact struct{ Name, Value string }

// Part is a part of a page with its own heading.
type Part struct {
	ID, Title string
	Lead      string // what kind of numbers these are
	Blocks    []Block
}

// Block is a chart, sentences, then a table. Each may be missing. A table with a
// Fold is closed until a reader opens it.
type Block struct {
	Chart *Drawing
	Text  []string
	Table *PageTable
	Fold  string
}

// Drawing is a chart in SVG, whose texts are escaped, with the style sheet that it
// holds.
type Drawing struct {
	SVG   template.HTML
	Style string
}

// Again is the last part of a page: how to make it anew.
type Again struct {
	Lead, Text, Command string
	Facts               []Fact
	Limit               string
}

// Style, Script and Policy are the parts of a page that are always the same. The
// policy lets a browser load and run nothing but the style and the script.
func (Page) Style() template.CSS { return template.CSS(pageCSS) }
func (Page) Script() template.JS { return template.JS(pageJS) }
func (p Page) Policy() string {
	styles := "'" + hashOf(pageCSS) + "'"
	for _, part := range p.Parts {
		for _, b := range part.Blocks {
			if b.Chart != nil {
				styles += " '" + hashOf(b.Chart.Style) + "'"
			}
		}
	}
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src '%s'; base-uri 'none'; form-action 'none'",
		styles, hashOf(pageJS))
}

// hashOf names a text in a content security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writePage writes one HTML page that loads nothing. The template escapes every
// text for HTML; unprintable characters are escaped as in the other formats.
func writePage(w io.Writer, v Paged) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	p, err := v.Page()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = io.WriteString(w, Lines(b.String()))
	return err
}
