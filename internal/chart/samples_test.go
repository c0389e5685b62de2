package chart_test

import (
	"fmt"
	"math"

	. "errbench/internal/chart"
)

// sample is a chart that the tests draw.
type sample struct {
	name  string
	chart Chart
}

var nan = math.NaN()

func samples() []sample {
	return []sample{
		{"intervals", intervals(3)},
		{"intervals-12", intervals(12)},
		{"intervals-1", intervals(1)},
		{"intervals-undefined", undefinedIntervals()},
		{"intervals-equal", equalIntervals()},
		{"intervals-sizes", sizes()},
		{"lines", lines(3, 21)},
		{"lines-12", lines(12, 21)},
		{"lines-1000", lines(4, 1000)},
		{"lines-point", lines(2, 1)},
		{"lines-gaps", gaps()},
		{"lines-log", logLines()},
		{"lines-same", sameLines()},
		{"heatmap", heatMap(21, 15)},
		{"heatmap-uneven", unevenMap()},
		{"heatmap-fine", heatMap(60, 60)},
		{"heatmap-cell", heatMap(1, 1)},
		{"heatmap-zero", zeroMap()},
		{"bars", bars(6, 2)},
		{"bars-12", bars(12, 3)},
		{"tornado", tornado()},
		{"points-2", pointPairs()},
	}
}

var names = []string{"generic-message", "code-only", "actionable-envelope", "code-only-with-a-second-attempt",
	"actionable-envelope-with-a-budget-and-a-very-long-name-indeed", "retry-after", "trace-id", "text-of-the-server",
	"distorted-envelope", "no-recovery", "always-retry", "oracle"}

var rate = Axis{Label: "resolution rate", Percent: true, Decimals: 2}

func around(v, half float64) Estimate { return Estimate{Value: v, Lo: v - half, Hi: v + half} }

func panel(label string, kind MarkKind, values ...Estimate) Panel {
	return Panel{Axis: Axis{Label: label}, Kind: kind, Measures: []Measure{{Values: values}}}
}

func intervals(n int) Rows {
	c := Rows{Heading: Heading{"Resolution rate and wasted retries by strategy", "Synthetic: assumed, not measured; n = 60,000 operations, 95 % Wilson intervals"}, Names: names[:n]}
	var values [4][]Estimate
	for i := range n {
		values[0] = append(values[0], around(0.7987+float64(i)*0.011, 0.0032))
		values[1] = append(values[1], Exact(float64(12345-i*800)))
		values[2] = append(values[2], Exact(float64(3584-i*298)))
		values[3] = append(values[3], Exact(0))
	}
	c.Panels = []Panel{panel("", Points, values[0]...), panel("recovery attempts without success", Bars, values[1]...),
		panel("retries of permanent failures", Bars, values[2]...), panel("futile attempts", Bars, values[3]...)}
	c.Panels[0].Axis = rate
	return c
}

// pair replaces the panels by one of points and one of bars.
func pair(points, bars []Estimate) Rows {
	c := intervals(3)
	c.Panels = c.Panels[:2]
	c.Panels[0].Measures[0].Values, c.Panels[1].Measures[0].Values = points, bars
	return c
}

func undefinedIntervals() Chart {
	return pair([]Estimate{{nan, nan, nan}, {0.5, nan, nan}, around(0.6, 0.1)}, []Estimate{{Value: math.Inf(1)}, Exact(3), Exact(0)})
}

func equalIntervals() Chart {
	return pair([]Estimate{Exact(1), Exact(1), Exact(1)}, []Estimate{Exact(0), Exact(0), Exact(0)})
}

func sizes() Chart {
	c := Rows{Heading{"Huge and tiny numbers", ""}, names[:3], []Panel{
		panel("", Bars, Exact(1e300), Exact(math.MaxFloat64), Exact(-1e300)),
		panel("", Points, Exact(5e-324), Exact(1e-323), Exact(0)),
		panel("", Points, Exact(0.5), Exact(math.Nextafter(0.5, 1)), Exact(0.5)),
	}}
	c.Panels[0].Axis, c.Panels[1].Axis, c.Panels[2].Axis = Axis{Label: "huge", Unit: "ms"}, Axis{Label: "tiny", Unit: "s", Decimals: 2}, Axis{Label: "near", Decimals: 9}
	return c
}

func series(i, n int, f func(x float64) float64, half float64) Series {
	s := Series{Name: names[i]}
	for k := range n {
		x := float64(k) / float64(max(n-1, 1))
		s.Points = append(s.Points, Point{x, around(f(x), half)})
	}
	return s
}

func lines(count, n int) Lines {
	c := Lines{Heading: Heading{"Resolution rate by the success of a repair from a hint", "Expected in closed form; assumed, not measured"},
		X: Axis{Label: "repair_success.hint", Decimals: 2}, References: []Reference{{0.45, "break-even 0.45"}, {0.5, "published 0.5"}},
		Panels: []LinePanel{{Y: rate}, {Y: Axis{Label: "wasted retries per operation", Decimals: 3}}}}
	for i := range count {
		c.Panels[0].Series = append(c.Panels[0].Series, series(i, n, func(x float64) float64 { return 0.78 + float64(i%3)*0.02*x + float64(i)*0.005 }, 0.004))
		c.Panels[1].Series = append(c.Panels[1].Series, series(i, n, func(x float64) float64 { return 0.2 - float64(i)*0.01*x }, 0))
	}
	return c
}

