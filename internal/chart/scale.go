package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"errbench/internal/stat"
)

// scale maps the values of an axis to coordinates on a sheet.
type scale struct {
	Axis
	lo, hi   float64 // lo < hi
	from, to vg.Length
}

// share returns the position of a value between the ends of the scale, 0 to 1.
// The last bit of a logarithm may differ between processors, far below the
// hundredths in which an SVG writes coordinates.
func (s scale) share(v float64) float64 {
	lo, hi := s.lo, s.hi
	if s.Log {
		v, lo, hi = math.Log10(v), math.Log10(lo), math.Log10(hi)
	}
	return (v - lo) / (hi - lo)
}

// at returns the coordinate of a value, at most one length of the scale outside it.
func (s scale) at(v float64) vg.Length {
	share := min(max(s.share(v), -1), 2)
	return s.from + vg.Length(share*float64(s.to-s.from))
}

// scaleFor returns a scale that holds the values, which must be finite, with some
// air around them. With zero it starts or ends at zero if all values lie on one
// side.
func scaleFor(a Axis, values []float64, zero bool) scale {
	s := scale{Axis: a, lo: 0, hi: 1}
	if zero {
		values = append([]float64{0}, values...)
	}
	if len(values) > 0 {
		s.lo, s.hi = slices.Min(values), slices.Max(values)
	}
	if a.Log {
		return s.logarithmic(len(values) > 0)
	}
	lo, hi := s.lo, s.hi
	const narrow = 1e-6 // of the values: below that ticks would look alike
	size := max(math.Abs(lo), math.Abs(hi))
	air := (hi - lo) / 16
	switch {
	case size < 1/largestDrawn: // no value, or too small for a scale
		s.hi = 1
	case hi-lo < narrow*size:
		air = size / 16
	}
	s.lo, s.hi = s.lo-air, s.hi+air
	share := a.Percent && a.Unit == "" && lo >= 0 && hi <= 1 // 0 to 1: no air outside
	if (zero || share) && lo >= 0 {
		s.lo = max(s.lo, 0)
	}
	if zero && hi <= 0 && s.hi < 1 {
		s.hi = 0
	}
	if share {
		s.hi = min(s.hi, 1)
	}
	return s
}

func (s scale) logarithmic(some bool) scale {
	if !some {
		s.lo = 0.1
	}
	air := max(math.Pow(s.hi, 1./32)/math.Pow(s.lo, 1./32), 1.05) // a share of the decades
	s.lo, s.hi = max(s.lo/air, math.SmallestNonzeroFloat64), min(s.hi*air, math.MaxFloat64)
	return s
}

// tick is a labelled value on a scale.
type tick struct {
	value float64
	label string
}

// ticks returns at most some 8 ticks, as many as fit.
func (s scale) ticks(fits func([]tick) bool) []tick {
	if s.Log {
		for _, digits := range [][]int{{1, 2, 5}, {1}} {
			for every := 1; every <= 512; every *= 2 {
				if found := s.decades(digits, every); len(found) > 1 && len(found) < 12 && fits(found) {
					return found
				}
				if len(digits) > 1 {
					break
				}
			}
		}
	}
	for n := 8; n > 0; n-- {
		if found := s.even(n); fits(found) {
			return found
		}
	}
	return s.even(1)[:1]
}

// even returns about n ticks, at multiples of 1, 2 or 5 times a power of ten.
func (s scale) even(n int) (found []tick) {
	exponent := int(math.Floor(math.Log10((s.hi - s.lo) / float64(n))))
	if whole := s.Decimals == 0 && !s.Percent; whole && s.hi-s.lo >= 1 {
		exponent = max(exponent, 0)
	}
	for ; ; exponent++ {
		for _, digit := range []float64{1, 2, 5} {
			first, last := math.Ceil(tens(s.lo, -exponent)/digit), math.Floor(tens(s.hi, -exponent)/digit)
			if last-first >= float64(n)+1 {
				continue
			}
			for k := first; k <= last; k++ {
				v := tens(k*digit, exponent)
				found = append(found, tick{v, s.tickLabel(v, exponent)})
			}
			if len(found) == 0 {
				found = []tick{{s.lo, s.tickLabel(s.lo, exponent)}}
			}
			return found
		}
	}
}

// decades returns ticks at the digits times each power of ten whose exponent is a
// multiple of every.
func (s scale) decades(digits []int, every int) (found []tick) {
	first, last := int(math.Floor(math.Log10(s.lo))), int(math.Ceil(math.Log10(s.hi)))
	for e := first; e <= last; e++ {
		for _, d := range digits {
			v := tens(float64(d), e)
			if v >= s.lo && v <= s.hi && e%every == 0 {
				found = append(found, tick{v, s.tickLabel(v, e)})
			}
		}
	}
	return found
}

// tens returns v * 10^exponent, correctly rounded if v is a small whole number.
func tens(v float64, exponent int) float64 {
	if exponent < -300 { // 10^exponent would be subnormal or zero
		return v / 1e300 / math.Pow10(-exponent-300)
	}
	if exponent < 0 {
		return v / math.Pow10(-exponent)
	}
	return v * math.Pow10(exponent)
}

// tickLabel writes a tick whose last digit stands for 10^exponent.
func (s scale) tickLabel(v float64, exponent int) string {
	size := max(math.Abs(s.lo), math.Abs(s.hi))
	if s.Log {
		size = v
	}
	if s.Percent {
		v, size, exponent = tens(v, 2), tens(size, 2), exponent+2
	}
	if v == 0 {
		return "0"
	}
	if size < 1e-4 || size >= 1e7 {
		_, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', 9, 64), "e") // 9 digits, since 1e23 is a little less as a double
		first, _ := strconv.Atoi(power)                                     // a whole number
		return powers(v, max(first-exponent, 0))
	}
	return minus(stat.Grouped(strconv.FormatFloat(v, 'f', max(-exponent, 0), 64)))
}

// verticals draws a line through a panel at each tick of x, and with labels also
// the labels below.
func (s *sheet) verticals(x scale, top, bottom vg.Length, labels bool) {
	face := s.plain(tickSize)
	for _, t := range x.ticks(x.apart(face.Width)) {
		s.rule(grid, 1, x.at(t.value), top, x.at(t.value), bottom)
		if labels {
			s.write(t.label, face, faint, x.at(t.value), bottom+tickDown, middle)
		}
	}
}

// apart reports whether labels fit side by side.
func (s scale) apart(width func(string) vg.Length) func([]tick) bool {
	return func(ticks []tick) bool {
		for i := 1; i < len(ticks); i++ {
			a, b := ticks[i-1], ticks[i]
			if a.label == b.label || s.at(b.value)-s.at(a.value) < vg.Length((width(a.label)+width(b.label))/2)+8 {
				return false
			}
		}
		return true
	}
}

// stacked returns the ticks of a vertical scale.
func (s scale) stacked() []tick {
	return s.ticks(func(ticks []tick) bool {
		for i := 1; i < len(ticks); i++ {
			a, b := ticks[i-1], ticks[i]
			if a.label == b.label || s.at(a.value)-s.at(b.value) < 2*tickSize {
				return false
			}
		}
		return true
	})
}

// horizontals draws a line through a panel at each tick of y, with its label at
// the left.
func (s *sheet) horizontals(y scale, left, right vg.Length) {
	for _, t := range y.stacked() {
		s.rule(grid, 1, left, y.at(t.value), right, y.at(t.value))
		s.write(t.label, s.plain(tickSize), faint, left-6, y.at(t.value)+tickSize/3, end)
	}
}
