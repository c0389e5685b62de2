package chart

import (
	"fmt"
	"image/color"
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

// sheet is a list of what is drawn, from the back to the front. The origin is
// the upper left corner, and y grows downwards.
type sheet struct {
	colours
	height vg.Length
	top    vg.Length // where what is above ends
	marks  []mark

	regular, bold *opentype.Font
}

// mark is one thing on a sheet: an area, a line or a text.
type mark struct {
	path  vg.Path
	color color.RGBA  // not premultiplied
	width vg.Length   // of a line; 0 is an area
	crisp bool        // an area whose edges lie on pixels, so that its neighbours touch it
	dash  []vg.Length // of a line: drawn, not drawn, ...
	text  *text
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

// align tells which part of a text stands at its place.
type align uint8

const (
	start align = iota
	middle
	end
)

// newSheet returns an empty sheet. It parses the fonts, which takes some
// microseconds, so that goroutines share nothing.
func newSheet(t Theme) (*sheet, error) {
	s := &sheet{colours: t.colours(), height: sheetHeight, top: margin}
	for _, f := range []struct {
		font **opentype.Font
		ttf  []byte
	}{{&s.regular, liberationsansregular.TTF}, {&s.bold, liberationsansbold.TTF}} {
		parsed, err := opentype.Parse(f.ttf)
		if err != nil {
			return nil, fmt.Errorf("picture: the font: %w", err)
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
		color color.RGBA
	}{{h.Title, s.strong(titleSize), s.ink}, {h.Subtitle, s.plain(textSize), s.faint}} {
		for _, line := range wrap(part.face, part.text, sheetWidth-2*margin) {
			s.top += part.face.Font.Size
			s.write(line, part.face, part.color, margin, s.top, start)
			s.top += 6
		}
	}
	s.top += 8
}

// wrap breaks a text into lines of a width. A word that is wider is shortened.
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

// shorten cuts a text to a width, and says so with an ellipsis.
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

func (s *sheet) write(t string, face font.Face, c color.RGBA, x, y vg.Length, a align) {
	if t != "" {
		s.marks = append(s.marks, mark{color: c, text: &text{t, face, vg.Point{X: x, Y: y}, a}})
	}
}

func (s *sheet) fill(c color.RGBA, p vg.Path) {
	s.marks = append(s.marks, mark{path: p, color: c})
}

func (s *sheet) stroke(c color.RGBA, width vg.Length, dash []vg.Length, p vg.Path) {
	s.marks = append(s.marks, mark{path: p, color: c, width: width, dash: dash})
}

// rule draws a straight line.
func (s *sheet) rule(c color.RGBA, width vg.Length, x0, y0, x1, y1 vg.Length) {
	s.stroke(c, width, nil, polygon(x0, y0, x1, y1))
}

// block fills a rectangle.
func (s *sheet) block(c color.RGBA, x0, y0, x1, y1 vg.Length) {
	s.marks = append(s.marks, mark{path: rectangle(x0, y0, x1, y1), color: c, crisp: true})
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
