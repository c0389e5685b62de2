package report

import (
	"fmt"

	"errbench/picture"
)

// Picture returns the resolution rate and the wasted retries of every strategy
// as a chart: what was simulated, with intervals, or with [ExactEngine] what is
// expected.
func (s Summary) Picture() picture.Chart {
	bars := func(label string, decimals int) picture.Panel {
		return picture.Panel{Axis: picture.Axis{Label: label, Decimals: decimals}, Bars: true}
	}
	decimals := 0
	if s.Engine == ExactEngine {
		decimals = 1 // of what is not a count
	}
	rate := picture.Panel{Axis: picture.Axis{Label: "resolution rate", Percent: true, Decimals: 2}}
	failed, permanent, futile := bars("failed recovery attempts", decimals), bars("retries of permanent failures", decimals), bars("futile recovery attempts", decimals)
	chart := picture.Intervals{Heading: picture.Heading{
		Title:    "Resolution rate and wasted retries by strategy",
		Subtitle: s.pictured(),
	}}
	for _, e := range s.drawn() {
		chart.Names = append(chart.Names, e.name)
		rate.Values = append(rate.Values, e.rate)
		failed.Values = append(failed.Values, picture.Exact(float64(e.wasted.Failed)))
		permanent.Values = append(permanent.Values, picture.Exact(float64(e.wasted.Permanent)))
		futile.Values = append(futile.Values, picture.Exact(float64(e.wasted.Futile)))
	}
	chart.Panels = []picture.Panel{rate, failed, permanent, futile}
	return chart
}

// drawn is what a chart shows of one strategy.
type drawn struct {
	name   string
	rate   picture.Estimate
	wasted Wasted[Number]
}

func (s Summary) drawn() (all []drawn) {
	if s.Engine == ExactEngine {
		for _, e := range s.Expected {
			all = append(all, drawn{e.Strategy, picture.Exact(float64(e.ResolutionRate)), e.WastedRetries})
		}
		return all
	}
	for _, r := range s.Results {
		w := r.WastedRetries
		all = append(all, drawn{r.Strategy, estimate(r.ResolutionRate, r.ResolutionInterval),
			Wasted[Number]{Number(w.Failed), Number(w.Permanent), Number(w.Futile)}})
	}
	return all
}

// estimate returns a number with its interval; exact where chance cannot change
// it.
func estimate(n Number, i Interval) picture.Estimate {
	if i.Method == exactMethod {
		return picture.Exact(float64(n))
	}
	return picture.Estimate{Value: float64(n), Lo: float64(i.Lo), Hi: float64(i.Hi)}
}

// pictured says what kind of numbers a chart of the summary shows.
func (s Summary) pictured() string {
	name := s.Assumptions.Name
	if s.Engine == ExactEngine {
		return fmt.Sprintf("Expected in closed form from assumptions (%s), not measured: no model was called; n = %s.",
			name, Plural(s.Assumptions.TotalOperations(), "operation"))
	}
	text := fmt.Sprintf("Simulated from assumptions (%s), not measured: no model was called; n = %s in %s; lines are %s intervals.",
		name, Plural(s.simulated().Operations, "operation"), Plural(s.runs(), "run"), Percent(Level, 0))
	if !s.Complete {
		text += " INCOMPLETE: interrupted before the last run."
	}
	return text
}
