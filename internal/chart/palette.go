package chart

import (
	"fmt"
	"image/color"
	"strings"
)

// paint is a colour by its use: it differs between light and dark.
type paint uint8

const (
	paper paint = iota
	ink
	faint     // text of less weight
	grid      // lines behind the data
	below     // the lower end of a diverging scale
	atZero    // its middle
	above     // its upper end
	series0   // the first category
	allPaints = series0 + paint(seriesCount)
)

// seriesCount is how many categories have a colour of their own.
const seriesCount = 7

// category returns the paint of the i-th category.
func category(i int) paint { return series0 + paint(i%seriesCount) }

// The categories are the colours of Okabe and Ito (Color Universal Design, 2008)
// that show on the paper, those with most contrast first.
var (
	light = [allPaints]uint32{0xFFFFFF, 0x1A1A1A, 0x555555, 0xDDDDDD, 0xB35806, 0xF7F7F7, 0x0A4F8F,
		0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x1A1A1A}
	dark = [allPaints]uint32{0x111111, 0xEEEEEE, 0xB4B4B4, 0x3A3A3A, 0xF5A623, 0x242424, 0x4DA3FF,
		0x56B4E9, 0xE69F00, 0x009E73, 0xCC79A7, 0xF0E442, 0xD55E00, 0xEEEEEE}
)

// class names the paint in an SVG. The prefix keeps a page's own rules away.
func (p paint) class() string {
	if p >= series0 {
		return fmt.Sprintf("chart-series%d", p-series0)
	}
	return "chart-" + [...]string{"paper", "ink", "faint", "grid", "below", "zero", "above"}[p]
}

func hex(rgb uint32) string { return fmt.Sprintf("#%06x", rgb) }

// rgba returns the light colour with an opacity of 0 to 1.
func (p paint) rgba(opacity float64) color.NRGBA {
	rgb := light[p]
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(float64(opacity*0xFF) + 0.5)}
}

// Style returns the style sheet that every SVG holds, so that the content
// security policy of a page can name its hash. The attributes of an SVG are
// light; the sheet overrides them on screens whose reader prefers dark. Programs
// that know no style sheets, and printers, stay light.
func Style() string {
	var b strings.Builder
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n")
	for p := range allPaints {
		c := hex(dark[p])
		fmt.Fprintf(&b, ".%[1]s { fill: %[2]s } .%[1]s-line { stroke: %[2]s }\n", p.class(), c)
	}
	b.WriteString("}\n")
	return b.String()
}
