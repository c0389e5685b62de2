package chart

import (
	"fmt"
	"strings"
)

// faults are what keeps a chart from being drawn: the first counts.
type faults struct{ err error }

// unless notes a fault where a condition does not hold.
func (f *faults) unless(ok bool, format string, args ...any) {
	if !ok && f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

func (f *faults) heading(h Heading) {
	f.unless(strings.TrimSpace(h.Title) != "", "the chart has no title; one that says what is shown works")
}

// axis checks an axis, and the values on it where they are finite.
func (f *faults) axis(a Axis, values ...float64) {
	f.unless(a.Decimals >= 0 && a.Decimals <= 9, "axis %q: found %d decimals; 0 to 9 work", a.Label, a.Decimals)
	for _, v := range values {
		f.unless(!a.Log || !finite(v) || v > 0, "axis %q: found %v on a logarithmic axis; numbers above 0 work", a.Label, v)
	}
}

// linear refuses logarithmic axes where amounts are compared by their length or
// have no sign.
func (f *faults) linear(a Axis) {
	f.unless(!a.Log, "axis %q: found a logarithmic axis; a linear one works", a.Label)
}

// estimate checks that an interval holds its value.
func (f *faults) estimate(name string, e Estimate) {
	f.unless(!e.spread() || e.Lo <= e.Value && e.Value <= e.Hi,
		"%s: found %v outside its interval [%v, %v]; one that holds it works", name, e.Value, e.Lo, e.Hi)
}

// ascending checks the places of what is drawn.
func (f *faults) ascending(name string, xs []float64) {
	for i, x := range xs {
		f.unless(finite(x), "%s: found %v as place %d; a number works, of a size up to 1e300", name, x, i+1)
		f.unless(i == 0 || xs[i-1] < x, "%s: found %v after %v; ascending places work", name, x, xs[max(i-1, 0)])
	}
}
