package report

import (
	"fmt"
	"math"
	"strings"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/scenario"
	"errbench/strategy"
)

// The methods of expectations. Without a closed form the method names the obstacle, and
// only counts that the tape alone decides are expected.
const (
	closedForm   = "closed form"
	noClosedForm = "none: "
)

// methodOf returns the method by which the expectations of a plan are computed.
func methodOf(p *strategy.Plan) string {
	if o := exact.ObstacleOf(p); o != "" {
		return noClosedForm + string(o)
	}
	return closedForm
}

// obstacle returns why the strategy has no closed form, "" if it has one.
func (e Expected) obstacle() exact.Obstacle {
	o, _ := strings.CutPrefix(e.Method, noClosedForm)
	if o == e.Method {
		return ""
	}
	return exact.Obstacle(o)
}

// waitsUnknown reports whether everything except the waits has a closed form.
func (e Expected) waitsUnknown() bool {
	return e.obstacle() == "" && e.ResolutionMS.Rule == unknownRule
}

// nothingFails reports whether no operation can fail or be reported to have failed: then
// chance changes nothing, with or without a closed form.
func nothingFails(t scenario.Thresholds) bool { return t.Fail == 0 && t.SuccessAsFailure == 0 }

// constant reports whether the closed form shows that chance cannot change the difference
// of two metrics, or x if y has no plan.
func constant(t scenario.Thresholds, x, y exact.Quantity) bool {
	for _, q := range []exact.Quantity{x, y} {
		if q.Plan != nil && !exact.Has(q.Plan, q.Metric) {
			return false
		}
	}
	return exact.Constant(t, x, y)
}

// strategiesWithReason lists the strategies for which reason returns a text, each with the
// text.
func (s Summary) strategiesWithReason(reason func(Expected) string) string {
	var all []string
	for _, e := range s.Expected {
		if why := reason(e); why != "" {
			all = append(all, fmt.Sprintf("%s (%s)", e.Strategy, why))
		}
	}
	return strings.Join(all, ", ")
}

// obstacles lists the strategies without a closed form, with the reasons.
func (s Summary) obstacles() string {
	return s.strategiesWithReason(func(e Expected) string { return string(e.obstacle()) })
}

// strategiesWhere lists the strategies for which holds is true.
func (s Summary) strategiesWhere(holds func(Expected) bool) string {
	var names []string
	for _, e := range s.Expected {
		if holds(e) {
			names = append(names, e.Strategy)
		}
	}
	return strings.Join(names, ", ")
}

// expect returns the expectations of a plan. counted returns the count of a metric, and is
// nil if nothing was counted. Numbers without a closed form are undefined. Rates, scores and
// costs are computed from numbers that are not rounded, and each is rounded once: of 1 / 3e-9,
// the 3e-9 may stand in the document as 0.000000003 and be 3.4e-9.
func expect(a scenario.Assumptions, p *strategy.Plan, operations int64, counted func(strategy.Metric) stat.Number) Expected {
	t := a.Thresholds()
	tally := exact.Expect(t, p, operations)
	mean := func(m strategy.Metric) stat.Number {
		if !exact.Has(p, m) {
			return stat.Undefined
		}
		return stat.Number(strategy.Total(m, p, tally))
	}
	sd := func(m strategy.Metric) stat.Number {
		return deviation(t, p, operations, strategy.Charge{Price: 1, Metric: m})
	}
	z := func(m strategy.Metric) stat.Number {
		if counted == nil {
			return stat.Undefined
		}
		return score(counted(m), mean(m), sd(m))
	}
	cost := costOf(a.Cost, mean)
	costSD := Cost{paidSD(t, p, operations, a.Cost.Tokens), paidSD(t, p, operations, a.Cost.USD), stat.Undefined, stat.Undefined}
	costZ := Cost{stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined}
	if counted != nil {
		c := costOf(a.Cost, counted)
		costZ.Tokens, costZ.USD = score(c.Tokens, cost.Tokens, costSD.Tokens), score(c.USD, cost.USD, costSD.USD)
	}
	times := unknownQuantiles()
	if exact.ObstacleOf(p) == "" {
		times = quantilesOf(p, tally)
	}
	return Expected{
		Identity:     identity(p),
		Counts:       countsOf(stat.Number(operations), written(mean), perOperation(mean, operations), cost.written()),
		ResolutionMS: times,
		SD:           countsOf(0, written(sd), perOperation(sd, operations), costSD.written()),
		Z:            countsOf(stat.Undefined, z, z, costZ), // a rate and its total have the same score
		Method:       methodOf(p),
	}
}

// written returns the totals as a document holds them.
func written(total func(strategy.Metric) stat.Number) func(strategy.Metric) stat.Number {
	return func(m strategy.Metric) stat.Number { return total(m).Written() }
}

// paidSD returns the standard deviation of what is paid in a currency.
func paidSD(t scenario.Thresholds, p *strategy.Plan, operations int64, prices scenario.Prices) stat.Number {
	parts := strategy.Charges(prices)
	return deviation(t, p, operations, parts[:]...)
}

// deviation returns the standard deviation of a sum of metrics, each times its price. It is
// undefined if a metric has no closed form.
func deviation(t scenario.Thresholds, p *strategy.Plan, operations int64, parts ...strategy.Charge) stat.Number {
	var vary []strategy.Charge
	for _, part := range parts {
		if part.Price > 0 && !exact.Has(p, part.Metric) {
			return stat.Undefined
		}
		if part.Price > 0 && !exact.Constant(t, exact.Quantity{Plan: p, Metric: part.Metric}, exact.Quantity{}) {
			vary = append(vary, part) // the variance of others is 0, and rounding would hide it
		}
	}
	var variance float64
	for i, x := range vary {
		for j, y := range vary[:i+1] {
			c := exact.Covariance(t, exact.Quantity{Plan: p, Metric: x.Metric}, exact.Quantity{Plan: p, Metric: y.Metric})
			if j < i {
				c *= 2
			}
			variance += float64(float64(x.Price*y.Price) * c)
		}
	}
	return stat.Number(math.Sqrt(max(0, float64(operations)*variance)))
}

// score returns (counted - mean) / sd.
func score(counted, mean, sd stat.Number) stat.Number {
	return stat.Ratio(float64(counted-mean), float64(sd))
}

// perOperation divides totals by a number of operations.
func perOperation[N int64 | stat.Number](total func(strategy.Metric) N, operations int64) func(strategy.Metric) stat.Number {
	return func(m strategy.Metric) stat.Number { return stat.Ratio(float64(total(m)), float64(operations)) }
}
