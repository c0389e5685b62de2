package chart

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// HeatMap shows how a difference depends on two numbers, in colours that
// diverge from zero, with a line where it is zero.
type HeatMap struct {
	Heading
	X, Y   Axis
	Z      Axis        // of the cells
	Xs, Ys []float64   // the places of the cells, ascending, not necessarily even
	Cells  [][]float64 // Cells[j][i] is the value at Xs[i], Ys[j]; NaN where it is undefined
	Zero   string      // what the line where the value is zero is called, as in "break-even"
}

func (c HeatMap) check() error {
	var f faults
	f.heading(c.Heading)
	f.unless(len(c.Xs) > 0 && len(c.Ys) > 0, "found %d columns and %d rows; at least one of each works", len(c.Xs), len(c.Ys))
	f.axis(c.X, c.Xs...)
	f.axis(c.Y, c.Ys...)
	f.axis(c.Z)
	f.linear(c.Z)
	f.ascending("columns", c.Xs)
	f.ascending("rows", c.Ys)
	f.unless(len(c.Cells) == len(c.Ys), "found %d rows of cells at %d places; as many work", len(c.Cells), len(c.Ys))
	for j, row := range c.Cells {
		f.unless(len(row) == len(c.Xs), "row %d: found %d cells at %d places; as many work", j+1, len(row), len(c.Xs))
	}
	return f.err
}

// census counts the cells of a heat map by their sign, and finds the extremes.
type census struct {
	above, below, zero, undefined int
	lowest, highest               cell
}

type cell struct{ i, j int }

func (c HeatMap) census() (n census) {
	n.lowest, n.highest = cell{-1, -1}, cell{-1, -1}
	for j, row := range c.Cells {
		for i, v := range row {
			switch {
			case !finite(v):
				n.undefined++
				continue
			case v > 0:
				n.above++
			case v < 0:
				n.below++
			default:
				n.zero++
			}
			if n.lowest.i < 0 || v < c.Cells[n.lowest.j][n.lowest.i] {
				n.lowest = cell{i, j}
			}
			if n.highest.i < 0 || v > c.Cells[n.highest.j][n.highest.i] {
				n.highest = cell{i, j}
			}
		}
	}
	return n
}

// Alt implements Chart.
func (c HeatMap) Alt() string {
	n := c.census()
	all := len(c.Xs) * len(c.Ys)
	b := append(c.opening(), fmt.Sprintf("%s by %s and %s:", c.Z.Label, c.X.title(), c.Y.title()),
		fmt.Sprintf("above zero in %s, below in %s, exactly zero in %s, undefined in %s.",
			of(n.above, all, "cell"), count(n.below), count(n.zero), count(n.undefined)))
	if n.undefined < all {
		where := func(name string, at cell) string {
			return fmt.Sprintf("%s %s at %s and %s", name, c.Z.words(c.Cells[at.j][at.i]), c.X.words(c.Xs[at.i]), c.Y.words(c.Ys[at.j]))
		}
		b = append(b, where("Lowest", n.lowest)+".", where("Highest", n.highest)+".")
	}
	return strings.Join(b, " ")
}

// largest returns the largest size of a cell, 1 where all are as good as zero.
func (c HeatMap) largest() float64 {
	var size float64
	for _, row := range c.Cells {
		for _, v := range row {
			if finite(v) {
				size = max(size, math.Abs(v))
			}
		}
	}
	if size < 1/beyond {
		return 1
	}
	return size
}

func (c HeatMap) draw(s *sheet) {
	xs, ys := edges(c.Xs, c.X.Log), edges(c.Ys, c.Y.Log)
	x := scale{Axis: c.X, lo: xs[0], hi: xs[len(xs)-1]}
	y := scale{Axis: c.Y, lo: ys[0], hi: ys[len(ys)-1], from: 0, to: -300}
	z := scale{Axis: c.Z, lo: -c.largest(), hi: c.largest(), from: 0, to: -300}
	tickWidth := func(of scale) (width vg.Length) {
		for _, t := range of.stacked() {
			width = max(width, widest(s.plain(tickSize), t.label))
		}
		return width
	}
	x.from = round(margin + tickWidth(y) + 10)
	bar := sheetWidth - margin - tickWidth(z) - 8 - 16 // the left edge of the colour bar
	x.to = round(bar - gap)

	lines := c.contour()
	bold := s.strong(textSize)
	for _, line := range wrap(bold, "Colour: "+c.Z.title(), sheetWidth-2*margin) {
		s.write(line, bold, s.ink, margin, s.top+textSize, start)
		s.top += textSize + 5
	}
	s.top += 4
	s.legend(c.entries(s, len(lines) > 0))
	s.write(shorten(bold, c.Y.title(), x.to-margin), bold, s.ink, margin, s.top+textSize, start)
	top := round(s.top + textSize + 10)
	bottom := max(round(sheetHeight-margin-2*textSize-14), top+200)
	y.from, y.to = bottom, top
	z.from, z.to = bottom, top

	s.cells(c, x, y, xs, ys)
	c.frame(s, x, y)
	var zero []vg.Path
	for _, line := range lines {
		zero = append(zero, polygon(x.at(line[0]), y.at(line[1]), x.at(line[2]), y.at(line[3])))
	}
	s.zeroLine(zero...)
	s.signs(c, x, y)
	s.colourBar(z, bar)
	s.top = bottom + tickSize + textSize + 14
	s.write(shorten(bold, c.X.title(), x.to-x.from), bold, s.ink, (x.from+x.to)/2, s.top, middle)
	s.height = s.top + margin
}

