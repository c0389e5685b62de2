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

// Page is the content of an HTML page, in the order in which the page shows it.
type Page struct {
	Title   string // of the tab
	Heading string
	Notice  string
	Alerts  []string // what must be known before any number
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

// Block is a chart, sentences, then a table. Each may be missing. A table has an ID
// and a Caption; with a Fold it is closed until a reader opens it.
type Block struct {
	Chart       *Drawing
	Text        []string
	ID, Caption string
	Table       Table
	Fold        string
}

// Drawing is a chart in SVG, whose texts are escaped, with the style sheet that it
// holds.
type Drawing struct {
	SVG   template.HTML
	Style string
}

// Again is the last part of a page: it says how to make the page again.
type Again struct {
	Lead, Text, Command string
	Facts               []Fact
	Limit               string
}

// Style returns the style sheet of every page.
func (Page) Style() template.CSS { return template.CSS(pageCSS) }

// Script returns the script of every page.
func (Page) Script() template.JS { return template.JS(pageJS) }

// Policy returns the content security policy: a browser loads nothing, applies only the
// style sheets of the page and its charts, and runs only the script of the page.
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

// hashOf returns the name of a text in a content security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writePage writes one HTML page that loads nothing. The template escapes every
// text for HTML; unprintable characters are escaped as in the other formats.
func writePage(w io.Writer, v Paged) error {
	t, err := template.New("page").Funcs(template.FuncMap{"pageTable": Block.pageTable}).Parse(pageHTML)
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
