package chart

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Intervals shows measures side by side, with a row for each name: points with
// their intervals, or bars.
type Intervals struct {
	Heading
	Names  []string // of the rows, from the top
	Panels []Panel  // from the left, 1 to 5
}

// Panel is one measure of [Intervals].
type Panel struct {
	Axis   Axis
	Bars   bool       // bars from zero, for amounts; otherwise points, whose axis need not hold zero
	Values []Estimate // one for each name
}

// maxPanels is how many fit side by side.
const maxPanels = 5

func (c Intervals) check() error {
	var f faults
	f.heading(c.Heading)
	f.unless(len(c.Names) > 0, "found no names; a chart of intervals takes one for each row")
	f.unless(len(c.Panels) > 0 && len(c.Panels) <= maxPanels, "found %d panels; 1 to %d work", len(c.Panels), maxPanels)
	for _, p := range c.Panels {
		f.axis(p.Axis)
		f.linear(p.Axis)
		f.unless(len(p.Values) == len(c.Names), "panel %q: found %d values and %d names; as many work", p.Axis.Label, len(p.Values), len(c.Names))
		if f.err != nil {
			break
		}
		for i, e := range p.Values {
			f.estimate(c.Names[i], e)
		}
	}
	return f.err
}

// Alt implements Chart.
func (c Intervals) Alt() string {
	b := c.opening()
	for _, p := range c.Panels {
		var parts []string
		for i, e := range p.Values {
			parts = append(parts, c.Names[i]+" "+p.Axis.interval(e))
		}
		b = append(b, p.Axis.Label+": "+strings.Join(parts, "; ")+".")
	}
	return strings.Join(b, " ")
}

func (c Intervals) draw(s *sheet) {
	left := margin + min(widest(s.plain(textSize), c.Names...), nameWidth) + gap
	lefts, widths := c.columns(left)
	axes := make([]Axis, len(c.Panels))
	for i, p := range c.Panels {
		axes[i] = p.Axis
	}
	s.titles(axes, lefts, widths)
	height := rowHeight(len(c.Names))
	rows := middles(len(c.Names), s.top, height)
	bottom := s.top + vg.Length(height*vg.Length(len(rows)))
	for i, p := range c.Panels {
		s.panel(p, c.alike(p), lefts[i], lefts[i]+widths[i], rows, bottom)
	}
	s.nameColumn(c.Names, rows)
	s.finish(bottom)
}

// columns shares what is right of the names out: points get half as much again
// as bars, since they tell less at the same width.
func (c Intervals) columns(left vg.Length) (lefts, widths []vg.Length) {
	weight := func(p Panel) vg.Length {
		if p.Bars {
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

// alike returns the panels whose bars can be compared with those of a panel:
// amounts in the same unit have one scale.
func (c Intervals) alike(p Panel) []Panel {
	if !p.Bars {
		return []Panel{p}
	}
	var all []Panel
	for _, q := range c.Panels {
		if q.Bars && q.Axis.unit() == p.Axis.unit() && q.Axis.Percent == p.Axis.Percent {
			all = append(all, q)
		}
	}
	return all
}

// labels returns the values of the panel as they are written into so much room.
func (p Panel) labels(face font.Face, room vg.Length) []string {
	var full, brief []string
	for _, e := range p.Values {
		full, brief = append(full, p.Axis.text(e.Value)), append(brief, p.Axis.brief(e.Value))
	}
	if widest(face, full...) > room {
		return brief
	}
	return full
}

// panel draws one measure: its scale, which it shares with panels alike, and in
// each row a mark with its value at the right.
func (s *sheet) panel(p Panel, alike []Panel, left, right vg.Length, rows []vg.Length, bottom vg.Length) {
	face := s.plain(tickSize)
	var values []float64
	var widths []string
	for _, q := range alike {
		for _, e := range q.Values {
			values = append(values, e.ends()...)
		}
		widths = append(widths, q.labels(face, (right-left)/2)...)
	}
	labels := p.labels(face, (right-left)/2)
	x := scaleFor(p.Axis, values, p.Bars)
	x.from, x.to = left, right-widest(face, widths...)-10
	s.verticals(x, s.top, bottom, true)
	zero := x.at(0)
	for i, e := range p.Values {
		y := rows[i]
		if e.defined() && p.Bars {
			s.block(s.series[1], min(zero, x.at(e.Value)), y-6, max(zero, x.at(e.Value)), y+6)
		}
		s.whisker(x, e, y)
		if e.defined() && !p.Bars {
			s.fill(s.series[0], circle(x.at(e.Value), y, 4))
		}
		s.write(labels[i], face, s.ink, right, y+tickSize/3, end)
	}
	if p.Bars {
		s.rule(s.ink, 1, zero, s.top, zero, bottom)
	}
}
