package chart

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Lines shows how measures depend on a number: panels above each other that
// share the axis of that number.
type Lines struct {
	Heading
	X          Axis
	Panels     []LinePanel // from the top, at least 1
	References []Reference
}

// LinePanel is one measure of [Lines].
type LinePanel struct {
	Y      Axis
	Series []Series // a name looks the same in every panel
}

// Series is a line through its points, with a band where they have intervals.
type Series struct {
	Name   string
	Points []Point // X ascending
}

// Point is an estimate at an x.
type Point struct {
	X float64
	Estimate
}

// Reference is a labelled vertical line through all panels.
type Reference struct {
	X     float64
	Label string // as in "break-even 0.45"
}

func (c Lines) check() error {
	var f checker
	f.heading(c.Heading)
	f.some("panels", len(c.Panels))
	f.axis(c.X)
	for _, m := range c.References {
		f.number(fmt.Sprintf("x of reference line %q", m.Label), m.X)
		f.axis(c.X, m.X)
	}
	for _, p := range c.Panels {
		f.some(fmt.Sprintf("series of panel %q", p.Y.Label), len(p.Series))
		f.axis(p.Y)
		for _, s := range p.Series {
			f.some(fmt.Sprintf("points of series %q", s.Name), len(s.Points))
			f.axis(c.X, s.xs()...)
			f.ascending(fmt.Sprintf("series %q", s.Name), s.xs())
			for _, at := range s.Points {
				f.axis(p.Y, at.extent()...)
				f.estimate(s.Name, at.Estimate)
			}
		}
	}
	return f.err
}

func (s Series) xs() []float64 {
	xs := make([]float64, len(s.Points))
	for i, p := range s.Points {
		xs[i] = p.X
	}
	return xs
}

// fewPoints is how many points of a series Alt lists one by one.
const fewPoints = 12

// Alt implements Chart.
func (c Lines) Alt() string {
	b := c.opening()
	for _, p := range c.Panels {
		b = append(b, p.Y.Label+" by "+c.X.title()+":")
		for _, s := range p.Series {
			b = append(b, s.Name+" "+s.words(c.X, p.Y)+".")
		}
	}
	for _, m := range c.References {
		b = append(b, "Marked at "+c.X.words(m.X)+": "+m.Label+".")
	}
	return strings.Join(b, " ")
}

