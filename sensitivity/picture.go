package sensitivity

import (
	"fmt"
	"strings"

	"errbench/internal/chart"
	"errbench/internal/stat"
	"errbench/internal/vary"
)

// Bars returns a chart of the indices.
func (s Result) Bars() chart.Chart {
	c := chart.Rows{
		Heading: chart.Heading{
			Title: "Variance of " + s.subject() + ": what explains it",
			Subtitle: fmt.Sprintf("From assumptions (%s), not measured: no model was called; lines are 95 %% intervals over %d scramblings of %s.",
				s.Assumptions.Name, s.Scramblings, stat.Plural(int64(s.Samples), "point")),
		},
	}
	first, total := chart.Measure{Name: "first-order"}, chart.Measure{Name: "total"}
	for _, r := range s.Ranges {
		c.Names = append(c.Names, r.Key+" "+r.String())
		first.Values, total.Values = append(first.Values, r.First.picture()), append(total.Values, r.Total.picture())
	}
	c.Panels = []chart.Panel{{
		Axis: chart.Axis{Label: "share of the variance", Percent: true, Decimals: 1},
		Kind: chart.Bars, Measures: []chart.Measure{first, total},
	}}
	return c
}

func (e Estimate) picture() chart.Estimate {
	return chart.Estimate{Value: float64(e.Value), Lo: float64(e.Lo), Hi: float64(e.Hi)}
}

// Tornado returns a chart of the value at both ends of each range, with the other assumptions as assumed.
func (s Result) Tornado() chart.Chart {
	unit := chart.Axis{Label: s.Metric, Unit: "per operation", Decimals: 4}
	if strings.HasSuffix(s.Metric, "_rate") {
		unit = chart.Axis{Label: s.Metric, Percent: true, Decimals: 2}
		if !s.Against.IsZero() {
			unit.Unit = "percentage points"
		}
	}
	if !s.Against.IsZero() {
		unit.Label = "difference of " + s.Metric
	}
	h := chart.Heading{
		Title:    "One assumption at a time: " + s.subject(),
		Subtitle: fmt.Sprintf("Expected in closed form from assumptions (%s), not measured: no model was called. At the ends of a bar: the value of its assumption.", s.Assumptions.Name),
	}
	var swings []chart.Swing
	for _, r := range s.Ranges {
		swings = append(swings, chart.Swing{Name: r.Key,
			Low:  chart.End{Input: vary.Decimal(r.Lo), Value: float64(r.AtLo)},
			High: chart.End{Input: vary.Decimal(r.Hi), Value: float64(r.AtHi)}})
	}
	return chart.Tornado(h, unit, float64(s.Assumed), swings)
}
