package chart_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	. "errbench/internal/chart"
)

func TestNumbersAreWritten(t *testing.T) {
	for _, test := range []struct {
		axis Axis
		v    float64
		want string
	}{
		{Axis{}, 1234567, "1,234,567"},
		{Axis{}, -1234, "−1,234"},
		{Axis{Decimals: 2}, 0.125, "0.13"}, // halves go away from zero
		{Axis{Decimals: 2}, -0.125, "−0.13"},
		{Axis{Decimals: 1, Percent: true}, 0.6705, "67.1"}, // the decimal, not 67.04999 of the double
		{Axis{Decimals: 2}, -0.001, "0.00"},
		{Axis{Decimals: 2}, 1e300, "1.00e300"},
		{Axis{Decimals: 2, Percent: true}, 1e-9, "1.00e−7"},
		{Axis{}, math.NaN(), "undefined"},
		{Axis{}, math.Inf(-1), "undefined"},
	} {
		if got := test.axis.Write(test.v); got != test.want {
			t.Errorf("%+v writes %v as %q, want %q", test.axis, test.v, got, test.want)
		}
	}
}

// A label says where its tick stands, no two are alike, and there is at least
// one.
func TestTicksStandWhereTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-1e9, 1e9)
		a := Axis{Decimals: 1}
		if rapid.Bool().Draw(t, "log") {
			a.Log, number = true, rapid.Float64Range(1e-9, 1e9)
		}
		values := rapid.SliceOfN(rapid.OneOf(number, rapid.Float64Range(0.1, 1)), 0, 5).Draw(t, "values")
		lo, hi, at, labels := Ticks(a, values, rapid.Float64Range(40, 500).Draw(t, "room"))
		if len(at) == 0 || len(at) > 14 {
			t.Fatalf("%d ticks", len(at))
		}
		for _, v := range values {
			if v < lo || v > hi {
				t.Errorf("%v is not within %v to %v", v, lo, hi)
			}
		}
		for i, v := range at {
			text := strings.NewReplacer(",", "", "−", "-").Replace(labels[i])
			said, err := strconv.ParseFloat(text, 64)
			if err != nil || len(at) > 1 && math.Abs(said-v) > 1e-9*math.Abs(v) {
				t.Errorf("%q stands at %v", labels[i], v)
			}
			if v < lo || v > hi || i > 0 && (v <= at[i-1] || labels[i] == labels[i-1]) {
				t.Errorf("%v after %v, from %v to %v", at, labels, lo, hi)
			}
		}
	})
}

// On a plane the line is straight: every end of it lies where the plane is
// zero, and no square of the grid that the plane crosses is without one.
func TestContourOfAPlane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := heatMap(0, 0)
		for range rapid.IntRange(2, 6).Draw(t, "columns") {
			c.Xs = append(c.Xs, float64(len(c.Xs))+rapid.Float64Range(0, 0.5).Draw(t, "x"))
		}
		for range rapid.IntRange(2, 6).Draw(t, "rows") {
			c.Ys = append(c.Ys, float64(len(c.Ys))+rapid.Float64Range(0, 0.5).Draw(t, "y"))
		}
		p, q, r := float64(rapid.IntRange(-3, 3).Draw(t, "p")), rapid.Float64Range(-3, 3).Draw(t, "q"), rapid.Float64Range(-3, 3).Draw(t, "r")
		plane := func(x, y float64) float64 { return p*x + q*y + r }
		for _, y := range c.Ys {
			var row []float64
			for _, x := range c.Xs {
				row = append(row, plane(x, y))
			}
			c.Cells = append(c.Cells, row)
		}
		lines := c.Contour()
		for _, l := range lines {
			if math.Abs(plane(l[0], l[1])) > 1e-9 || math.Abs(plane(l[2], l[3])) > 1e-9 {
				t.Errorf("the plane is %v and %v at the ends of %v", plane(l[0], l[1]), plane(l[2], l[3]), l)
			}
		}
		crossed := 0
		for j := range len(c.Ys) - 1 {
			for i := range len(c.Xs) - 1 {
				v := []float64{c.Cells[j][i], c.Cells[j+1][i], c.Cells[j][i+1], c.Cells[j+1][i+1]}
				above, below := false, false
				for _, v := range v {
					above, below = above || v > 1e-6, below || v < -1e-6
				}
				if above && below {
					crossed++
				}
			}
		}
		if len(lines) < crossed {
			t.Errorf("%d lines in %d squares", len(lines), crossed)
		}
	})
}
