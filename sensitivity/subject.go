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

	plans *vary.Plans
}

// newValuer returns the valuer of a subject. The ranges and the assumptions are
// valid.
func newValuer(s Subject, a scenario.Assumptions, ranges []vary.Range) (*valuer, error) {
	own := a
	v := &valuer{subject: s, ranges: ranges, a: &own}
	v.plans = vary.NewPlans(s.Strategies, func(plans []*strategy.Plan) error {
		return vary.CheckClosedForm(plans, s.Measure.Metric)
	})
	for _, r := range ranges {
		f, err := r.Field()
		if err != nil {
			return nil, err
		}
		v.places = append(v.places, f.Pointer(v.a))
	}
	_, err := v.plans.At(own)
	return v, err
}

// fineness rounds values to 2^-40. Without it, a constant would vary by about 1e-16 from float64
// roundings, and the indices would explain that. Thresholds ignore differences below 2^-32 in an
// assumption, so nothing is lost.
const fineness = 1 << 40

// value returns the subject under the current assumptions.
func (v *valuer) value() (float64, error) {
	plans, err := v.plans.At(*v.a)
	if err != nil {
		return 0, err
	}
	thresholds, value := v.a.Thresholds(), 0.0
	for i, p := range plans {
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
