package sweep

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/chart"
	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/report"
	"errbench/scenario"
)

// The pictures of a folder.
const (
	svgFile = "sweep.svg"
	pngFile = "sweep.png"
)

// maxCells bounds the cells of a heat map: more would be smaller than a pixel.
const maxCells = 40_000

// draw writes the pictures of a sweep to a folder, or sets the reason why there is none. A shard has none.
func (r *Result) draw(dir string) error {
	if r.Shard != nil {
		return nil
	}
	drawn, why := r.picture()
	for _, name := range []string{svgFile, pngFile} {
		if drawn == nil {
			break
		}
		drawer, err := chart.DrawerOf(name)
		if err != nil {
			return err
		}
		data, err := drawer(drawn)
		if err != nil {
			why = err.Error() // a number without room in a picture must not lose the sweep
			break
		}
		if err := replace(filepath.Join(dir, name), data); err != nil {
			return err
		}
		r.pictures = append(r.pictures, name)
	}
	r.undrawn = why
	return nil
}

// picture returns the sweep as a chart: lines if one assumption varies, and a map of the
// difference between the last two strategies over a grid of two. There is no chart of other
// designs, and none of points that would overlap; why is the reason.
func (r *Result) picture() (drawn chart.Chart, why string) {
	k := len(r.Strategies)
	switch {
	case !drawable(r.Design, k):
		return nil, "a chart needs one axis, or a grid of two axes and at least two strategies"
	case int64(len(r.kept)) != r.points()*int64(k):
		return nil, fmt.Sprintf("more than %s rows would overlap", stat.Count(maxKept))
	case len(r.Design.Axes) == 1:
		return r.lines(), ""
	case len(r.kept) <= maxCells*k:
		return r.heatMap(), ""
	default:
		return nil, fmt.Sprintf("more than %s cells would be smaller than a pixel", stat.Count(maxCells))
	}
}

// drawable reports whether there is a chart for a design and a number of strategies.
func drawable(d Points, strategies int) bool {
	return len(d.Axes) == 1 || len(d.Axes) == 2 && d.Kind == Grid && strategies > 1
}

// lines draws every strategy over the one axis.
func (r *Result) lines() chart.Chart {
	rate := chart.LinePanel{Y: chart.Axis{Label: "resolution rate", Percent: true, Decimals: 2}}
	failed := chart.LinePanel{Y: chart.Axis{Label: "failed recovery attempts", Unit: "per operation", Decimals: 4}}
	for i, name := range r.Strategies {
		var rates, failures []chart.Point
		for _, s := range r.kept {
			if s.strategy != i {
				continue
			}
			estimate := chart.Estimate{Value: s.rate, Lo: s.lo, Hi: s.hi}
			if r.Engine == report.ExactEngine {
				estimate = chart.Exact(s.rate)
			}
			rates = append(rates, chart.Point{X: s.values[0], Estimate: estimate})
			failures = append(failures, chart.Point{X: s.values[0], Estimate: chart.Exact(s.failed)})
		}
		for _, points := range [][]chart.Point{rates, failures} {
			slices.SortFunc(points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
		}
		rate.Series = append(rate.Series, chart.Series{Name: name, Points: rates})
		failed.Series = append(failed.Series, chart.Series{Name: name, Points: failures})
	}
	return chart.Lines{
		Heading:    r.heading("Resolution and wasted retries by " + r.Design.Axes[0].Key),
		X:          r.axis(0),
		Panels:     []chart.LinePanel{rate, failed},
		References: r.marks(),
	}
}

// marks returns the assumed value of the axis, if it lies between the points, and the point
// at which the last two strategies are equal, if there is exactly one.
func (r *Result) marks() []chart.Reference {
	k := len(r.Strategies)
	lo, hi, at, equal := math.Inf(1), math.Inf(-1), 0.0, 0
	for i := 0; i < len(r.kept); i += k {
		x := r.kept[i].values[0]
		lo, hi = min(lo, x), max(hi, x)
		if k > 1 && r.kept[i+k-1].rate == r.kept[i+k-2].rate {
			at, equal = x, equal+1
		}
	}
	var marks []chart.Reference
	field, err := scenario.FindField(r.Design.Axes[0].Key)
	if err != nil {
		panic(err) // it was varied
	}
	if assumed, err := strconv.ParseFloat(field.Get(&r.Assumptions), 64); err == nil && lo <= assumed && assumed <= hi {
		marks = append(marks, chart.Reference{X: assumed, Label: "assumed " + vary.Decimal(assumed)})
	}
	if equal == 1 {
		marks = append(marks, chart.Reference{X: at, Label: "equal " + vary.Decimal(at)})
	}
	return marks
}

// heatMap draws the difference between the last two strategies over two axes.
func (r *Result) heatMap() chart.Chart {
	k := len(r.Strategies)
	a, b := r.Strategies[k-1], r.Strategies[k-2]
	m := chart.HeatMap{
		Heading: r.heading(fmt.Sprintf("Resolution rate of %s minus %s", a, b)),
		X:       r.axis(0), Y: r.axis(1),
		Z:    chart.Axis{Label: "difference", Percent: true, Unit: "percentage points", Decimals: 2},
		Zero: "break-even, interpolated",
	}
	for i := 0; i < len(r.kept); i += k {
		m.Xs, m.Ys = append(m.Xs, r.kept[i].values[0]), append(m.Ys, r.kept[i].values[1])
	}
	m.Xs, m.Ys = ascending(m.Xs), ascending(m.Ys)
	m.Cells = make([][]float64, len(m.Ys))
	for j := range m.Cells {
		m.Cells[j] = make([]float64, len(m.Xs))
	}
	for i := 0; i < len(r.kept); i += k {
		x, _ := slices.BinarySearch(m.Xs, r.kept[i].values[0])
		y, _ := slices.BinarySearch(m.Ys, r.kept[i].values[1])
		m.Cells[y][x] = r.kept[i+k-1].rate - r.kept[i+k-2].rate
	}
	return m
}

// heading returns the title, and a subtitle that says how the numbers were made.
func (r *Result) heading(title string) chart.Heading {
	how := "Expected in closed form from assumptions"
	if r.Engine == report.ReplayEngine {
		how = "Simulated from assumptions"
	}
	return chart.Heading{Title: title, Subtitle: fmt.Sprintf("%s (%s), not measured: no model was called; %s.",
		how, r.Assumptions.Name, stat.Plural(r.points(), "point"))}
}

// axis returns the axis of an assumption that varies.
func (r *Result) axis(i int) chart.Axis {
	x := chart.Axis{Label: r.Design.Axes[i].Key, Log: strings.HasPrefix(r.Design.Axes[i].Values, "log:")}
	for _, s := range r.kept {
		_, behind, _ := strings.Cut(s.texts[i], ".")
		x.Decimals = max(x.Decimals, min(len(behind), 4))
	}
	return x
}

// ascending returns the distinct values in order.
func ascending(values []float64) []float64 {
	slices.Sort(values)
	return slices.Compact(values)
}
