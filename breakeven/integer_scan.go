package breakeven

import (
	"encoding/json"
	"math"
	"math/bits"
	"slices"
)

// mostLooks bounds how many values are looked at between those of a first look over
// many whole ones, to find where plans change.
const mostLooks = 4 * brackets

// sight is a look at a value, and the plans there.
type sight struct {
	look
	at   float64
	both [2]compiled
}

func (c *question) sight(value float64) (sight, error) {
	both, err := c.compile(value)
	if err != nil {
		return sight{}, err
	}
	return sight{look{plainly(value), c.signOf(both)}, value, both}, nil
}

// settled tells whether nothing changes between two values: when attempts start, and
// whether there is time for one, depends on each number in one direction, and so do
// the chances of an outage. So plans that are the same at both are so between.
func (s sight) settled(next sight) bool {
	for i, c := range s.both {
		other := next.both[i]
		if c.thresholds != other.thresholds || !slices.EqualFunc(c.plan.Steps, other.plan.Steps, asLikely) || !alike(c.plan, other.plan) {
			return false
		}
	}
	return true
}

// scanWholes looks for roots among whole values that are too many to look at each.
// Where plans change at few of them it finds all; if not, those that it sees.
func (b *Result) scanWholes(c *question) error {
	spots, err := c.overview()
	if err != nil {
		return err
	}
	changes := 0
	for _, spot := range spots {
		if spot.moved {
			changes++
		}
	}
	steps := changes * bits.Len64(uint64(c.r.Hi-c.r.Lo)/brackets) // of halving, at least
	s := search{question: c, left: mostLooks, thorough: steps <= mostLooks}
	for i, spot := range spots {
		if i > 0 && (spot.sign != spots[i-1].sign || spot.moved && s.thorough) {
			if err := s.across(spots[i-1], spot); err != nil {
				return err
			}
		}
		s.looks = append(s.looks, spot.look)
	}
	b.Method = wholeBisection
	if s.thorough {
		b.Method = everyPlan
	}
	b.wholeRuns(scanned{c, s.looks, runsOf(s.looks)})
	return nil
}

// spot is a look from afar.
type spot struct {
	look
	moved bool // a plan is another one than at the spot before
}

// overview looks at evenly spaced whole values.
func (c *question) overview() ([]spot, error) {
	var spots []spot
	var last sight
	for i, value := range evenly(c.r.Lo, c.r.Hi) {
		next, err := c.sight(math.Floor(valueOf(value)))
		if err != nil {
			return nil, err
		}
		spots = append(spots, spot{next.look, i > 0 && !last.settled(next)})
		last = next
	}
	return spots, nil
}

// search collects looks. It is thorough while no change of a plan is left out.
type search struct {
	*question
	looks    []look
	left     int // how many more to be thorough
	thorough bool
}

// across appends looks between two spots.
func (s *search) across(from, to spot) error {
	lo, err := s.sight(valueOf(from.value))
	if err != nil {
		return err
	}
	hi, err := s.sight(valueOf(to.value))
	if err != nil {
		return err
	}
	return s.between(lo, hi)
}

// between appends looks between two values, until those of different signs are next
// to each other, and those of different plans too while it is thorough.
func (s *search) between(lo, hi sight) error {
	if hi.at-lo.at <= 1 || lo.sign == hi.sign && (!s.thorough || lo.settled(hi)) {
		return nil
	}
	if s.left--; s.left < 0 {
		s.thorough = false
	}
	middle, err := s.sight(math.Floor((lo.at + hi.at) / 2))
	if err != nil {
		return err
	}
	if err := s.between(lo, middle); err != nil {
		return err
	}
	s.looks = append(s.looks, middle.look)
	return s.between(middle, hi)
}

// wholes returns every whole value.
func wholes(lo, hi float64) []json.Number {
	var all []json.Number
	for x := lo; x <= hi; x++ {
		all = append(all, plainly(x))
	}
	return all
}
