package chart

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// Bars shows several measures of each name as bars below each other, with
// their intervals.
type Bars struct {
	Heading
	Axis     Axis
	Measures []string // as in "first-order", "total"; 1 to 4
	Groups   []Group  // from the top
}

// Group is what [Bars] shows of one name.
type Group struct {
	Name   string
	Values []Estimate // one for each measure
}

// maxMeasures is how many bars of a group look different at a glance.
const maxMeasures = 4

func (c Bars) check() error {
	var f faults
	f.heading(c.Heading)
	f.unless(len(c.Groups) > 0, "found no groups; a chart of bars takes at least one")
	f.unless(len(c.Measures) > 0 && len(c.Measures) <= maxMeasures, "found %d measures; 1 to %d work", len(c.Measures), maxMeasures)
	f.axis(c.Axis)
	f.linear(c.Axis)
	for _, g := range c.Groups {
		f.unless(len(g.Values) == len(c.Measures), "group %q: found %d values and %d measures; as many work", g.Name, len(g.Values), len(c.Measures))
		for _, e := range g.Values {
			f.estimate(g.Name, e)
		}
	}
	return f.err
}

// Alt implements Chart.
func (c Bars) Alt() string {
	b := append(c.opening(), c.Axis.Label+":")
	for _, g := range c.Groups {
		var parts []string
		for k, e := range g.Values {
			parts = append(parts, c.Measures[k]+" "+c.Axis.interval(e))
		}
		b = append(b, g.Name+": "+strings.Join(parts, ", ")+".")
	}
	return strings.Join(b, " ")
}

func (c Bars) draw(s *sheet) {
	var entries []entry
	for k, m := range c.Measures {
		entries = append(entries, entry{func(x, y vg.Length) { s.bar(k, x-keyWidth/2, x+keyWidth/2, y) }, m})
	}
	s.legend(entries)
	face := s.plain(tickSize)
	var names, labels []string
	var values []float64
	for _, g := range c.Groups {
		names = append(names, g.Name)
		for _, e := range g.Values {
			values = append(values, e.ends()...)
			labels = append(labels, c.Axis.text(e.Value))
		}
	}
	left, right := margin+min(widest(s.plain(textSize), names...), nameWidth)+gap, sheetWidth-margin
	s.titles([]Axis{c.Axis}, []vg.Length{left}, []vg.Length{right - left})
	x := scaleFor(c.Axis, values, true)
	x.from, x.to = left, right-widest(face, labels...)-10
	const thick = 14
	height := vg.Length(thick*len(c.Measures) + 12)
	rows := middles(len(names), s.top, height)
	bottom := s.top + vg.Length(height*vg.Length(len(rows)))
	s.verticals(x, s.top, bottom, true)
	for i, g := range c.Groups {
		for k, e := range g.Values {
			y := rows[i] + vg.Length(thick/2*(2*k-len(c.Measures)+1))
			if e.defined() {
				s.bar(k, min(x.at(0), x.at(e.Value)), max(x.at(0), x.at(e.Value)), y)
			}
			s.whisker(x, e, y)
			s.write(c.Axis.text(e.Value), face, s.ink, right, y+tickSize/3, end)
		}
	}
	s.rule(s.ink, 1, x.at(0), s.top, x.at(0), bottom)
	s.nameColumn(names, rows)
	s.finish(bottom)
}

// bar draws the bar of a measure: full or hollow by turns, so that neighbours
// differ without their colours too.
func (s *sheet) bar(measure int, left, right, y vg.Length) {
	const half = 5
	c := s.look(measure)
	if measure%2 == 0 {
		s.block(c, left, y-half, right, y+half)
		return
	}
	rim := rectangle(left, y-half+0.75, right, y+half-0.75)
	tint := c
	tint.A = 0x30
	s.fill(tint, rim)
	s.stroke(c, 1.5, nil, rim)
}
