package sweep

import (
	"fmt"
	"strings"

	"errbench/picture"
	"errbench/report"
)

// Bars returns the indices as a chart.
func (s Sensitivity) Bars() picture.Chart {
	chart := picture.Bars{
		Heading: picture.Heading{
			Title: "What explains the variation of " + s.subject(),
			Subtitle: fmt.Sprintf("From assumptions (%s), not measured: no model was called; lines are 95 %% intervals over %d scramblings of %s.",
				s.Assumptions.Name, s.Scramblings, report.Plural(int64(s.Samples), "point")),
		},
		Axis:     picture.Axis{Label: "share of the variance", Percent: true, Decimals: 1},
		Measures: []string{"first-order", "total"},
	}
	for _, r := range s.Ranges {
		chart.Groups = append(chart.Groups, picture.Group{Name: r.Key + " " + r.String(), Values: []picture.Estimate{r.First.picture(), r.Total.picture()}})
	}
	return chart
}

func (e Estimate) picture() picture.Estimate {
	return picture.Estimate{Value: float64(e.Value), Lo: float64(e.Lo), Hi: float64(e.Hi)}
}

// Tornado returns what one assumption at a time does, as a chart.
func (s Sensitivity) Tornado() picture.Chart {
	unit := picture.Axis{Label: s.Metric, Unit: "per operation", Decimals: 4}
	if strings.HasSuffix(s.Metric, "_rate") {
		unit = picture.Axis{Label: s.Metric, Percent: true, Decimals: 2}
		if !s.Against.IsZero() {
			unit.Unit = "percentage points"
		}
	}
	if !s.Against.IsZero() {
		unit.Label = "difference of " + s.Metric
	}
	chart := picture.Tornado{
		Heading: picture.Heading{
			Title:    "One assumption at a time: " + s.subject(),
			Subtitle: fmt.Sprintf("Expected in closed form from assumptions (%s), not measured: no model was called.", s.Assumptions.Name),
		},
		Axis: unit, Base: float64(s.Assumed),
	}
	for _, r := range s.Ranges {
		chart.Swings = append(chart.Swings, picture.Swing{Name: r.Key,
			Low:  picture.End{Input: decimal(r.Lo), Value: float64(r.AtLo)},
			High: picture.End{Input: decimal(r.Hi), Value: float64(r.AtHi)}})
	}
	return chart
}
