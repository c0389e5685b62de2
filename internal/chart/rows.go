package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Rows shows measures in panels side by side, with a row for each name.
type Rows struct {
	Heading
	Names  []string // of the rows, from the top
	Panels []Panel  // from the left, 1 to 5
}

// Panel is a scale with the marks of all rows.
type Panel struct {
	Axis     Axis
	Kind     MarkKind
	Base     float64   // where a swing changes its colour; 0 for points and bars
	Measures []Measure // the marks of a row from the top, 1 to 4; a lone panel may have several. Swings: the low end, the high end
}

// Measure is a value for each row.
type Measure struct {
	Name   string     // in the legend; may be "" for an only measure and for swings
	Values []Estimate // one for each row
	Inputs []string   // of swings: what the ends stand for, one for each row
}

// MarkKind is how a panel shows a value.
type MarkKind uint8

const (
	Points MarkKind = iota // on an axis that need not hold zero
	Bars                   // from zero
	Swings                 // from one end to the other, around a base
)

const (
	maxPanels             = 5   // that fit side by side
	maxMeasures           = 4   // that look different at a glance
	nameWidth   vg.Length = 250 // of a name at most
	inputWidth  vg.Length = 110 // of an input at most
	gap         vg.Length = 26  // between panels
	linePitch   vg.Length = 14  // of several measures in a row
)

// Swing is what one input does in a [Tornado].
type Swing struct {
	Name      string
	Low, High End
}

// End is one end of the range of an input.
type End struct {
	Input string  // the input there, in words
	Value float64 // the result there; NaN if undefined
}

// width returns how far a value swings, or -1 if an end is undefined.
func (s Swing) width() float64 {
	if !finite(s.Low.Value) || !finite(s.High.Value) {
		return -1
	}
	return math.Abs(s.High.Value - s.Low.Value)
}

// Tornado returns rows that show how far a value moves from base when one input
// at a time goes from the low to the high end of its range. The widest swing
// stands on top; swings with an undefined end stand last.
func Tornado(h Heading, a Axis, base float64, swings []Swing) Rows {
	var names []string
	var low, high Measure
	add := func(m *Measure, e End) {
		m.Values, m.Inputs = append(m.Values, Exact(e.Value)), append(m.Inputs, e.Input)
	}
	for _, s := range slices.SortedStableFunc(slices.Values(swings), func(a, b Swing) int { return compare(b.width(), a.width()) }) {
		names = append(names, s.Name)
		add(&low, s.Low)
		add(&high, s.High)
	}
	return Rows{h, names, []Panel{{Axis: a, Kind: Swings, Base: base, Measures: []Measure{low, high}}}}
}

func (c Rows) check() error {
	var f checker
	f.heading(c.Heading)
	f.some("rows", len(c.Names))
	f.count("panels", len(c.Panels), 1, maxPanels)
	for _, p := range c.Panels {
		p.check(&f, c)
	}
	return f.err
}

func (p Panel) check(f *checker, c Rows) {
	f.axis(p.Axis)
	f.linear(p.Axis)
	f.count(fmt.Sprintf("kind of panel %q", p.Axis.Label), int(p.Kind), 0, int(Swings))
	f.number(fmt.Sprintf("base of panel %q", p.Axis.Label), p.Base)
	f.want(p.Kind == Swings || p.Base == 0, "base of panel %q: got %v, want 0 except for swings", p.Axis.Label, p.Base)
	least, most := 1, 1
	switch {
	case p.Kind == Swings:
		least, most = 2, 2
	case len(c.Panels) == 1:
		most = maxMeasures
	}
	f.count(fmt.Sprintf("measures of panel %q", p.Axis.Label), len(p.Measures), least, most)
	for _, m := range p.Measures {
		f.count(fmt.Sprintf("values of panel %q", p.Axis.Label), len(m.Values), len(c.Names), len(c.Names))
		if p.Kind == Swings {
			f.count(fmt.Sprintf("inputs of panel %q", p.Axis.Label), len(m.Inputs), len(c.Names), len(c.Names))
		}
		for i := range min(len(c.Names), len(m.Values)) {
			f.estimate(c.Names[i], m.Values[i])
		}
	}
}

// Alt implements [Chart].
func (c Rows) Alt() string {
	b := c.opening()
	for _, p := range c.Panels {
		if len(p.Measures) == 1 {
			var rows []string
			for i, name := range c.Names {
				rows = append(rows, name+" "+p.Axis.interval(p.Measures[0].Values[i]))
			}
			b = append(b, p.Axis.Label+": "+strings.Join(rows, "; ")+".")
			continue
		}
		start := p.Axis.Label + ":"
		if p.Kind == Swings {
			start += " " + p.Axis.words(p.Base) + " at the base."
		}
		b = append(b, start)
		for i, name := range c.Names {
			var values []string
			for _, m := range p.Measures {
				if p.Kind == Swings {
					values = append(values, p.Axis.words(m.Values[i].Value)+" at "+m.Inputs[i])
				} else {
					values = append(values, m.Name+" "+p.Axis.interval(m.Values[i]))
				}
			}
			b = append(b, name+": "+strings.Join(values, ", ")+".")
		}
	}
	return strings.Join(b, " ")
}

