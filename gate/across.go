package gate

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Across asks for a comparison of distributions, for summaries that were
// simulated on rolls of their own. The hypothesis is that both come from the
// plans.
type Across struct {
	Thresholds scenario.Thresholds
	Plans      []*strategy.Plan // in the order of the results
	Alpha      float64          // chance of a false alarm, between 0 and 1
	// Margin is the largest difference per operation that makes no difference,
	// at least 0; nil where none was named, and then nothing varying is called
	// unchanged.
	Margin *float64
}

// Refuse returns why two summaries cannot be compared across streams, or nil.
func (x Across) Refuse(baseline, current scenario.Assumptions) error {
	for _, side := range []struct {
		name string
		a    scenario.Assumptions
	}{{"baseline", baseline}, {"current run", current}} {
		if side.a.Stream == rng.LCG32V1 {
			return fmt.Errorf("the %s is on %s, whose runs are correlated, so that no distribution can be compared; two summaries on %s work, or equality on the same stream", side.name, rng.LCG32V1, rng.CounterV1)
		}
	}
	if baseline.Seed == current.Seed && baseline.Stream == current.Stream {
		return fmt.Errorf("both sides have seed %d on %s, so they share their rolls; another seed works", current.Seed, current.Stream)
	}
	return x.refuseOpen(baseline, current)
}

// quantity is a metric of a plan with its path.
type quantity struct {
	exact.Quantity
	path     string
	result   int  // index of the strategy
	open     bool // it has no closed form, so that neither of the following is known
	constant bool
	variance float64 // of one operation
	span     float64 // its values for one operation differ by no more
}

// quantities returns every metric of every plan. What the tape gives is there
// once. A metric that the published benchmark does not know is left out where it
// tells no more than one before it, or than nothing.
func (x Across) quantities() []quantity {
	var all []quantity
	for i, p := range x.Plans {
		own := len(all)
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
			if !m.Published() && x.told(q, all[own:]) {
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

// told tells whether a quantity differs from one of others, or from nothing, by
// what chance cannot change.
func (x Across) told(q exact.Quantity, others []quantity) bool {
	return exact.Constant(x.Thresholds, q, exact.Quantity{}) ||
		slices.ContainsFunc(others, func(o quantity) bool { return !o.open && exact.Constant(x.Thresholds, q, o.Quantity) })
}

// varies tells whether chance changes the quantity as a closed form tells.
func (q quantity) varies() bool { return !q.open && !q.constant }

// spanOf bounds what one operation can add to a metric: one for its first call
// and one for each attempt, or what it can wait. An attempt's number is one more
// than the attempts before it.
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

// sample is the totals of quantities over a number of operations.
type sample struct {
	operations int64
	totals     []int64
	perRun     []report.PerRun // of each strategy
}

func sampleOf(s report.Summary, quantities []quantity) sample {
	counts := make([]map[string]string, len(s.Results))
	out := sample{operations: s.Results[0].Operations}
	for i, r := range s.Results {
		out.perRun = append(out.perRun, r.PerRun)
		counts[i] = map[string]string{}
		for _, v := range report.Flatten("", r) {
			counts[i][v.Key] = v.Text
		}
	}
	for _, q := range quantities {
		total, err := strconv.ParseInt(counts[q.result][q.Metric.String()], 10, 64)
		if err != nil {
			panic("gate: a summary holds every metric: " + err.Error())
		}
		out.totals = append(out.totals, total)
	}
	return out
}

// pair is what two summaries hold of the quantities.
type pair struct{ baseline, current sample }

// perOperation returns total i for one operation.
func (s sample) perOperation(i int) *big.Rat { return big.NewRat(s.totals[i], s.operations) }

// difference returns current - baseline of quantity i for one operation.
func (p pair) difference(i int) float64 {
	return float(new(big.Rat).Sub(p.current.perOperation(i), p.baseline.perOperation(i)))
}

// scale is what a covariance of one operation is multiplied by in differences
// of two means: 1/n1 + 1/n2.
func (p pair) scale() float64 {
	return 1/float64(p.baseline.operations) + 1/float64(p.current.operations)
}

// small tells whether a variance of one operation is too small, over the
// operations of the pair, for the normal distribution to be near.
func (p pair) small(variance float64) bool { return variance < stat.SmallVariance*p.scale() }

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// compare answers for all metrics together and for each.
func (x Across) compare(baseline, current report.Summary) (Joint, []Answer) {
	quantities := x.quantities()
	p := pair{sampleOf(baseline, quantities), sampleOf(current, quantities)}
	joint := x.joint(quantities, p)
	var chances []float64
	for i, q := range quantities {
		if q.varies() || q.overRuns() {
			chances = append(chances, q.chance(p, i))
		}
	}
	adjusted := stat.Holm(chances)
	answers := []Answer{}
	for i, q := range quantities {
		if q.constant {
			answers = append(answers, q.constantAnswer(p, i))
			continue
		}
		if q.open && !q.overRuns() {
			if !p.silent(quantities, i) {
				answers = append(answers, q.openAnswer(p, i))
			}
			continue
		}
		answers = append(answers, x.answer(q, p, i, adjusted[0], len(chances), joint))
		adjusted = adjusted[1:]
	}
	return joint, answers
}
