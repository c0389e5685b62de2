package chart

import "image/color"

// Theme chooses the colours of a chart.
type Theme uint8

// The themes.
const (
	Light Theme = iota // dark on white
	Dark               // light on #111
)

// colours are what a theme paints with.
type colours struct {
	paper, ink, faint, grid color.RGBA // faint: text of less weight; grid: lines behind the data
	// series are the categories of Okabe and Ito (Color Universal Design, 2008)
	// that show on the paper, those with most contrast first.
	series []color.RGBA
	// low and high are the ends of a diverging scale, zero its middle.
	low, zero, high color.RGBA
}

func (t Theme) colours() colours {
	if t == Dark {
		return colours{
			paper: rgb(0x111111), ink: rgb(0xEEEEEE), faint: rgb(0xB4B4B4), grid: rgb(0x3A3A3A),
			series: []color.RGBA{rgb(0x56B4E9), rgb(0xE69F00), rgb(0x009E73), rgb(0xCC79A7), rgb(0xF0E442), rgb(0xD55E00), rgb(0xEEEEEE)},
			low:    rgb(0xF5A623), zero: rgb(0x242424), high: rgb(0x4DA3FF),
		}
	}
	return colours{
		paper: rgb(0xFFFFFF), ink: rgb(0x1A1A1A), faint: rgb(0x555555), grid: rgb(0xDDDDDD),
		series: []color.RGBA{rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7), rgb(0xE69F00), rgb(0x56B4E9), rgb(0x1A1A1A)},
		low:    rgb(0xB35806), zero: rgb(0xF7F7F7), high: rgb(0x0A4F8F),
	}
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// between mixes two opaque colours, share 0 to 1 of the second.
func between(a, b color.RGBA, share float64) color.RGBA {
	mix := func(x, y uint8) uint8 {
		return uint8(float64(x) + float64(share*(float64(y)-float64(x))) + 0.5)
	}
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xFF}
}

// diverging returns the colour of a share of a scale, -1 to 1.
func (c colours) diverging(share float64) color.RGBA {
	if share < 0 {
		return between(c.zero, c.low, -share)
	}
	return between(c.zero, c.high, share)
}
