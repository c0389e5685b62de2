package chart

import (
	"fmt"
	"strings"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// The measures of every sheet, in its units: the pixels of a screen.
const (
	sheetWidth  vg.Length = 800
	sheetHeight vg.Length = 450 // at least
	margin      vg.Length = 20
)

// The sizes of text.
const (
	titleSize vg.Length = 17
	textSize  vg.Length = 12.5
	tickSize  vg.Length = 11.5
	tickDown            = tickSize + 7 // from an edge to the base line of labels below it, clear of those beside it
)

// sheet is a list of shapes from the back to the front. The origin is
// the upper left corner, and y grows downwards.
type sheet struct {
	height vg.Length
	top    vg.Length // the upper end of what is still free
	shapes []shape

	regular, bold *opentype.Font
}

// shape is one thing on a sheet: an area, a line or a text.
type shape struct {
	path    vg.Path
	paint   paint
	opacity float64     // 0 to 1
	width   vg.Length   // of a line; 0 means an area
	crisp   bool        // an area with edges on pixels: it touches its neighbours without a seam
	dash    []vg.Length // of a line: drawn, not drawn, ...
	text    *text
}

// text is a line of text on a sheet.
type text struct {
	string
	face  font.Face
	at    vg.Point // on the base line
	align align
}

// left returns where the text begins.
func (t *text) left() vg.Length {
	return t.at.X - vg.Length(t.face.Width(t.string)*vg.Length(t.align)/2)
}

// align is the part of a text that stands at its coordinates.
type align uint8

const (
	start align = iota
	middle
	end
)

// newSheet returns an empty sheet. It parses the fonts, in some microseconds, so
// that goroutines share nothing.
func newSheet() (*sheet, error) {
	s := &sheet{height: sheetHeight, top: margin}
	for _, f := range []struct {
		font **opentype.Font
		ttf  []byte
	}{{&s.regular, liberationsansregular.TTF}, {&s.bold, liberationsansbold.TTF}} {
		parsed, err := opentype.Parse(f.ttf)
		if err != nil {
			return nil, fmt.Errorf("chart: the font: %w", err)
		}
		*f.font = parsed
	}
	return s, nil
}

func (s *sheet) plain(size vg.Length) font.Face {
	return font.Face{Font: font.Font{Size: size}, Face: s.regular}
}

func (s *sheet) strong(size vg.Length) font.Face {
	return font.Face{Font: font.Font{Size: size, Weight: 3}, Face: s.bold}
}

// head writes the heading and moves top below it.
func (s *sheet) head(h Heading) {
	for _, part := range []struct {
		text  string
		face  font.Face
		paint paint
	}{{h.Title, s.strong(titleSize), ink}, {h.Subtitle, s.plain(textSize), faint}} {
		for _, line := range wrap(part.face, part.text, sheetWidth-2*margin) {
			s.top += part.face.Font.Size
			s.write(line, part.face, part.paint, margin, s.top, start)
			s.top += 6
		}
	}
	s.top += 8
}

// wrap breaks a text into lines of a width, and shortens a wider word.
func wrap(face font.Face, text string, width vg.Length) (lines []string) {
	for _, word := range strings.Fields(text) {
		word = shorten(face, word, width)
		if last := len(lines) - 1; last >= 0 && face.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// shorten cuts a text to a width, with an ellipsis at the end.
func shorten(face font.Face, text string, width vg.Length) string {
	if face.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && face.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// widest returns the width of the widest text.
func widest(face font.Face, texts ...string) (width vg.Length) {
	for _, t := range texts {
		width = max(width, face.Width(t))
	}
	return width
}

func (s *sheet) write(t string, face font.Face, p paint, x, y vg.Length, a align) {
	if t != "" {
		s.shapes = append(s.shapes, shape{paint: p, opacity: 1, text: &text{t, face, vg.Point{X: x, Y: y}, a}})
	}
}

func (s *sheet) fill(p paint, area vg.Path) {
	s.shapes = append(s.shapes, shape{path: area, paint: p, opacity: 1})
}

// fillFaintly fills an area so that the shapes behind it show through.
func (s *sheet) fillFaintly(p paint, area vg.Path) {
	s.shapes = append(s.shapes, shape{path: area, paint: p, opacity: 0.19})
}

func (s *sheet) stroke(p paint, width vg.Length, dash []vg.Length, line vg.Path) {
	s.shapes = append(s.shapes, shape{path: line, paint: p, opacity: 1, width: width, dash: dash})
}

// rule draws a straight line.
func (s *sheet) rule(p paint, width vg.Length, x0, y0, x1, y1 vg.Length) {
	s.stroke(p, width, nil, polygon(x0, y0, x1, y1))
}

// block fills a rectangle whose edges should lie on pixels.
func (s *sheet) block(p paint, opacity float64, x0, y0, x1, y1 vg.Length) {
	s.shapes = append(s.shapes, shape{path: rectangle(x0, y0, x1, y1), paint: p, opacity: opacity, crisp: true})
}

func rectangle(x0, y0, x1, y1 vg.Length) vg.Path {
	p := polygon(x0, y0, x1, y0, x1, y1, x0, y1)
	p.Close()
	return p
}

// polygon is an open path through points given as x, y, x, y, ...
func polygon(xy ...vg.Length) (p vg.Path) {
	for i := 0; i+1 < len(xy); i += 2 {
		at := vg.Point{X: xy[i], Y: xy[i+1]}
		if i == 0 {
			p.Move(at)
		} else {
			p.Line(at)
		}
	}
	return p
}
