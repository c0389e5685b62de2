package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// fonts begin with the font that measures the texts and others of the same
// widths. With any other, textLength keeps the width of the layout.
const fonts = "Liberation Sans,Arimo,Arial,Helvetica,sans-serif"

// svg writes the sheet as a document with a title and its text alternative.
func (s *sheet) svg(title, alt string) []byte {
	var b bytes.Buffer
	w, h := decimal(sheetWidth), decimal(s.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s">`+"\n", w, h, w, h, fonts)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n<style>%s</style>\n", escape(title), escape(alt), Style())
	fmt.Fprintf(&b, `<rect width="%s" height="%s"%s/>`+"\n", w, h, shape{paint: paper, opacity: 1}.look())
	for _, m := range s.shapes {
		if m.text != nil {
			writeText(&b, m)
			continue
		}
		fmt.Fprintf(&b, `<path d="%s"%s/>`+"\n", data(m.path), m.look())
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// look returns the attributes that colour a shape: a class for the style sheet,
// and the light colours for programs that know none.
func (m shape) look() string {
	c, opacity := hex(light[m.paint]), ""
	if m.opacity < 1 {
		opacity = ` fill-opacity="` + strconv.FormatFloat(math.Round(m.opacity*1000)/1000, 'f', -1, 64) + `"`
	}
	switch {
	case m.width > 0:
		return fmt.Sprintf(` class="%s-line" fill="none" stroke="%s" stroke-width="%s"%s`, m.paint.class(), c, decimal(m.width), dashes(m.dash))
	case m.crisp:
		opacity += ` shape-rendering="crispEdges"`
	}
	return fmt.Sprintf(` class="%s" fill="%s"%s`, m.paint.class(), c, opacity)
}

func writeText(b *bytes.Buffer, m shape) {
	t := m.text
	anchor := [...]string{start: "", middle: ` text-anchor="middle"`, end: ` text-anchor="end"`}[t.align]
	weight := ""
	if t.face.Font.Weight > 0 {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s"%s%s%s textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
		decimal(t.at.X), decimal(t.at.Y), decimal(t.face.Font.Size), m.look(), weight, anchor,
		decimal(t.face.Width(t.string)), escape(t.string))
}

// data writes a path of straight lines and full circles.
func data(p vg.Path) string {
	var b strings.Builder
	at := func(command string, x, y vg.Length) {
		b.WriteString(command + decimal(x) + " " + decimal(y))
	}
	for _, c := range p {
		switch c.Type {
		case vg.MoveComp:
			at("M", c.Pos.X, c.Pos.Y)
		case vg.LineComp:
			at("L", c.Pos.X, c.Pos.Y)
		case vg.ArcComp:
			r := decimal(c.Radius)
			at("M", c.Pos.X-c.Radius, c.Pos.Y)
			at("A"+r+" "+r+" 0 1 1 ", c.Pos.X+c.Radius, c.Pos.Y)
			at("A"+r+" "+r+" 0 1 1 ", c.Pos.X-c.Radius, c.Pos.Y)
		case vg.CloseComp:
			b.WriteString("Z")
		default:
			panic("chart: a path has a component that data does not write")
		}
	}
	return b.String()
}

func dashes(dash []vg.Length) string {
	if len(dash) == 0 {
		return ""
	}
	var lengths []string
	for _, d := range dash {
		lengths = append(lengths, decimal(d))
	}
	return ` stroke-dasharray="` + strings.Join(lengths, " ") + `"`
}

// decimal writes a length in hundredths of a unit.
func decimal(x vg.Length) string {
	return strconv.FormatFloat(math.Round(float64(x)*100)/100, 'f', -1, 64)
}

// escape returns a text as XML. A character that XML forbids becomes U+FFFD.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a builder does not fail
	}
	return b.String()
}
