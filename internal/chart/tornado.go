package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Tornado shows how far a value swings when one input at a time goes from the
// low to the high end of its range. The widest swing stands on top, and those
// with an undefined end stand last.
type Tornado struct {
	Heading
	Axis   Axis
	Base   float64 // the value where every input is as assumed
	Swings []Swing // in any order
}

// Swing is what one input does.
type Swing struct {
	Name      string
	Low, High End
}

// End is one end of the range of an input.
type End struct {
	Input string  // the input there, as it is to be written
	Value float64 // what comes of it; NaN where that is undefined
}

func (c Tornado) check() error {
	var f faults
	f.heading(c.Heading)
	f.axis(c.Axis)
	f.linear(c.Axis)
	f.unless(finite(c.Base), "found %v as the base value; a number works, of a size up to 1e300", c.Base)
	f.unless(len(c.Swings) > 0, "found no swings; a tornado takes at least one")
	return f.err
}

// width returns how far a value swings, below 0 where that is undefined.
func (s Swing) width() float64 {
	if !finite(s.Low.Value) || !finite(s.High.Value) {
		return -1
	}
	return math.Abs(s.High.Value - s.Low.Value)
}

// sorted returns the swings, the widest first.
func (c Tornado) sorted() []Swing {
	return slices.SortedStableFunc(slices.Values(c.Swings), func(a, b Swing) int { return compare(b.width(), a.width()) })
}

// Alt implements Chart.
func (c Tornado) Alt() string {
	b := append(c.opening(), fmt.Sprintf("%s: %s at the base.", c.Axis.Label, c.Axis.words(c.Base)))
	for _, s := range c.sorted() {
		b = append(b, fmt.Sprintf("%s: %s at %s, %s at %s.", s.Name,
			c.Axis.words(s.Low.Value), s.Low.Input, c.Axis.words(s.High.Value), s.High.Input))
	}
	return strings.Join(b, " ")
}

func (c Tornado) draw(s *sheet) {
	swings := c.sorted()
	face := s.plain(tickSize)
	var names, inputs []string
	values := []float64{c.Base}
	for _, w := range swings {
		names = append(names, w.Name)
		inputs = append(inputs, w.Low.Input, w.High.Input)
		if w.width() >= 0 {
			values = append(values, w.Low.Value, w.High.Value)
		}
	}
	left, right := margin+min(widest(s.plain(textSize), names...), nameWidth)+gap, sheetWidth-margin
	s.titles([]Axis{c.Axis}, []vg.Length{left}, []vg.Length{right - left})
	room := min(widest(face, inputs...), inputWidth) + 8
	x := scaleFor(c.Axis, values, false)
	x.from, x.to = left+room, right-room
	base := "base " + c.Axis.text(c.Base)
	half := vg.Length(face.Width(base) / 2)
	s.write(base, face, s.ink, min(x.at(c.Base), right-half), s.top+tickSize-4, middle)
	s.top += tickSize + 4
	height := rowHeight(len(swings))
	rows := middles(len(swings), s.top, height)
	bottom := s.top + vg.Length(height*vg.Length(len(rows)))
	s.verticals(x, s.top, bottom, true)
	for i, w := range swings {
		s.swing(w, x, c.Base, rows[i])
	}
	s.rule(s.ink, 1.4, x.at(c.Base), s.top, x.at(c.Base), bottom)
	s.nameColumn(names, rows)
	s.finish(bottom)
}

// inputWidth is how wide the input at an end may be.
const inputWidth vg.Length = 110

// swing draws the bar of an input, in one colour below the base and another
// above it, with the inputs at its ends.
func (s *sheet) swing(w Swing, x scale, base float64, y vg.Length) {
	face := s.plain(tickSize)
	if w.width() < 0 {
		at, side := x.at(base)+6, start // of the base, where there is more room
		if x.at(base) > (x.from+x.to)/2 {
			at, side = x.at(base)-6, end
		}
		s.write("undefined", face, s.faint, at, y+tickSize/3, side)
		return
	}
	lo, hi := w.Low, w.High
	if lo.Value > hi.Value {
		lo, hi = hi, lo
	}
	from, to := x.at(lo.Value), x.at(hi.Value)
	turn := min(max(x.at(base), from), to)
	s.block(s.series[1], from, y-7, turn, y+7)
	s.block(s.series[0], turn, y-7, to, y+7)
	s.write(shorten(face, lo.Input, inputWidth), face, s.ink, from-6, y+tickSize/3, end)
	s.write(shorten(face, hi.Input, inputWidth), face, s.ink, to+6, y+tickSize/3, start)
}
