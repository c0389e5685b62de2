// Package chart draws charts, given as plain data, as SVG or PNG. The same
// chart gives the same bytes each time. It knows nothing of what the numbers
// are about.
package chart

import "fmt"

// Chart is what can be drawn: [Intervals], [Lines], [HeatMap], [Bars] or
// [Tornado].
type Chart interface {
	// Alt returns the chart in words, with its numbers, for those who do not see
	// it. An SVG holds it too.
	Alt() string
	// check tells what keeps the chart from being drawn.
	check() error
	// draw lays a chart that can be drawn out on a sheet, below its heading.
	draw(*sheet)
	heading() Heading
}

// Heading stands above a chart.
type Heading struct {
	Title    string // what is shown
	Subtitle string // what kind of numbers these are, as in "assumed, not measured; n = 60,000"; "" for none
}

func (h Heading) heading() Heading { return h }

// SVG draws the chart as an SVG document without any reference to the outside.
// It scales; its own size is in its width and height. No ids stand in it, so
// that several can be part of one page.
func SVG(c Chart, t Theme) ([]byte, error) {
	s, err := layOut(c, t)
	if err != nil {
		return nil, err
	}
	return s.svg(c.heading().Title, c.Alt()), nil
}

// PNG draws the chart as a PNG image, two pixels for each unit of the SVG.
// Processors may differ in the last bit of a pixel's colour.
func PNG(c Chart, t Theme) ([]byte, error) {
	s, err := layOut(c, t)
	if err != nil {
		return nil, err
	}
	return s.png()
}

// layOut draws a chart on a sheet.
func layOut(c Chart, t Theme) (*sheet, error) {
	if t > Dark {
		return nil, fmt.Errorf("picture: found theme %d; Light and Dark work", t)
	}
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	s, err := newSheet(t)
	if err != nil {
		return nil, err
	}
	s.head(c.heading())
	c.draw(s)
	return s, nil
}
