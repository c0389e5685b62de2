package report

import (
	"fmt"
	"html/template"

	"errbench/internal/chart"
	"errbench/internal/stat"
	"errbench/internal/view"
)

// Chart returns a chart of the resolution rate and the wasted retries of every strategy:
// simulated, with intervals, or expected with [ExactEngine].
func (s Summary) Chart() chart.Chart {
	decimals := 0
	if s.Engine == ExactEngine {
		decimals = 1 // expectations are not whole
	}
	var rate, failed, permanent, futile chart.Measure
	c := chart.Rows{Heading: chart.Heading{
		Title:    "Resolution rate and wasted retries by strategy",
		Subtitle: s.chartSubtitle(),
	}}
	for _, e := range s.chartRows() {
		c.Names = append(c.Names, e.name)
		rate.Values = append(rate.Values, e.rate)
		failed.Values = append(failed.Values, chart.Exact(float64(e.wasted.Failed)))
		permanent.Values = append(permanent.Values, chart.Exact(float64(e.wasted.Permanent)))
		futile.Values = append(futile.Values, chart.Exact(float64(e.wasted.Futile)))
	}
	bars := func(label string, m chart.Measure) chart.Panel {
		return chart.Panel{Axis: chart.Axis{Label: label, Decimals: decimals}, Kind: chart.Bars, Measures: []chart.Measure{m}}
	}
	c.Panels = []chart.Panel{
		{Axis: chart.Axis{Label: "resolution rate", Percent: true, Decimals: 2}, Measures: []chart.Measure{rate}},
		bars("failed recovery attempts", failed),
		bars("retries of permanent failures", permanent),
		bars("futile recovery attempts", futile),
	}
	return c
}

// chartRow is what a chart shows of one strategy.
type chartRow struct {
	name   string
	rate   chart.Estimate
	wasted Wasted[stat.Number]
}

func (s Summary) chartRows() (all []chartRow) {
	if s.Engine == ExactEngine {
		for _, e := range s.Expected {
			all = append(all, chartRow{e.Strategy, chart.Exact(float64(e.ResolutionRate)), e.WastedRetries})
		}
		return all
	}
	for _, r := range s.Results {
		w := r.WastedRetries
		all = append(all, chartRow{r.Strategy, estimate(r.ResolutionRate, r.ResolutionInterval),
			Wasted[stat.Number]{stat.Number(w.Failed), stat.Number(w.Permanent), stat.Number(w.Futile)}})
	}
	return all
}

// estimate returns a number with its interval, or as exact if chance cannot change it.
func estimate(n stat.Number, i stat.Interval) chart.Estimate {
	if i.Method == stat.ExactMethod {
		return chart.Exact(float64(n))
	}
	return chart.Estimate{Value: float64(n), Lo: float64(i.Lo), Hi: float64(i.Hi)}
}

// chartSubtitle says what kind of numbers the chart shows.
func (s Summary) chartSubtitle() string {
	name := s.Assumptions.Name
	if s.Engine == ExactEngine {
		return fmt.Sprintf("Expected in closed form from assumptions (%s), not measured: no model was called; n = %s.",
			name, stat.Plural(s.Assumptions.TotalOperations(), "operation"))
	}
	text := fmt.Sprintf("Simulated from assumptions (%s), not measured: no model was called; n = %s in %s; lines are %s intervals.",
		name, stat.Plural(s.simulated().Operations, "operation"), stat.Plural(s.runs(), "run"), stat.Percent(stat.Level, 0))
	if !s.Complete {
		text += " INCOMPLETE: interrupted before the last run."
	}
	return text
}

// drawing returns the chart for a page, nil if the summary has no strategy.
func (s Summary) drawing() (*view.Drawing, error) {
	if len(s.Expected) == 0 {
		return nil, nil
	}
	svg, err := chart.SVG(s.Chart())
	return &view.Drawing{SVG: template.HTML(svg), Style: chart.Style()}, err
}
