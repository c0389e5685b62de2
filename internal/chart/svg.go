package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// fonts are the one that texts are measured with, and others of the same
// widths. Elsewhere textLength keeps a text as wide as it was laid out.
const fonts = "Liberation Sans,Arimo,Arial,Helvetica,sans-serif"

// svg writes the sheet as a document with a title and a text in its place.
func (s *sheet) svg(title, alt string) []byte {
	var b bytes.Buffer
	w, h := decimal(sheetWidth), decimal(s.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s">`+"\n", w, h, w, h, fonts)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", escape(title), escape(alt))
	fmt.Fprintf(&b, `<rect width="%s" height="%s" fill="%s"/>`+"\n", w, h, hex(s.paper))
	for _, m := range s.marks {
		switch {
		case m.text != nil:
			writeText(&b, m)
		case m.width == 0:
			fmt.Fprintf(&b, `<path d="%s" fill="%s"%s%s/>`+"\n", data(m.path), hex(m.color), opacity("fill", m.color), crisp(m))
		default:
			fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="%s" stroke-width="%s"%s%s/>`+"\n",
				data(m.path), hex(m.color), decimal(m.width), opacity("stroke", m.color), dashes(m.dash))
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func writeText(b *bytes.Buffer, m mark) {
	t := m.text
	anchor := [...]string{start: "", middle: ` text-anchor="middle"`, end: ` text-anchor="end"`}[t.align]
	weight := ""
	if t.face.Font.Weight > 0 {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" fill="%s"%s%s textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
		decimal(t.at.X), decimal(t.at.Y), decimal(t.face.Font.Size), hex(m.color), weight, anchor,
		decimal(t.face.Width(t.string)), escape(t.string))
}

// data writes a path of straight lines and whole circles.
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
			panic("picture: a path has a part that no chart draws")
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

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func opacity(of string, c color.RGBA) string {
	if c.A == 0xFF {
		return ""
	}
	return fmt.Sprintf(` %s-opacity="%s"`, of, decimal(vg.Length(c.A)/0xFF))
}

func crisp(m mark) string {
	if m.crisp {
		return ` shape-rendering="crispEdges"`
	}
	return ""
}

// decimal writes a length in hundredths of a unit.
func decimal(x vg.Length) string {
	return strconv.FormatFloat(math.Round(float64(x)*100)/100, 'f', -1, 64)
}

// escape makes a text of XML. What XML does not allow becomes U+FFFD.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a builder does not fail
	}
	return b.String()
}
