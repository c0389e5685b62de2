package breakeven

import (
	"math"
	"math/bits"
)

// maxSamples bounds the integers that a search adds between evenly spaced ones, to find
// where plans change.
const maxSamples = 4 * brackets

// planned is a sample and the plans there.
type planned struct {
	sample
	both [2]compiled
}

func (f *finder) planned(value float64) planned {
	both := f.compile(value)
	return planned{sample{value, f.signOf(both)}, both}
}

// samePlans reports whether the plans are the same at two values. The start of an
// attempt, whether there is time for it, and the probability of an outage depend on
// each number in one direction. So plans that are the same at both values are the
// same between them.
func (p planned) samePlans(next planned) bool {
	for i, c := range p.both {
		if other := next.both[i]; c.thresholds != other.thresholds || !samePlan(c.plan, other.plan) {
			return false
		}
	}
	return true
}

// search evaluates integers between evenly spaced ones. It is thorough while it skips no
// change of a plan, and then it finds all roots.
type search struct {
	*finder
	samples  []sample
	left     int // integers that it can still add and stay thorough
	thorough bool
}

// searchIntegers returns samples of a range of more integers than it can evaluate.
func (f *finder) searchIntegers() []sample {
	coarse, changed := f.overview()
	changes := 0
	for _, c := range changed {
		if c {
			changes++
		}
	}
	steps := changes * bits.Len64(uint64(f.r.Hi-f.r.Lo)/brackets) // of halving, at least
	s := search{finder: f, left: maxSamples, thorough: steps <= maxSamples}
	for i, c := range coarse {
		if i > 0 && (c.sign != coarse[i-1].sign || changed[i] && s.thorough) {
			s.between(s.planned(coarse[i-1].at), s.planned(c.at))
		}
		s.samples = append(s.samples, c)
	}
	f.Method = integerBisection
	if s.thorough {
		f.Method = everyPlan
	}
	return s.samples
}

// overview samples evenly spaced integers, and reports for each whether a plan differs
// from the plan at the integer before. It does not keep the plans, which can be large.
func (f *finder) overview() (coarse []sample, changed []bool) {
	var last planned
	for i, value := range evenly(f.r.Lo, f.r.Hi) {
		next := f.planned(math.Floor(value))
		if f.err != nil {
			return nil, nil
		}
		coarse, changed = append(coarse, next.sample), append(changed, i > 0 && !last.samePlans(next))
		last = next
	}
	return coarse, changed
}

// between adds samples until values of different signs are next to each other, and, while
// the search is thorough, values of different plans too.
func (s *search) between(lo, hi planned) {
	if s.err != nil || hi.at-lo.at <= 1 || lo.sign == hi.sign && (!s.thorough || lo.samePlans(hi)) {
		return
	}
	if s.left--; s.left < 0 {
		s.thorough = false
	}
	middle := s.planned(math.Floor((lo.at + hi.at) / 2))
	s.between(lo, middle)
	s.samples = append(s.samples, middle.sample)
	s.between(middle, hi)
}