func (c Rows) draw(s *sheet) {
	face := s.plain(textSize)
	s.legend(c.legend(s))
	left := margin + min(widest(face, c.Names...), nameWidth) + gap
	lefts, widths := c.columns(left)
	s.titles(c.Panels, lefts, widths)
	if slices.ContainsFunc(c.Panels, func(p Panel) bool { return p.Kind == Swings }) {
		s.top += tickSize + 4 // for the label of the base
	}
	height := c.rowHeight()
	middles := make([]vg.Length, len(c.Names))
	for i, name := range c.Names {
		middles[i] = s.top + vg.Length(height*(vg.Length(i)+0.5))
		s.write(shorten(face, name, nameWidth), face, ink, margin, middles[i]+textSize/3, start)
	}
	bottom := s.top + vg.Length(height*vg.Length(len(c.Names)))
	for i, p := range c.Panels {
		c.drawPanel(s, p, lefts[i], lefts[i]+widths[i], middles, bottom)
	}
	s.height = bottom + tickDown + margin
}

// legend explains the marks of a row with several measures.
func (c Rows) legend(s *sheet) (entries []entry) {
	p := c.Panels[0]
	if p.Kind == Swings || len(p.Measures) == 1 {
		return nil
	}
	for k, m := range p.Measures {
		sample := func(x, y vg.Length) { s.bar(k, x-keyWidth/2, x+keyWidth/2, y) }
		if p.Kind == Points {
			sample = func(x, y vg.Length) { s.fill(category(k), marker(k, x, y, 4)) }
		}
		entries = append(entries, entry{sample, m.Name})
	}
	return entries
}

// rowHeight is generous if there are few rows.
func (c Rows) rowHeight() vg.Length {
	if p := c.Panels[0]; p.Kind != Swings && len(p.Measures) > 1 {
		return vg.Length(linePitch*vg.Length(len(p.Measures))) + 12
	}
	return min(max(300/vg.Length(len(c.Names)), 24), 40)
}

// columns shares the width right of the names. Panels of bars are narrower: the
// eye compares lengths from zero more easily than places.
func (c Rows) columns(left vg.Length) (lefts, widths []vg.Length) {
	weight := func(p Panel) vg.Length {
		if p.Kind == Bars {
			return 2
		}
		return 3
	}
	var total vg.Length
	for _, p := range c.Panels {
		total += weight(p)
	}
	free := sheetWidth - margin - left - vg.Length(gap*vg.Length(len(c.Panels)-1))
	for _, p := range c.Panels {
		width := free * weight(p) / total
		lefts, widths = append(lefts, left), append(widths, width)
		left += width + gap
	}
	return lefts, widths
}

// titles writes the titles of panels so that they end at the same height.
func (s *sheet) titles(panels []Panel, lefts, widths []vg.Length) {
	const pitch = textSize + 3
	face := s.strong(textSize)
	lines := make([][]string, len(panels))
	deepest := 0
	for i, p := range panels {
		lines[i] = wrap(face, p.Axis.title(), widths[i])
		deepest = max(deepest, len(lines[i]))
	}
	for i := range panels {
		for j, line := range lines[i] {
			down := vg.Length(deepest - len(lines[i]) + j + 1)
			s.write(line, face, ink, lefts[i], s.top+vg.Length(down*pitch), start)
		}
	}
	s.top += vg.Length(vg.Length(deepest)*pitch) + 10
}

// comparable returns the panels that share a scale with p: bars of the same
// unit, so that their lengths can be compared.
func (c Rows) comparable(p Panel) (found []Panel) {
	if p.Kind != Bars {
		return []Panel{p}
	}
	for _, q := range c.Panels {
		if q.Kind == Bars && q.Axis.unit() == p.Axis.unit() && q.Axis.Percent == p.Axis.Percent {
			found = append(found, q)
		}
	}
	return found
}

// labels returns what stands beside the marks: inputs, or values at the right,
// with powers of ten if they are wider than the room.
func (p Panel) labels(s *sheet, room vg.Length) [][]string {
	face := s.plain(tickSize)
	full, brief := make([][]string, len(p.Measures)), make([][]string, len(p.Measures))
	short := false
	for k, m := range p.Measures {
		for i, e := range m.Values {
			if p.Kind == Swings {
				full[k] = append(full[k], shorten(face, m.Inputs[i], inputWidth))
				continue
			}
			full[k], brief[k] = append(full[k], p.Axis.text(e.Value)), append(brief[k], p.Axis.brief(e.Value))
			short = short || face.Width(full[k][i]) > room
		}
	}
	if short {
		return brief
	}
	return full
}

