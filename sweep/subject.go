package sweep

import (
	"math"

	"errbench/exact"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// Subject is the number whose variation is looked at: what a measure expects of
// one strategy, or of one less what it expects of another.
type Subject struct {
	Measure    Measure
	Strategies []strategy.Strategy // one, or two: the first less the second
}

// name returns the name of a strategy of the subject, absent where it has fewer.
func (s Subject) name(i int) (name optional.Value[string]) {
	if i < len(s.Strategies) {
		name = optional.Of(s.Strategies[i].Name)
	}
	return name
}

// valuer computes a subject under assumptions that vary. It is for one
// goroutine.
type valuer struct {
	subject Subject
	ranges  []Range
	a       *scenario.Assumptions
	places  []any                      // in a, of the ranges
	plans   map[int64][]*strategy.Plan // by recovery attempts, for each strategy
}

// newValuer compiles the strategies for each number of recovery attempts that
// the ranges allow. Those and the assumptions are valid.
func newValuer(s Subject, a scenario.Assumptions, ranges []Range) (*valuer, error) {
	own := a
	v := &valuer{subject: s, ranges: ranges, a: &own, plans: map[int64][]*strategy.Plan{}}
	attempts := []int64{a.RecoveryAttempts}
	for _, r := range ranges {
		f, err := r.field()
		if err != nil {
			return nil, err
		}
		place := f.Pointer(v.a)
		v.places = append(v.places, place)
		if place == any(&v.a.RecoveryAttempts) {
			for n := int64(r.Lo); n <= int64(r.Hi); n++ {
				attempts = append(attempts, n)
			}
		}
	}
	for _, n := range attempts {
		a.RecoveryAttempts = n
		plans, err := strategy.CompileAll(s.Strategies, a)
		if err != nil {
			return nil, err
		}
		if err := exact.Refuse(plans...); err != nil {
			return nil, err
		}
		v.plans[n] = plans
	}
	return v, nil
}

// fineness is how far values are rounded, in parts of 1. Roundings of float64
// make a constant vary by some 1e-16, which would be taken for all of its
// variation; thresholds know no difference below 2^-32 in an assumption.
const fineness = 1 << 40

// value returns the subject under the assumptions as they are set.
func (v *valuer) value() float64 {
	thresholds, value := v.a.Thresholds(), 0.0
	for i, p := range v.plans[v.a.RecoveryAttempts] {
		p.Rethreshold(*v.a)
		if of := v.subject.Measure.Of(thresholds, p); i == 0 {
			value = of
		} else {
			value -= of
		}
	}
	return math.Round(value*fineness) / fineness
}

// at is the subject at a point of the unit cube: a [model].
func (v *valuer) at(point []float64) float64 {
	for j, r := range v.ranges {
		put(v.places[j], r.at(v.places[j], point[j]))
	}
	return v.value()
}

// with returns the subject with one range at a value, the others as they are.
func (v *valuer) with(j int, x float64) float64 {
	was := get(v.places[j])
	defer put(v.places[j], was)
	put(v.places[j], x)
	return v.value()
}
