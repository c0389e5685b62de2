package chart

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// HeatMap shows how a difference depends on two numbers: colours diverge from
// zero, and a line runs where it is zero.
type HeatMap struct {
	Heading
	X, Y   Axis
	Z      Axis        // of the cells
	Xs, Ys []float64   // the middles of the cells, ascending, not necessarily at even distances
	Cells  [][]float64 // Cells[j][i] is the value at Xs[i], Ys[j]; NaN if it is undefined
	Zero   string      // the name of the line where the value is zero, as in "break-even"
}

func (c HeatMap) check() error {
	var f checker
	f.heading(c.Heading)
	f.some("columns", len(c.Xs))
	f.some("rows", len(c.Ys))
	f.axis(c.X, c.Xs...)
	f.axis(c.Y, c.Ys...)
	f.axis(c.Z)
	f.linear(c.Z)
	f.ascending("columns", c.Xs)
	f.ascending("rows", c.Ys)
	f.count("rows of cells", len(c.Cells), len(c.Ys), len(c.Ys))
	for j, row := range c.Cells {
		f.count(fmt.Sprintf("cells of row %d", j+1), len(row), len(c.Xs), len(c.Xs))
	}
	return f.err
}

// census counts the cells of a heat map by sign, and holds the extremes.
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
			countOf(n.above, all, "cell"), count(n.below), count(n.zero), count(n.undefined)))
	if n.undefined < all {
		where := func(name string, at cell) string {
			return fmt.Sprintf("%s %s at %s and %s", name, c.Z.words(c.Cells[at.j][at.i]), c.X.words(c.Xs[at.i]), c.Y.words(c.Ys[at.j]))
		}
		b = append(b, where("Lowest", n.lowest)+".", where("Highest", n.highest)+".")
	}
	return strings.Join(b, " ")
}

// largest returns the largest size of a value, or 1 if all are close to zero.
func (c HeatMap) largest() float64 {
	var size float64
	for _, row := range c.Cells {
		for _, v := range row {
			if finite(v) {
				size = max(size, math.Abs(v))
			}
		}
	}
	if size < 1/largestDrawn {
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
		s.write(line, bold, ink, margin, s.top+textSize, start)
		s.top += textSize + 5
	}
	s.top += 4
	s.legend(c.entries(s, len(lines) > 0))
	s.write(shorten(bold, c.Y.title(), x.to-margin), bold, ink, margin, s.top+textSize, start)
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
	s.write(shorten(bold, c.X.title(), x.to-x.from), bold, ink, (x.from+x.to)/2, s.top, middle)
	s.height = s.top + margin
}

func round(l vg.Length) vg.Length { return vg.Length(math.Round(float64(l))) }

// edges returns the edges of cells: half way between their middles. The outer
// cells end at their middles, so that the map shows no more than was asked; a
// single one reaches a little further.
func edges(middles []float64, log bool) []float64 {
	at := make([]float64, len(middles))
	for i, p := range middles {
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

// cells fills the map with the shade of zero, and tints or erases the cells.
func (s *sheet) cells(c HeatMap, x, y scale, xs, ys []float64) {
	largest := c.largest()
	s.block(atZero, 1, round(x.from), round(y.to), round(x.to), round(y.from))
	for j, row := range c.Cells {
		for i, v := range row {
			left, top, right, bottom := round(x.at(xs[i])), round(y.at(ys[j+1])), round(x.at(xs[i+1])), round(y.at(ys[j]))
			if !finite(v) {
				s.block(paper, 1, left, top, right, bottom)
				continue
			}
			s.tint(v/largest, left, top, right, bottom)
		}
	}
}

// tint draws a share of the diverging scale, -1 to 1, over the shade of zero. A
// single colour of varying opacity needs no second shade for the dark theme.
func (s *sheet) tint(share float64, left, top, right, bottom vg.Length) {
	switch {
	case share < 0:
		s.block(below, -share, left, top, right, bottom)
	case share > 0:
		s.block(above, share, left, top, right, bottom)
	}
}

// signs marks the cells that no shade can show: a dot if the value is exactly
// zero, a cross if it is undefined.
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
				s.fill(ink, circle(px, py, r))
			}
		}
	}
}

func (s *sheet) cross(x, y, r vg.Length) {
	s.rule(faint, 1.2, x-r, y-r, x+r, y+r)
	s.rule(faint, 1.2, x-r, y+r, x+r, y-r)
}

// zeroLine draws the line where the value is zero, over a rim: it shows on every
// shade.
func (s *sheet) zeroLine(parts ...vg.Path) {
	for _, p := range parts {
		s.stroke(paper, 4.5, nil, p)
	}
	for _, p := range parts {
		s.stroke(ink, 2.2, nil, p)
	}
}

// entries explains the line and the signs in the map.
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
		found = append(found, entry{func(x, y vg.Length) { s.fill(ink, circle(x, y, 3)) }, "exactly zero"})
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
		s.rule(ink, 1, x.at(t.value), y.from, x.at(t.value), y.from+4)
		s.write(t.label, face, faint, x.at(t.value), y.from+tickDown, middle)
	}
	for _, t := range y.stacked() {
		s.rule(ink, 1, x.from-4, y.at(t.value), x.from, y.at(t.value))
		s.write(t.label, face, faint, x.from-7, y.at(t.value)+tickSize/3, end)
	}
}

// colourBar draws the shades of a scale from its lower to its upper end.
func (s *sheet) colourBar(z scale, left vg.Length) {
	const steps, width = 61, 16 // odd: zero has its own step
	s.block(atZero, 1, left, round(z.to), left+width, round(z.from))
	for k := range steps {
		y0 := z.from + (z.to-z.from)*vg.Length(k)/steps
		y1 := z.from + (z.to-z.from)*vg.Length(k+1)/steps
		share := float64(2*k-(steps-1)) / (steps - 1)
		s.tint(share, left, round(y1), left+width, round(y0))
	}
	for _, t := range z.stacked() {
		s.rule(ink, 1, left+width, z.at(t.value), left+width+4, z.at(t.value))
		s.write(t.label, s.plain(tickSize), faint, left+width+8, z.at(t.value)+tickSize/3, start)
	}
}
