package chart

import "math"

// Estimate is a value with its interval, both ends inclusive. If Lo and Hi equal
// Value it is exact. If they are not finite it has no interval. A Value that is
// not finite is undefined: a chart leaves a gap and says so.
type Estimate struct{ Value, Lo, Hi float64 }

// Exact returns a value without uncertainty.
func Exact(value float64) Estimate { return Estimate{value, value, value} }

func (e Estimate) defined() bool { return finite(e.Value) }

// hasInterval reports whether there is an interval to draw.
func (e Estimate) hasInterval() bool {
	return e.defined() && finite(e.Lo) && finite(e.Hi) && (e.Lo != e.Value || e.Hi != e.Value)
}

// extent returns the numbers that an axis must hold.
func (e Estimate) extent() []float64 {
	switch {
	case !e.defined():
		return nil
	case e.hasInterval():
		return []float64{e.Value, e.Lo, e.Hi}
	default:
		return []float64{e.Value}
	}
}

// largestDrawn bounds what is drawn: sums and hundredfolds of such numbers do
// not overflow. A larger number counts as not finite.
const largestDrawn = 1e300

func finite(x float64) bool { return math.Abs(x) <= largestDrawn }
