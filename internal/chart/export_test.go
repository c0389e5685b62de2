package chart

import (
	"bytes"
	"image/png"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Box is where a text stands.
type Box struct {
	Text                     string
	Left, Right, Top, Bottom float64
}

// Boxes returns where the texts of a chart stand, and how large its sheet is.
func Boxes(c Chart) (boxes []Box, width, height float64, err error) {
	s, err := layOut(c)
	if err != nil {
		return nil, 0, 0, err
	}
	for _, m := range s.shapes {
		if m.text == nil {
			continue
		}
		t := m.text
		left := t.left()
		e := t.face.Extents()
		boxes = append(boxes, Box{t.string, float64(left), float64(left + t.face.Width(t.string)),
			float64(t.at.Y - e.Ascent), float64(t.at.Y + e.Descent)})
	}
	return boxes, float64(sheetWidth), float64(s.height), nil
}

// Peer draws a chart with the canvas of gonum/plot.
func Peer(c Chart) ([]byte, error) {
	s, err := layOut(c)
	if err != nil {
		return nil, err
	}
	flip := func(p vg.Point) vg.Point { return vg.Point{X: p.X, Y: s.height - p.Y} }
	canvas := vgimg.NewWith(vgimg.UseWH(sheetWidth, s.height), vgimg.UseDPI(72*resolution), vgimg.UseBackgroundColor(paper.rgba(1)))
	for _, m := range s.shapes {
		canvas.SetColor(m.paint.rgba(m.opacity))
		if t := m.text; t != nil {
			canvas.FillString(t.face, flip(vg.Point{X: t.left(), Y: t.at.Y}), t.string)
			continue
		}
		var p vg.Path
		for _, part := range m.path {
			part.Pos = flip(part.Pos)
			p = append(p, part)
		}
		if m.width == 0 {
			canvas.Fill(p)
			continue
		}
		canvas.SetLineWidth(m.width)
		canvas.SetLineDash(m.dash, 0)
		canvas.Stroke(p)
	}
	var b bytes.Buffer
	err = png.Encode(&b, canvas.Image())
	return b.Bytes(), err
}

// Ticks returns the places and labels of the ticks on a scale that holds the
// values.
func Ticks(a Axis, values []float64, room float64) (lo, hi float64, at []float64, labels []string) {
	s := scaleFor(a, values, false)
	s.from, s.to = 0, vg.Length(room)
	for _, t := range s.ticks(s.apart(func(label string) vg.Length { return 6 * vg.Length(len([]rune(label))) })) {
		at, labels = append(at, t.value), append(labels, t.label)
	}
	return s.lo, s.hi, at, labels
}

// Write writes a value as a chart does.
func (a Axis) Write(v float64) string { return a.text(v) }

// Contour returns the parts of the line where the value is zero.
func (c HeatMap) Contour() (lines [][4]float64) {
	for _, s := range c.contour() {
		lines = append(lines, s)
	}
	return lines
}
