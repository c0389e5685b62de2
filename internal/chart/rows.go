package chart

import "gonum.org/v1/plot/vg"

// The measures of charts with a row for each name.
const (
	nameWidth vg.Length = 250 // at most
	gap       vg.Length = 26  // between panels
)

// nameColumn writes the names of rows around their middles, and returns where
// the panels begin.
func (s *sheet) nameColumn(names []string, middles []vg.Length) vg.Length {
	face := s.plain(textSize)
	for i, name := range names {
		s.write(shorten(face, name, nameWidth), face, s.ink, margin, middles[i]+textSize/3, start)
	}
	return margin + min(widest(face, names...), nameWidth) + gap
}

// middles returns the middles of n rows below the top.
func middles(n int, top, height vg.Length) []vg.Length {
	at := make([]vg.Length, n)
	for i := range at {
		at[i] = top + vg.Length(height*(vg.Length(i)+0.5))
	}
	return at
}

// rowHeight is generous with few rows.
func rowHeight(n int) vg.Length { return min(max(300/vg.Length(n), 24), 40) }

// titles writes the titles of panels that begin at the same height, each within
// its width, and moves top below them.
func (s *sheet) titles(axes []Axis, lefts, widths []vg.Length) {
	face := s.strong(textSize)
	lines := make([][]string, len(axes))
	deepest := 0
	for i, a := range axes {
		lines[i] = wrap(face, a.title(), widths[i])
		deepest = max(deepest, len(lines[i]))
	}
	const pitch = textSize + 3
	for i := range axes {
		for j, line := range lines[i] {
			down := vg.Length(deepest - len(lines[i]) + j + 1)
			s.write(line, face, s.ink, lefts[i], s.top+vg.Length(down*pitch), start)
		}
	}
	s.top += vg.Length(vg.Length(deepest)*pitch) + 10
}

// whisker draws an interval around the middle of a row.
func (s *sheet) whisker(x scale, e Estimate, y vg.Length) {
	if !e.spread() {
		return
	}
	const width, half = 1.6, 6
	lo, hi := x.at(e.Lo), x.at(e.Hi)
	s.rule(s.ink, width, lo, y, hi, y)
	s.rule(s.ink, width, lo, y-half, lo, y+half)
	s.rule(s.ink, width, hi, y-half, hi, y+half)
}

// finish ends the sheet below a scale.
func (s *sheet) finish(bottom vg.Length) { s.height = bottom + tickDown + margin }
