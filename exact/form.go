package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// Form holds the weights of metrics on the kinds and steps of a plan. Moments at other
// thresholds need no look at the metrics again:
//
//	form := exact.NewForm(plan, strategy.Resolved, strategy.Attempts)
//	for _, a := range points {
//		plan.Rethreshold(a)
//		moments = form.Moments(a.Thresholds(), moments[:0])
//	}
//
// Only one goroutine can use it.
type Form struct {
	plan    *strategy.Plan
	metrics []weights

	kinds  []float64 // the chance of each kind
	none   float64   // the chance of an operation of no kind
	steps  []chances // of each step
	rests  []rest    // of each step, for one pair of metrics
	groups groups    // for the same pair
}

// weights are what a metric adds: for every operation, for an operation of each kind, and for
// a visit and in addition for a success of each step.
type weights struct {
	metric          strategy.Metric
	operation       float64
	kinds           []float64
	visits, success []float64 // nil if no step adds anything
}

// Moment is the mean and the variance of a metric over one operation.
type Moment struct{ Mean, Variance float64 }

// NewForm returns the form of metrics on a plan. The plan must have a closed form.
func NewForm(p *strategy.Plan, metrics ...strategy.Metric) *Form {
	f := &Form{plan: p, metrics: make([]weights, len(metrics)), kinds: make([]float64, len(p.Kinds)), steps: make([]chances, len(p.Steps))}
	for i, m := range metrics {
		f.metrics[i] = weightsOf(m, p)
	}
	return f
}

func weightsOf(m strategy.Metric, p *strategy.Plan) weights {
	numbers := make([]float64, len(p.Kinds)+2*len(p.Steps))
	w := weights{metric: m, operation: float64(m.PerOperation()), kinds: numbers[:len(p.Kinds)]}
	for k := range p.Kinds {
		w.kinds[k] = float64(m.PerKind(p, k))
	}
	if m.FromTape() {
		return w
	}
	steps, some := numbers[len(p.Kinds):], false
	visits, successes := steps[:len(p.Steps)], steps[len(p.Steps):]
	for i := range p.Steps {
		visit, success := m.PerStep(p, &p.Steps[i])
		visits[i], successes[i] = float64(visit), float64(success)
		some = some || visit != 0 || success != 0
	}
	if some {
		w.visits, w.success = visits, successes
	}
	return w
}

// Moments appends the moments of each metric to a list. The thresholds are of the assumptions
// that the plan has its thresholds from.
func (f *Form) Moments(t scenario.Thresholds, to []Moment) []Moment {
	f.set(&t)
	for i := range f.metrics {
		covariance, mean := f.covariance(i, i)
		to = append(to, Moment{f.metrics[i].operation + mean, covariance})
	}
	return to
}

// set computes the chances of kinds and steps.
func (f *Form) set(t *scenario.Thresholds) {
	for k, kind := range f.plan.Kinds {
		f.kinds[k] = chance(t, kind)
	}
	f.none = noKind(t)
	for i := range f.plan.Steps {
		f.steps[i] = chancesOf(&f.plan.Steps[i])
	}
	for i := range f.metrics {
		if m := f.metrics[i].metric; m.FromThresholds() {
			f.metrics[i] = weightsOf(m, f.plan)
		}
	}
}

// covariance returns the covariance of two metrics by the law of total covariance, as
// [Covariance] explains, and the mean of the first without what every operation adds.
func (f *Form) covariance(i, j int) (covariance, mean float64) {
	x, y := &f.metrics[i], &f.metrics[j]
	f.rests = f.rests[:0]
	if x.visits != nil || y.visits != nil {
		f.rests = f.inStep(x, y)
	}
	f.groups.begin(f.none)
	for k, entry := range f.plan.Entry {
		var r rest
		if i, ok := entry.Step(); ok && len(f.rests) > 0 {
			r = f.rests[i]
		}
		r.x += x.kinds[k]
		r.y += y.kinds[k]
		mean += float64(f.kinds[k] * r.x)
		f.groups.add(f.kinds[k], r)
	}
	return f.groups.covariance, mean
}

// inStep returns the rest from each step on. Both metrics take the same way through the plan, so
// the rest of a step follows from the rests of the steps that it leads to, by the law of total
// covariance.
func (f *Form) inStep(x, y *weights) []rest {
	return strategy.Back(f.plan, f.rests, func(i int, won, lost rest) rest {
		var visit rest
		if x.visits != nil {
			visit.x = x.visits[i]
			won.x += x.success[i]
		}
		if y.visits != nil {
			visit.y = y.visits[i]
			won.y += y.success[i]
		}
		c := f.steps[i]
		return rest{
			x: visit.x + float64(c.success*won.x) + float64(c.failure*lost.x),
			y: visit.y + float64(c.success*won.y) + float64(c.failure*lost.y),
			covariance: float64(c.success*won.covariance) + float64(c.failure*lost.covariance) +
				float64(float64(c.success*c.failure)*float64((won.x-lost.x)*(won.y-lost.y))),
		}
	})
}

// chances are the chances of success and of failure of a step that is reached.
type chances struct{ success, failure float64 }

// chancesOf returns the chances of a step, each rounded once. Computing failure as 1 - success
// would lose its digits if success is almost certain.
func chancesOf(s *strategy.Step) chances {
	if s.Floor == 0 {
		return chances{scenario.Probability(s.Threshold), scenario.Probability(certain - s.Threshold)}
	}
	roll := interval{s.Floor, certain}
	won, lost := roll.split(s.Threshold)
	return chances{roll.share(won), roll.share(lost)}
}

// groups adds up the covariance of two quantities over groups of operations.
type groups struct {
	covariance float64
	all        []group
}

// group is the operations of one kind: their chance, and the means of both quantities.
type group struct{ chance, x, y float64 }

// begin starts with the operations of no kind, from which both quantities are measured.
func (g *groups) begin(none float64) {
	g.covariance, g.all = 0, append(g.all[:0], group{chance: none})
}

// add adds the operations of a kind.
func (g *groups) add(chance float64, r rest) {
	g.covariance += float64(chance * r.covariance)
	sum := g.covariance
	for i := range g.all {
		h := &g.all[i]
		sum += float64(float64(chance*h.chance) * float64((r.x-h.x)*(r.y-h.y)))
	}
	g.covariance, g.all = sum, append(g.all, group{chance, r.x, r.y})
}
