package chart

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Chart is [Rows], [Lines] or [HeatMap].
type Chart interface {
	// Alt returns the chart in words, with its numbers, for readers who do not
	// see it. An SVG holds the text too.
	Alt() string
	// check returns what keeps the chart from being drawn, or nil.
	check() error
	// draw adds a chart that passes check to a sheet, below the heading.
	draw(*sheet)
	heading() Heading
}

// Heading stands above a chart.
type Heading struct {
	Title    string // what is shown
	Subtitle string // what kind of numbers these are, as in "assumed, not measured; n = 60,000"; may be ""
}

func (h Heading) heading() Heading { return h }

// opening returns the sentences that every Alt begins with.
func (h Heading) opening() (sentences []string) {
	for _, t := range []string{h.Title, h.Subtitle} {
		if t != "" {
			sentences = append(sentences, strings.TrimSuffix(t, ".")+".")
		}
	}
	return sentences
}

// Drawer draws a chart in one format: it is [SVG] or [PNG].
type Drawer func(Chart) ([]byte, error)

// DrawerOf returns the drawer for the extension of a file.
func DrawerOf(file string) (Drawer, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".svg":
		return SVG, nil
	case ".png":
		return PNG, nil
	default:
		return nil, fmt.Errorf("%q: a chart needs a file name that ends in .svg or .png", file)
	}
}

// SVG draws the chart as an SVG document that refers to nothing outside. It
// scales from its width and height, and has no ids, so several can stand in one
// HTML page. Its colours are light, and dark where the reader prefers dark.
func SVG(c Chart) ([]byte, error) {
	s, err := layOut(c)
	if err != nil {
		return nil, err
	}
	return s.svg(c.heading().Title, c.Alt()), nil
}

// PNG draws the chart as a light image, with two pixels for each unit of the
// SVG. Processors may differ in the last bit of a pixel.
func PNG(c Chart) ([]byte, error) {
	s, err := layOut(c)
	if err != nil {
		return nil, err
	}
	return s.png()
}

func layOut(c Chart) (*sheet, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("chart: %w", err)
	}
	s, err := newSheet()
	if err != nil {
		return nil, err
	}
	s.head(c.heading())
	c.draw(s)
	return s, nil
}
