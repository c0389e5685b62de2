package vary

import (
	"fmt"
	"slices"

	"errbench/exact"
	"errbench/internal/strict"
	"errbench/scenario"
	"errbench/strategy"
)

// Measure is a metric per operation, in expectation.
type Measure struct {
	Key    string // as in a summary: "resolution_rate", "wasted_retries.failed"
	Metric strategy.Metric
}

// Resolution is the measure of the published conclusion.
var Resolution = Measure{"resolution_rate", strategy.Resolved}

// Measures returns every measure, the resolution rate first.
func Measures() []Measure {
	all := []Measure{Resolution, {"attempts_per_operation", strategy.Attempts}}
	for _, m := range strategy.Metrics() {
		if m != strategy.Resolved && m != strategy.Attempts { // they are first
			all = append(all, Measure{m.String(), m})
		}
	}
	return all
}

// MeasureKeys returns the keys of all measures, in order.
func MeasureKeys() []string {
	var keys []string
	for _, m := range Measures() {
		keys = append(keys, m.Key)
	}
	return keys
}

// FindMeasure returns the measure of a key. Its error lists the keys.
func FindMeasure(key string) (Measure, error) {
	for _, m := range Measures() {
		if m.Key == key {
			return m, nil
		}
	}
	return Measure{}, fmt.Errorf("no metric %q%s", key, strict.Choices(key, MeasureKeys()))
}

// Of returns the expected value of a plan for one operation, in closed form.
func (m Measure) Of(t scenario.Thresholds, p *strategy.Plan) float64 {
	return strategy.Total(m.Metric, p, exact.Expect(t, p, 1))
}

// CheckClosedForm returns an error unless all metrics of all plans have a closed form.
func CheckClosedForm(plans []*strategy.Plan, metrics ...strategy.Metric) error {
	if err := exact.Refuse(plans...); err != nil || !slices.Contains(metrics, strategy.WaitedMS) {
		return err
	}
	for _, p := range plans {
		if p.WaitsAtRandom() {
			return fmt.Errorf("strategy %q waits at random, so %v has no closed form; use `errbench run`, or another metric", p.Strategy.Name, strategy.WaitedMS)
		}
	}
	return nil
}