// drawn reports whether row i has a mark that needs room on the scale.
func (p Panel) drawn(i int) bool {
	return p.Kind != Swings || p.Measures[0].Values[i].defined() && p.Measures[1].Values[i].defined()
}

func (c Rows) scale(s *sheet, p Panel, left, right vg.Length) scale {
	values := []float64{}
	var room vg.Length
	for _, q := range c.comparable(p) {
		if q.Kind != Points {
			values = append(values, q.Base)
		}
		for k, labels := range q.labels(s, (right-left)/2) {
			room = max(room, widest(s.plain(tickSize), labels...))
			for i, e := range q.Measures[k].Values {
				if q.drawn(i) {
					values = append(values, e.extent()...)
				}
			}
		}
	}
	x := scaleFor(p.Axis, values, p.Kind == Bars)
	x.from, x.to = left, right-room-10
	if p.Kind == Swings {
		x.from, x.to = left+room+8, right-room-8
	}
	return x
}

// drawPanel draws the scale of a panel and the marks of its rows.
func (c Rows) drawPanel(s *sheet, p Panel, left, right vg.Length, middles []vg.Length, bottom vg.Length) {
	face := s.plain(tickSize)
	x := c.scale(s, p, left, right)
	s.verticals(x, s.top, bottom, true)
	labels := p.labels(s, (right-left)/2)
	for i, middle := range middles {
		if p.Kind == Swings {
			s.swing(p, i, x, middle, labels[0][i], labels[1][i])
			continue
		}
		for k, m := range p.Measures {
			y := middle + vg.Length(linePitch/2*vg.Length(2*k-len(p.Measures)+1))
			s.estimate(p.Kind, k, x, m.Values[i], y)
			s.write(labels[k][i], face, ink, right, y+tickSize/3, end)
		}
	}
	if p.Kind != Points {
		s.rule(ink, 1.2, x.at(p.Base), s.top, x.at(p.Base), bottom)
	}
	if p.Kind == Swings {
		base := "base " + p.Axis.text(p.Base)
		half := vg.Length(face.Width(base) / 2)
		s.write(base, face, ink, min(x.at(p.Base), right-half), s.top-8, middle)
	}
}

// estimate draws a point or a bar with its interval.
func (s *sheet) estimate(kind MarkKind, measure int, x scale, e Estimate, y vg.Length) {
	if e.defined() && kind == Bars {
		s.bar(measure, min(x.at(0), x.at(e.Value)), max(x.at(0), x.at(e.Value)), y)
	}
	if e.hasInterval() {
		const width, half = 1.6, 6
		lo, hi := x.at(e.Lo), x.at(e.Hi)
		s.rule(ink, width, lo, y, hi, y)
		s.rule(ink, width, lo, y-half, lo, y+half)
		s.rule(ink, width, hi, y-half, hi, y+half)
	}
	if e.defined() && kind == Points {
		s.fill(category(measure), marker(measure, x.at(e.Value), y, 4))
	}
}

// bar draws a bar, full and hollow by turns, so that the measures of a row
// differ without their colours too.
func (s *sheet) bar(measure int, left, right, y vg.Length) {
	const half = 5
	p := category(measure)
	if measure%2 == 0 {
		s.block(p, 1, left, y-half, right, y+half)
		return
	}
	rim := rectangle(left, y-half+0.75, right, y+half-0.75)
	s.fillFaintly(p, rim)
	s.stroke(p, 1.5, nil, rim)
}

// swing draws the bar of row i, in one colour below the base and another above
// it, with the inputs at its ends.
func (s *sheet) swing(p Panel, i int, x scale, y vg.Length, lowLabel, highLabel string) {
	face := s.plain(tickSize)
	base := x.at(p.Base)
	if !p.drawn(i) {
		at, side := base+6, start // of the base, where there is more room
		if base > (x.from+x.to)/2 {
			at, side = base-6, end
		}
		s.write("undefined", face, faint, at, y+tickSize/3, side)
		return
	}
	from, to := x.at(p.Measures[0].Values[i].Value), x.at(p.Measures[1].Values[i].Value)
	if from > to {
		from, to, lowLabel, highLabel = to, from, highLabel, lowLabel
	}
	turn := min(max(base, from), to)
	s.block(category(1), 1, from, y-7, turn, y+7)
	s.block(category(0), 1, turn, y-7, to, y+7)
	s.write(lowLabel, face, ink, from-6, y+tickSize/3, end)
	s.write(highLabel, face, ink, to+6, y+tickSize/3, start)
}