func sameLines() Chart {
	c := lines(4, 11)
	c.Panels = c.Panels[:1]
	for i := range c.Panels[0].Series {
		c.Panels[0].Series[i] = series(i, 11, func(x float64) float64 { return 0.8 + 0.1*x*x }, 0)
	}
	return c
}

func gaps() Chart {
	c := lines(2, 21)
	for k := range 6 {
		c.Panels[0].Series[0].Points[5+k].Value = nan
	}
	c.Panels[0].Series[0].Points[8].Estimate = around(0.79, 0.01)
	for k := range c.Panels[1].Series[1].Points {
		c.Panels[1].Series[1].Points[k].Value = nan
	}
	return c
}

func logLines() Chart {
	c := Lines{Heading: Heading{"Half-width of the interval by operations", ""}, X: Axis{Label: "operations", Log: true},
		Panels: []LinePanel{{Y: Axis{Label: "half-width", Percent: true, Unit: "points", Log: true, Decimals: 3}}}}
	for i := range 3 {
		s := Series{Name: names[i]}
		for k := range 9 {
			x := math.Pow(10, 1+float64(k)*0.75)
			s.Points = append(s.Points, Point{x, Exact(float64(i+1) / math.Sqrt(x))})
		}
		c.Panels[0].Series = append(c.Panels[0].Series, s)
	}
	return c
}

func heatMap(nx, ny int) HeatMap {
	c := HeatMap{Heading: Heading{"Where the actionable envelope beats code alone", "Difference of resolution rates, expected in closed form; assumed, not measured"},
		X: Axis{Label: "repair success from a hint", Decimals: 2}, Y: Axis{Label: "failure rate", Percent: true, Decimals: 1},
		Z:    Axis{Label: "actionable-envelope minus code-only", Unit: "points", Percent: true, Decimals: 2},
		Zero: "break-even"}
	for i := range nx {
		c.Xs = append(c.Xs, float64(i)/float64(max(nx-1, 1)))
	}
	for j := range ny {
		c.Ys = append(c.Ys, 0.05+0.45*float64(j)/float64(max(ny-1, 1)))
		var row []float64
		for _, x := range c.Xs {
			row = append(row, (x-0.45-0.2*math.Sin(5*c.Ys[j]))*c.Ys[j]*0.3)
		}
		c.Cells = append(c.Cells, row)
	}
	return c
}

func unevenMap() Chart {
	c := heatMap(0, 0)
	c.X, c.Xs, c.Ys = Axis{Label: "operations", Log: true}, []float64{10, 20, 100, 1000, 1500, 1e5}, []float64{0.1, 0.12, 0.2, 0.5}
	c.Cells = [][]float64{{-1, -0.5, 0, 0.5, 1, 2}, {-1, 0, 0, 0, 1, nan}, {-2, -1, -1, 1, 1, 2}, {0, 0, 0, 0.2, 0.1, 0.3}}
	return c
}

func zeroMap() Chart {
	c := heatMap(3, 3)
	for _, row := range c.Cells {
		clear(row)
	}
	c.Cells[1][1] = nan
	return c
}

func bars(n, measures int) Rows {
	p := Panel{Axis: Axis{Label: "share of the variance", Decimals: 2}, Kind: Bars}
	for k, name := range []string{"first-order", "total", "a third"}[:measures] {
		m := Measure{Name: name}
		for i := range n {
			m.Values = append(m.Values, around(0.6/float64(i+1)+0.04*float64(k)-0.02, 0.03))
		}
		p.Measures = append(p.Measures, m)
	}
	p.Measures[0].Values[n-1] = Estimate{nan, nan, nan}
	return Rows{Heading{"What the difference depends on", "Sobol indices of 4,096 points with 95 % bootstrap intervals; the ranges are assumed, not measured"}, names[:n], []Panel{p}}
}

func tornado() Rows {
	var all []Swing
	for i := range 7 {
		swing := 0.012 / float64(i+1)
		all = append(all, Swing{names[(i*5)%12], End{fmt.Sprintf("%.1f", 0.1*float64(i)), 0.0153 - swing}, End{"0.9", 0.0153 + swing*0.7}})
	}
	all[2].Low, all[2].High = all[2].High, all[2].Low
	all[4].High.Value = nan
	all[5].Low.Value, all[5].High.Value = 0.018, 0.02
	all[6].Low.Value, all[6].High.Value = 0.0153, 0.0153
	return Tornado(Heading{"One assumption at a time", "Difference actionable-envelope minus code-only; assumed, not measured"},
		Axis{Label: "difference of resolution rates", Unit: "points", Percent: true, Decimals: 2}, 0.0153, all)
}

// pointPairs has two points in each row.
func pointPairs() Chart {
	c := bars(4, 2)
	c.Panels[0].Kind = Points
	return c
}