func round(l vg.Length) vg.Length { return vg.Length(math.Round(float64(l))) }

// edges returns where cells around places meet: half way between them. The
// outer cells end at their places, so that the map shows no more than was
// asked; a lone one reaches a little beyond its place.
func edges(places []float64, log bool) []float64 {
	at := make([]float64, len(places))
	for i, p := range places {
		at[i] = p
		if log {
			at[i] = math.Log10(p)
		}
	}
	n := len(at)
	found := make([]float64, n+1)
	for i := 1; i < n; i++ {
		found[i] = (at[i-1] + at[i]) / 2
	}
	half := max(math.Abs(at[0])/16, 1e-3)
	found[0], found[n] = at[0]-half, at[n-1]+half
	if n > 1 {
		found[0], found[n] = at[0], at[n-1]
	}
	for i := range found {
		if log {
			found[i] = math.Pow(10, found[i])
		}
	}
	return found
}

// cells fills the cells, except where the value is undefined.
func (s *sheet) cells(c HeatMap, x, y scale, xs, ys []float64) {
	largest := c.largest()
	for j, row := range c.Cells {
		for i, v := range row {
			if finite(v) {
				s.block(s.diverging(v/largest), round(x.at(xs[i])), round(y.at(ys[j+1])), round(x.at(xs[i+1])), round(y.at(ys[j])))
			}
		}
	}
}

// signs marks places in the map: with a dot where the value is exactly zero,
// which no shade can tell, and with a cross where it is undefined.
func (s *sheet) signs(c HeatMap, x, y scale) {
	pitch := min((x.to-x.from)/vg.Length(len(c.Xs)), (y.from-y.to)/vg.Length(len(c.Ys)))
	r := min(max(pitch*0.14, 0.7), 3.5)
	for j, row := range c.Cells {
		for i, v := range row {
			px := min(max(x.at(c.Xs[i]), x.from+r), x.to-r)
			py := min(max(y.at(c.Ys[j]), y.to+r), y.from-r)
			switch {
			case !finite(v):
				s.cross(px, py, r)
			case v == 0:
				s.fill(s.ink, circle(px, py, r))
			}
		}
	}
}

func (s *sheet) cross(x, y, r vg.Length) {
	s.rule(s.faint, 1.2, x-r, y-r, x+r, y+r)
	s.rule(s.faint, 1.2, x-r, y+r, x+r, y-r)
}

// zeroLine draws the parts of the line where the value is zero, over a rim so
// that it shows on every shade.
func (s *sheet) zeroLine(parts ...vg.Path) {
	for _, p := range parts {
		s.stroke(s.paper, 4.5, nil, p)
	}
	for _, p := range parts {
		s.marks = append(s.marks, mark{path: p, color: s.ink, width: 2.2})
	}
}

// entries explains the signs that the map holds.
func (c HeatMap) entries(s *sheet, crossed bool) (found []entry) {
	n := c.census()
	if crossed {
		name := c.Zero
		if name == "" {
			name = "zero"
		}
		found = append(found, entry{func(x, y vg.Length) { s.zeroLine(polygon(x-keyWidth/2, y, x+keyWidth/2, y)) }, name})
	} else if c.Zero != "" {
		found = append(found, entry{nil, "no " + c.Zero + " in this range"})
	}
	if n.zero > 0 {
		found = append(found, entry{func(x, y vg.Length) { s.fill(s.ink, circle(x, y, 3)) }, "exactly zero"})
	}
	if n.undefined > 0 {
		found = append(found, entry{func(x, y vg.Length) { s.cross(x, y, 3.5) }, "undefined"})
	}
	return found
}

// frame draws the scales of the map around it.
func (c HeatMap) frame(s *sheet, x, y scale) {
	face := s.plain(tickSize)
	for _, t := range x.ticks(x.apart(face.Width)) {
		s.rule(s.ink, 1, x.at(t.value), y.from, x.at(t.value), y.from+4)
		s.write(t.label, face, s.faint, x.at(t.value), y.from+tickDown, middle)
	}
	for _, t := range y.stacked() {
		s.rule(s.ink, 1, x.from-4, y.at(t.value), x.from, y.at(t.value))
		s.write(t.label, face, s.faint, x.from-7, y.at(t.value)+tickSize/3, end)
	}
}

// colourBar draws the colours of a scale from its lower to its upper end.
func (s *sheet) colourBar(z scale, left vg.Length) {
	const steps, width = 61, 16 // odd, so that zero has a step of its own
	for k := range steps {
		y0 := z.from + (z.to-z.from)*vg.Length(k)/steps
		y1 := z.from + (z.to-z.from)*vg.Length(k+1)/steps
		share := float64(2*k-(steps-1)) / (steps - 1)
		s.block(s.diverging(share), left, round(y1), left+width, round(y0))
	}
	for _, t := range z.stacked() {
		s.rule(s.ink, 1, left+width, z.at(t.value), left+width+4, z.at(t.value))
		s.write(t.label, s.plain(tickSize), s.faint, left+width+8, z.at(t.value)+tickSize/3, start)
	}
}
