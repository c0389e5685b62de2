package report

import (
	"fmt"
	"strings"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/scenario"
	"errbench/strategy"
)

// The methods of expectations. One that names an obstacle says that there is no
// closed form, and why; what the tape alone decides is there all the same.
const (
	closedForm   = "closed form"
	noClosedForm = "none: "
)

// methodOf returns how expectations of a plan are found.
func methodOf(p *strategy.Plan) string {
	if o := exact.ObstacleOf(p); o != "" {
		return noClosedForm + string(o)
	}
	return closedForm
}

// obstacle returns what keeps the strategy from a closed form, "" for nothing.
func (e Expected) obstacle() exact.Obstacle {
	o, _ := strings.CutPrefix(e.Method, noClosedForm)
	if o == e.Method {
		return ""
	}
	return exact.Obstacle(o)
}

// waitsUnknown tells whether all but the waits has a closed form.
func (e Expected) waitsUnknown() bool {
	return e.obstacle() == "" && e.ResolutionMS.Rule == unknownRule
}

// spared tells whether nothing can happen that the strategy has to act on: then
// chance changes nothing, closed form or not.
func (e Expected) spared() bool {
	return e.Failures == Classes[stat.Number]{} && e.Reports.PhantomFailures == 0
}

// constant tells whether chance cannot change the difference of two metrics, or
// one where the other is nothing, as far as a closed form tells.
func constant(t scenario.Thresholds, x, y exact.Quantity) bool {
	for _, q := range []exact.Quantity{x, y} {
		if q.Plan != nil && !exact.Has(q.Plan, q.Metric) {
			return false
		}
	}
	return exact.Constant(t, x, y)
}

// without lists the strategies for which a reason is given, with it: "" for none.
func (s Summary) without(reason func(Expected) string) string {
	var all []string
	for _, e := range s.Expected {
		if why := reason(e); why != "" {
			all = append(all, fmt.Sprintf("%s (%s)", e.Strategy, why))
		}
	}
	return strings.Join(all, ", ")
}

// obstacles lists the strategies without a closed form, and why.
func (s Summary) obstacles() string {
	return s.without(func(e Expected) string { return string(e.obstacle()) })
}

// named lists the strategies that something holds of.
func (s Summary) named(holds func(Expected) bool) string {
	var names []string
	for _, e := range s.Expected {
		if holds(e) {
			names = append(names, e.Strategy)
		}
	}
	return strings.Join(names, ", ")
}
