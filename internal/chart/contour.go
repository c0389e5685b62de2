package chart

import (
	"math"
	"slices"
)

// segment is a straight line from x, y to x, y.
type segment [4]float64

// contour returns the parts of the line where the value is zero, by marching
// squares (Lorensen and Cline, SIGGRAPH 1987, in two dimensions) with linear
// interpolation between the places of the cells. Where the value is zero on a
// whole region the line runs around it; but a row or a column that is zero
// throughout does not say where the line meets it, so contour skips it.
// Squares with an undefined corner have no line.
func (c HeatMap) contour() (found []segment) {
	c = c.signed()
	seen := map[segment]bool{}
	for j := 0; j+1 < len(c.Ys); j++ {
		for i := 0; i+1 < len(c.Xs); i++ {
			for _, sign := range []float64{1, -1} { // what is above zero, and what is below
				for _, line := range c.square(i, j, sign) {
					if !seen[line] && (line[0] != line[2] || line[1] != line[3]) {
						seen[line] = true
						found = append(found, line)
					}
				}
			}
		}
	}
	return found
}

// signed returns the map without the rows and columns that are zero throughout.
func (c HeatMap) signed() HeatMap {
	var columns, rows []int
	for i := range c.Xs {
		if slices.ContainsFunc(c.Cells, func(row []float64) bool { return row[i] != 0 }) {
			columns = append(columns, i)
		}
	}
	for j, row := range c.Cells {
		if slices.ContainsFunc(row, func(v float64) bool { return v != 0 }) {
			rows = append(rows, j)
		}
	}
	left := c
	left.Xs, left.Ys, left.Cells = nil, nil, nil
	for _, i := range columns {
		left.Xs = append(left.Xs, c.Xs[i])
	}
	for _, j := range rows {
		left.Ys = append(left.Ys, c.Ys[j])
		var row []float64
		for _, i := range columns {
			row = append(row, c.Cells[j][i])
		}
		left.Cells = append(left.Cells, row)
	}
	return left
}

// square returns the line on which the values times sign are zero, in the square whose
// lower left corner is cell (i, j).
func (c HeatMap) square(i, j int, sign float64) (lines []segment) {
	corners := [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}} // around it
	var v [4]float64
	for k, at := range corners {
		v[k] = sign * c.Cells[at[1]][at[0]]
		if !finite(v[k]) {
			return nil
		}
	}
	var crossed [][2]float64
	for k := range corners {
		next := (k + 1) % 4
		if (v[k] > 0) == (v[next] > 0) {
			continue
		}
		a, b := corners[k], corners[next]
		size := max(math.Abs(v[k]), math.Abs(v[next]))
		share := v[k] / size / (v[k]/size - v[next]/size)
		crossed = append(crossed, [2]float64{
			along(c.Xs[a[0]], c.Xs[b[0]], share, c.X.Log), along(c.Ys[a[1]], c.Ys[b[1]], share, c.Y.Log)})
	}
	if len(crossed) == 4 && (v[0]+v[1]+v[2]+v[3] > 0) == (v[0] > 0) { // a saddle: the middle joins corner 0 and 2
		crossed = append(crossed[1:], crossed[0])
	}
	for k := 0; k+1 < len(crossed); k += 2 {
		lines = append(lines, ordered(crossed[k], crossed[k+1]))
	}
	return lines
}

// along returns the place at a share of the way between two.
func along(from, to, share float64, log bool) float64 {
	switch {
	case from == to:
		return from
	case log:
		return math.Pow(10, along(math.Log10(from), math.Log10(to), share, false))
	case share > 0.5: // the same number from either side
		return to + float64((from-to)*(1-share))
	default:
		return from + float64((to-from)*share)
	}
}

// ordered returns the same segment whichever end comes first.
func ordered(a, b [2]float64) segment {
	if b[0] < a[0] || b[0] == a[0] && b[1] < a[1] {
		a, b = b, a
	}
	return segment{a[0], a[1], b[0], b[1]}
}
