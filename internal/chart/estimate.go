package chart

import "math"

// Estimate is a value with its interval, both ends inclusive. Where Lo and Hi
// are Value it is exact; where they are not finite it has no interval; and a
// Value that is not finite is undefined, which a chart shows as a gap and says.
type Estimate struct{ Value, Lo, Hi float64 }

// Exact returns a value without uncertainty.
func Exact(value float64) Estimate { return Estimate{value, value, value} }

func (e Estimate) defined() bool { return finite(e.Value) }

// spread tells whether there is an interval to draw.
func (e Estimate) spread() bool {
	return e.defined() && finite(e.Lo) && finite(e.Hi) && (e.Lo != e.Value || e.Hi != e.Value)
}

// ends returns what an axis has to hold: the value and its interval.
func (e Estimate) ends() []float64 {
	switch {
	case !e.defined():
		return nil
	case e.spread():
		return []float64{e.Value, e.Lo, e.Hi}
	default:
		return []float64{e.Value}
	}
}

// beyond is the largest number that is drawn: sums and hundredfolds of such
// numbers do not overflow. What is larger counts as not finite.
const beyond = 1e300

func finite(x float64) bool { return math.Abs(x) <= beyond }