// words lists the points of a series, or the ends and extremes if there are many.
func (s Series) words(x, y Axis) string {
	var defined []Point
	for _, p := range s.Points {
		if p.defined() {
			defined = append(defined, p)
		}
	}
	if len(defined) == 0 {
		return "is undefined everywhere"
	}
	listed := defined
	var also string
	if len(defined) > fewPoints {
		value := func(a, b Point) int { return compare(a.Value, b.Value) }
		lowest, highest := slices.MinFunc(defined, value), slices.MaxFunc(defined, value)
		listed = []Point{defined[0], defined[len(defined)-1]}
		also = fmt.Sprintf(", lowest %s at %s, highest %s at %s",
			y.interval(lowest.Estimate), x.text(lowest.X), y.interval(highest.Estimate), x.text(highest.X))
	}
	var parts []string
	for _, p := range listed {
		parts = append(parts, y.interval(p.Estimate)+" at "+x.text(p.X))
	}
	if n := len(s.Points) - len(defined); n > 0 {
		also += ", undefined at " + countOf(n, len(s.Points), "point")
	}
	return strings.Join(parts, ", ") + also
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

// The measures of a chart of lines.
const (
	pitch  vg.Length = 16 // of names beside the ends of lines
	sample vg.Length = 34 // of a line before its name
	leader vg.Length = 16 // from the end of a line to the sample
)

func (c Lines) draw(s *sheet) {
	x := c.scale()
	ys := make([]scale, len(c.Panels))
	var numbers vg.Length // the width of the labels at the left
	for i, p := range c.Panels {
		ys[i] = p.scale()
		ys[i].from, ys[i].to = 0, -200 // about as high as it will be, to choose ticks
		for _, t := range ys[i].stacked() {
			numbers = max(numbers, widest(s.plain(tickSize), t.label))
		}
	}
	face := s.plain(textSize)
	names := c.names()
	var labels []string
	for _, p := range c.Panels {
		for _, series := range p.Series {
			labels = append(labels, series.label())
		}
	}
	room := min(widest(face, labels...), nameWidth)
	x.from = margin + numbers + 8
	x.to = sheetWidth - margin - room - sample - leader - 12
	height := c.panelHeight(s.top)
	for i, p := range c.Panels {
		s.write(shorten(s.strong(textSize), p.Y.title(), sheetWidth-2*margin), s.strong(textSize), ink, margin, s.top+textSize, start)
		s.top += textSize + 10
		if i == 0 {
			s.referenceLabels(c.References, x)
		}
		ys[i].from, ys[i].to = s.top+height, s.top
		s.linePanel(p, x, ys[i], names, i == len(c.Panels)-1)
		for _, m := range c.References {
			s.stroke(ink, 1.4, referenceDash(), polygon(x.at(m.X), s.top, x.at(m.X), s.top+height))
		}
		s.top += height + 14
	}
	s.top += tickSize + textSize
	title := s.strong(textSize)
	s.write(shorten(title, c.X.title(), x.to-x.from), title, ink, (x.from+x.to)/2, s.top, middle)
	s.height = s.top + margin
}

// panelHeight shares the height left on a sheet, and grows with the names beside
// the lines.
func (c Lines) panelHeight(top vg.Length) vg.Length {
	n := vg.Length(len(c.Panels))
	height := max((sheetHeight-top-2*margin)/n-textSize-24, 90)
	for _, p := range c.Panels {
		height = max(height, pitch*vg.Length(len(p.Series)))
	}
	return height
}

// names returns the names of all series, each once.
func (c Lines) names() (names []string) {
	for _, p := range c.Panels {
		for _, s := range p.Series {
			if !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

func (c Lines) scale() scale {
	var xs []float64
	for _, p := range c.Panels {
		for _, s := range p.Series {
			xs = append(xs, s.xs()...)
		}
	}
	for _, m := range c.References {
		xs = append(xs, m.X)
	}
	return scaleFor(c.X, xs, false)
}

func (p LinePanel) scale() scale {
	var ys []float64
	for _, s := range p.Series {
		for _, at := range s.Points {
			ys = append(ys, at.extent()...)
		}
	}
	return scaleFor(p.Y, ys, false)
}

// referenceLabels writes labels beside the tops of their lines, and
// moves top below them. A label that reaches over another line stands above the
// label of that line.
func (s *sheet) referenceLabels(references []Reference, x scale) {
	const pitch = tickSize + 4
	face := s.plain(tickSize)
	sorted := slices.SortedStableFunc(slices.Values(references), func(a, b Reference) int { return compare(b.X, a.X) })
	labels := make([]string, len(sorted))
	rows := make([]int, len(sorted)) // from the bottom, 1
	highest := 0
	for i, m := range sorted { // from the right
		labels[i] = shorten(face, m.Label, sheetWidth-margin-x.at(m.X)-5)
		rows[i] = 1
		for j := range i {
			if x.at(sorted[j].X) < x.at(m.X)+5+face.Width(labels[i])+8 {
				rows[i] = max(rows[i], rows[j]+1)
			}
		}
		highest = max(highest, rows[i])
	}
	bottom := s.top + vg.Length(vg.Length(highest)*pitch)
	for i, m := range sorted {
		top := bottom - vg.Length(vg.Length(rows[i])*pitch)
		s.stroke(ink, 1.4, referenceDash(), polygon(x.at(m.X), top, x.at(m.X), bottom))
		s.write(labels[i], face, ink, x.at(m.X)+5, top+tickSize-1, start)
	}
	s.top = bottom
}

func referenceDash() []vg.Length { return []vg.Length{5, 4} }

// linePanel draws the lines of one measure, and their names at their ends.
func (s *sheet) linePanel(p LinePanel, x, y scale, names []string, last bool) {
	s.verticals(x, y.to, y.from, last)
	s.horizontals(y, x.from, x.to)
	ends := make([]vg.Length, len(p.Series)) // where the lines end
	for i, series := range p.Series {
		kind := slices.Index(names, series.Name)
		s.band(series, kind, x, y)
		ends[i] = (y.from + y.to) / 2
		for _, at := range series.Points {
			if at.defined() {
				ends[i] = y.at(at.Value)
			}
		}
	}
	for i, series := range p.Series {
		s.line(series, slices.Index(names, series.Name), i, x, y)
	}
	face := s.plain(textSize)
	for i, at := range keepApart(ends, y.to, y.from) {
		series := p.Series[i]
		kind := slices.Index(names, series.Name)
		from, to := x.to+leader, x.to+leader+sample
		if last, ok := series.last(); ok {
			s.rule(grid, 1, x.at(last.X)+6, ends[i], from-3, at)
		}
		s.stroke(category(kind), 2, dashing(kind), polygon(from, at, to, at))
		s.fill(category(kind), marker(kind, (from+to)/2, at, 4.2))
		s.write(shorten(face, series.label(), nameWidth), face, ink, to+8, at+textSize/3, start)
	}
}

// last returns the last point that is defined.
func (s Series) last() (Point, bool) {
	for _, p := range slices.Backward(s.Points) {
		if p.defined() {
			return p, true
		}
	}
	return Point{}, false
}

// label returns the name, with a word if there is no line.
func (s Series) label() string {
	if _, ok := s.last(); !ok {
		return "undefined: " + s.Name
	}
	return s.Name
}

// keepApart moves coordinates between top and bottom as little as needed until they
// are a pitch apart.
func keepApart(ys []vg.Length, top, bottom vg.Length) []vg.Length {
	order := make([]int, len(ys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(float64(ys[a]), float64(ys[b])) })
	moved := make([]vg.Length, len(ys))
	next := top + pitch/2
	for _, i := range order {
		moved[i] = max(ys[i], next)
		next = moved[i] + pitch
	}
	next = bottom - pitch/2
	for _, i := range slices.Backward(order) {
		moved[i] = min(moved[i], next)
		next = moved[i] - pitch
	}
	return moved
}

// line draws a series with its markers, and a gap if a point is undefined.
func (s *sheet) line(series Series, kind, nth int, x, y scale) {
	var p vg.Path
	broken := true
	for _, at := range series.Points {
		if !at.defined() {
			broken = true
			continue
		}
		place := vg.Point{X: x.at(at.X), Y: y.at(at.Value)}
		if broken {
			p.Move(place)
		} else {
			p.Line(place)
		}
		broken = false
	}
	width := vg.Length(2)
	if kind == 0 {
		width = 3.2
	}
	if p != nil {
		s.stroke(category(kind), width, dashing(kind), p)
	}
	const often = 30 // more markers than that hide the line
	every, first := 1, 0
	if n := len(series.Points); n > often {
		every = n / 8
		first = (every/2 + nth*every/5) % every
	}
	for i := first; i < len(series.Points); i += every {
		if at := series.Points[i]; at.defined() {
			s.fill(category(kind), marker(kind, x.at(at.X), y.at(at.Value), 5-vg.Length(0.5*float64(min(kind, 4)))))
		}
	}
}

// band fills the intervals of a series.
func (s *sheet) band(series Series, kind int, x, y scale) {
	points := series.Points
	for len(points) > 0 {
		n := slices.IndexFunc(points, func(p Point) bool { return !p.hasInterval() })
		if n < 0 {
			n = len(points)
		}
		if n > 1 {
			var xy []vg.Length
			for _, p := range points[:n] {
				xy = append(xy, x.at(p.X), y.at(p.Hi))
			}
			for _, p := range slices.Backward(points[:n]) {
				xy = append(xy, x.at(p.X), y.at(p.Lo))
			}
			p := polygon(xy...)
			p.Close()
			s.fillFaintly(category(kind), p)
		}
		if n == 1 { // an interval without neighbours
			s.rule(category(kind), 1.6, x.at(points[0].X), y.at(points[0].Lo), x.at(points[0].X), y.at(points[0].Hi))
		}
		points = points[min(n+1, len(points)):]
	}
}
