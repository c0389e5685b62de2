package breakeven

import (
	"encoding/json"
	"math"
	"math/bits"
	"slices"
)

// maxSamples bounds the values that a search adds between evenly spaced integers, to
// find where plans change.
const maxSamples = 4 * brackets

// sample is the sign of the difference at a value, and the plans there.
type sample struct {
	signAt
	at   float64
	both [2]compiled
}

func (c *question) sample(value float64) (sample, error) {
	both, err := c.compile(value)
	if err != nil {
		return sample{}, err
	}
	return sample{signAt{plainly(value), c.signOf(both)}, value, both}, nil
}

// samePlans reports whether nothing changes between two values. The start of an
// attempt, whether there is time for it, and the probability of an outage depend on
// each number in one direction. So plans that are the same at both values are the
// same between them.
func (s sample) samePlans(next sample) bool {
	for i, c := range s.both {
		other := next.both[i]
		if c.thresholds != other.thresholds || !slices.EqualFunc(c.plan.Steps, other.plan.Steps, sameChance) || !alike(c.plan, other.plan) {
			return false
		}
	}
	return true
}

// scanIntegers finds roots in a range of more integers than it evaluates. If plans
// change at few of them, it finds all roots; if not, it can miss some.
func (b *Result) scanIntegers(c *question) error {
	coarse, err := c.overview()
	if err != nil {
		return err
	}
	changes := 0
	for _, coarseSample := range coarse {
		if coarseSample.moved {
			changes++
		}
	}
	steps := changes * bits.Len64(uint64(c.r.Hi-c.r.Lo)/brackets) // of halving, at least
	s := search{question: c, left: maxSamples, thorough: steps <= maxSamples}
	for i, coarseSample := range coarse {
		if i > 0 && (coarseSample.sign != coarse[i-1].sign || coarseSample.moved && s.thorough) {
			if err := s.across(coarse[i-1], coarseSample); err != nil {
				return err
			}
		}
		s.signs = append(s.signs, coarseSample.signAt)
	}
	b.Method = wholeBisection
	if s.thorough {
		b.Method = everyPlan
	}
	b.integerRuns(scanned{c, s.signs, runsOf(s.signs)})
	return nil
}

// coarseSample is one of the evenly spaced values.
type coarseSample struct {
	signAt
	moved bool // a plan differs from that of the value before
}

// overview evaluates evenly spaced integers.
func (c *question) overview() ([]coarseSample, error) {
	var coarse []coarseSample
	var last sample
	for i, value := range evenly(c.r.Lo, c.r.Hi) {
		next, err := c.sample(math.Floor(valueOf(value)))
		if err != nil {
			return nil, err
		}
		coarse = append(coarse, coarseSample{next.signAt, i > 0 && !last.samePlans(next)})
		last = next
	}
	return coarse, nil
}

// search evaluates integers between coarse samples. It is thorough while it leaves
// out no change of a plan.
type search struct {
	*question
	signs    []signAt
	left     int // values that it may add and stay thorough
	thorough bool
}

// across adds the signs between two coarse samples.
func (s *search) across(from, to coarseSample) error {
	lo, err := s.sample(valueOf(from.value))
	if err != nil {
		return err
	}
	hi, err := s.sample(valueOf(to.value))
	if err != nil {
		return err
	}
	return s.between(lo, hi)
}

// between adds signs until values of different signs are next to each other. While
// the search is thorough it goes on until values of different plans are.
func (s *search) between(lo, hi sample) error {
	if hi.at-lo.at <= 1 || lo.sign == hi.sign && (!s.thorough || lo.samePlans(hi)) {
		return nil
	}
	if s.left--; s.left < 0 {
		s.thorough = false
	}
	middle, err := s.sample(math.Floor((lo.at + hi.at) / 2))
	if err != nil {
		return err
	}
	if err := s.between(lo, middle); err != nil {
		return err
	}
	s.signs = append(s.signs, middle.signAt)
	return s.between(middle, hi)
}

// everyInteger returns the integers from lo to hi.
func everyInteger(lo, hi float64) []json.Number {
	var all []json.Number
	for x := lo; x <= hi; x++ {
		all = append(all, plainly(x))
	}
	return all
}
