package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
)

func circle(x, y, r vg.Length) vg.Path {
	var p vg.Path
	p.Arc(vg.Point{X: x, Y: y}, r, 0, 2*math.Pi)
	return p
}

// marker returns the outline of a category around a point: categories differ in
// shape as well as in colour.
func marker(i int, x, y, r vg.Length) vg.Path {
	of := func(share vg.Length) vg.Length { return vg.Length(r * share) }
	var p vg.Path
	switch i % 6 {
	case 0:
		return circle(x, y, r)
	case 1:
		h := of(0.9)
		return rectangle(x-h, y-h, x+h, y+h)
	case 2:
		w, h := of(1.1), of(0.88)
		p = polygon(x-w, y+h, x+w, y+h, x, y-w)
	case 3:
		h := of(1.25)
		p = polygon(x-h, y, x, y-h, x+h, y, x, y+h)
	case 4:
		w, h := of(1.1), of(0.88)
		p = polygon(x-w, y-h, x+w, y-h, x, y+w)
	case 5:
		t, w := of(1.15), of(0.4)
		p = polygon(x-w, y-t, x+w, y-t, x+w, y-w, x+t, y-w, x+t, y+w, x+w, y+w,
			x+w, y+t, x-w, y+t, x-w, y+w, x-t, y+w, x-t, y-w, x-w, y-w)
	}
	p.Close()
	return p
}

// dashing returns the dashes of a category. Only the first is solid: it is drawn
// first, and shows through the gaps of lines on the same points.
func dashing(i int) []vg.Length {
	patterns := [][]vg.Length{nil, {9, 5}, {2.5, 3.5}, {12, 4, 2.5, 4}, {5, 3}, {16, 5}, {9, 3, 2, 3, 2, 3}}
	if i >= len(patterns) {
		i = 1 + (i-len(patterns))%(len(patterns)-1)
	}
	return patterns[i]
}
