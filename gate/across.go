package gate

import (
	"fmt"
	"math/big"
	"slices"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/optional"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Across compares the distributions of two summaries on different rolls. The
// hypothesis is that both come from the plans.
type Across struct {
	Thresholds scenario.Thresholds
	Plans      []*strategy.Plan // in the order of the results
	Alpha      float64          // false-alarm probability, 0 < alpha < 1
	// Margin is the smallest difference per operation that matters, at least 0. If it
	// is nil, no metric that varies is called unchanged.
	Margin *float64
}

// Refuse returns an error if summaries with these assumptions cannot be compared
// across streams.
func (x Across) Refuse(baseline, current scenario.Assumptions) error {
	for _, side := range []struct {
		name string
		a    scenario.Assumptions
	}{{"baseline", baseline}, {"current run", current}} {
		if side.a.Stream == rng.LCG32V1 {
			return fmt.Errorf("stream of the %s: got %s, want %s, whose runs are independent", side.name, side.a.Stream, rng.CounterV2)
		}
	}
	if baseline.Seed == current.Seed && baseline.Stream == current.Stream {
		return fmt.Errorf("seed: got %d, want a seed that differs from the baseline's, because the same seed gives the same rolls", current.Seed)
	}
	return x.refuseOpen(baseline, current)
}

// quantity is a metric of a plan.
type quantity struct {
	exact.Quantity
	path     string
	result   int     // index of the strategy
	open     bool    // without a closed form; then the fields below are unknown
	constant bool    // chance cannot change it
	variance float64 // of one operation
	span     float64 // the largest difference of its values for two operations
}

// quantities returns the metrics of all plans. A metric that the tape alone decides
// occurs once. A metric that is not in the published benchmark is left out if chance
// cannot change it, or cannot change its difference from an earlier metric.
func (x Across) quantities() []quantity {
	var all []quantity
	for i, p := range x.Plans {
		first := len(all)
		for _, m := range strategy.Metrics() {
			path := p.Strategy.Name + "." + m.String()
			if m.FromTape() {
				path = m.String()
				if i > 0 {
					continue
				}
			}
			q := exact.Quantity{Plan: p, Metric: m}
			if !exact.Has(p, m) {
				all = append(all, quantity{Quantity: q, path: path, result: i, open: true})
				continue
			}
			if !m.Published() && x.redundant(q, all[first:]) {
				continue
			}
			all = append(all, quantity{
				Quantity: q, path: path, result: i, span: spanOf(p, m),
				constant: exact.Constant(x.Thresholds, q, exact.Quantity{}),
				variance: exact.Variance(x.Thresholds, q, exact.Quantity{}),
			})
		}
	}
	return all
}

// redundant reports whether chance cannot change the quantity, or cannot change its
// difference from one of the others.
func (x Across) redundant(q exact.Quantity, others []quantity) bool {
	return exact.Constant(x.Thresholds, q, exact.Quantity{}) ||
		slices.ContainsFunc(others, func(o quantity) bool { return !o.open && exact.Constant(x.Thresholds, q, o.Quantity) })
}

// varies reports whether chance changes the quantity, with a variance that is known.
func (q quantity) varies() bool { return !q.open && !q.constant }

// tested reports whether the quantity has a p-value.
func (q quantity) tested() bool { return q.varies() || q.overRuns() }

// spanOf bounds what one operation adds to a metric: one for each call, or the longest
// wait. The number of the last attempt counts the first call.
func spanOf(p *strategy.Plan, m strategy.Metric) float64 {
	if m == strategy.WaitedMS {
		return float64(p.MostWaitMS())
	}
	most := 1
	for _, s := range p.Steps {
		most = max(most, s.Attempt)
	}
	return float64(most)
}

// sample holds the total of each quantity.
type sample struct {
	operations int64
	totals     []int64
	perRun     []report.PerRun // of each strategy
}

func sampleOf(s report.Summary, quantities []quantity) sample {
	out := sample{operations: s.Results[0].Operations}
	var byKey []map[string]optional.Value[int64]
	for _, r := range s.Results {
		out.perRun, byKey = append(out.perRun, r.PerRun), append(byKey, counts(r))
	}
	for _, q := range quantities {
		total, ok := byKey[q.result][q.Metric.String()].Get()
		if !ok {
			panic("gate: a summary without " + q.path)
		}
		out.totals = append(out.totals, total)
	}
	return out
}

// pair holds the samples of two summaries.
type pair struct{ baseline, current sample }

// perOperation returns the mean of quantity i for one operation.
func (s sample) perOperation(i int) *big.Rat { return big.NewRat(s.totals[i], s.operations) }

// difference returns current - baseline of the means of quantity i.
func (p pair) difference(i int) float64 {
	return float(new(big.Rat).Sub(p.current.perOperation(i), p.baseline.perOperation(i)))
}

// scale returns 1/n1 + 1/n2: the covariance of two differences of means over the
// covariance of one operation.
func (p pair) scale() float64 {
	return 1/float64(p.baseline.operations) + 1/float64(p.current.operations)
}

// small reports whether a variance of one operation is too small for the normal
// approximation, over the operations of the pair.
func (p pair) small(variance float64) bool { return variance < stat.SmallVariance*p.scale() }

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// compare tests all metrics together and answers for each.
func (x Across) compare(baseline, current report.Summary) (Joint, []MetricAnswer) {
	quantities := x.quantities()
	p := pair{sampleOf(baseline, quantities), sampleOf(current, quantities)}
	joint := x.joint(quantities, p)
	var values []float64
	for i, q := range quantities {
		if q.tested() {
			values = append(values, q.pValue(p, i))
		}
	}
	adjusted := stat.Holm(values)
	answers := []MetricAnswer{}
	for i, q := range quantities {
		switch {
		case q.tested():
			answers = append(answers, x.testedAnswer(q, p, i, adjusted[0], len(values), joint))
			adjusted = adjusted[1:]
		case q.constant || !p.uninformative(quantities, i):
			answers = append(answers, q.plainAnswer(p, i))
		}
	}
	return joint, answers
}
