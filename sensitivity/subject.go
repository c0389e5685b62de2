package sensitivity

import (
	"math"

	"errbench/internal/vary"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// Subject is the value that is analyzed: the expectation of a measure under one strategy, or the
// difference of the expectations under two.
type Subject struct {
	Measure    vary.Measure
	Strategies []strategy.Strategy // one, or two for the first minus the second
}

// name returns the name of strategy i, absent if the subject has fewer.
func (s Subject) name(i int) (name optional.Value[string]) {
	if i < len(s.Strategies) {
		name = optional.Of(s.Strategies[i].Name)
	}
	return name
}

// valuer computes a subject under assumptions that vary. Only one goroutine can use it.
type valuer struct {
	subject Subject
	ranges  []vary.Range
	a       *scenario.Assumptions
	places  []any // in a, of the ranges

	// plans holds the plan of each strategy for the last shape. If only the number of
	// recovery attempts changes the shape, byAttempts holds the plans too: a short key is
	// found sooner.
	plans      []*strategy.Plan
	shape      scenario.Assumptions
	known      map[scenario.Assumptions][]*strategy.Plan // by shape, mostKnown at most
	byAttempts map[int64][]*strategy.Plan                // nil if anything else changes the shape
}

// mostKnown bounds the shapes in known.
const mostKnown = 1024

// newValuer returns the valuer of a subject. The ranges and the assumptions are
// valid.
func newValuer(s Subject, a scenario.Assumptions, ranges []vary.Range) (*valuer, error) {
	own := a
	v := &valuer{subject: s, ranges: ranges, a: &own, known: map[scenario.Assumptions][]*strategy.Plan{}}
	lo, hi := a, a
	for _, r := range ranges {
		f, err := r.Field()
		if err != nil {
			return nil, err
		}
		v.places = append(v.places, f.Pointer(v.a))
		vary.Put(f.Pointer(&lo), r.Lo)
		vary.Put(f.Pointer(&hi), r.Hi)
	}
	// A shape holds each number, or whether it is above 0. So a shape that is the same at both
	// ends of the ranges is the same between them.
	if shape := butAttempts(own); butAttempts(lo) == shape && butAttempts(hi) == shape {
		v.byAttempts = map[int64][]*strategy.Plan{}
	}
	return v, v.compile(strategy.Shape(own))
}

// butAttempts returns the shape of assumptions without the recovery attempts.
func butAttempts(a scenario.Assumptions) scenario.Assumptions {
	a.RecoveryAttempts = 0
	return strategy.Shape(a)
}

// choose sets the plans to the plans of the current assumptions.
func (v *valuer) choose() error {
	if v.byAttempts != nil {
		if plans, ok := v.byAttempts[v.a.RecoveryAttempts]; ok {
			v.plans = plans
			return nil
		}
		if err := v.compile(strategy.Shape(*v.a)); err != nil {
			return err
		}
		v.byAttempts[v.a.RecoveryAttempts] = v.plans
		return nil
	}
	if shape := strategy.Shape(*v.a); shape != v.shape {
		return v.compile(shape)
	}
	return nil
}

// compile sets the plans for the shape of the current assumptions.
func (v *valuer) compile(shape scenario.Assumptions) error {
	plans, ok := v.known[shape]
	if !ok {
		for _, s := range v.subject.Strategies {
			p, err := strategy.Compile(s, *v.a)
			if err != nil {
				return err
			}
			plans = append(plans, p)
		}
		if err := vary.CheckClosedForm(plans, v.subject.Measure.Metric); err != nil {
			return err
		}
		if len(v.known) == mostKnown {
			clear(v.known)
		}
		v.known[shape] = plans
	}
	v.shape, v.plans = shape, plans
	return nil
}

// fineness rounds values to 2^-40. Without it, a constant would vary by about 1e-16 from float64
// roundings, and the indices would explain that. Thresholds ignore differences below 2^-32 in an
// assumption, so nothing is lost.
const fineness = 1 << 40

// value returns the subject under the current assumptions.
func (v *valuer) value() (float64, error) {
	if err := v.choose(); err != nil {
		return 0, err
	}
	thresholds, value := v.a.Thresholds(), 0.0
	for i, p := range v.plans {
		p.Rethreshold(*v.a)
		if of := v.subject.Measure.Of(thresholds, p); i == 0 {
			value = of
		} else {
			value -= of
		}
	}
	return math.Round(value*fineness) / fineness, nil
}

// at returns the subject at a point of the unit cube.
func (v *valuer) at(point []float64) (float64, error) {
	for j, r := range v.ranges {
		vary.Put(v.places[j], r.At(v.places[j], point[j]))
	}
	return v.value()
}

// with returns the subject with one assumption at a value and the others unchanged.
func (v *valuer) with(j int, x float64) (float64, error) {
	was := *v.a
	defer func() { *v.a = was }()
	vary.Put(v.places[j], x)
	return v.value()
}
