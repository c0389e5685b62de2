package chart

import (
	"fmt"
	"strings"
)

// checker keeps the first fault of a chart.
type checker struct{ err error }

// want notes a fault unless ok.
func (f *checker) want(ok bool, format string, args ...any) {
	if !ok && f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

// count checks how many there are of something.
func (f *checker) count(what string, got, least, most int) {
	if least == most {
		f.want(got == least, "%s: got %d, want %d", what, got, least)
		return
	}
	f.want(least <= got && got <= most, "%s: got %d, want %d to %d", what, got, least, most)
}

func (f *checker) some(what string, got int) {
	f.want(got > 0, "%s: got 0, want at least 1", what)
}

func (f *checker) heading(h Heading) {
	f.want(strings.TrimSpace(h.Title) != "", "title: got %q, want what the chart shows", h.Title)
}

// axis checks an axis and its finite values.
func (f *checker) axis(a Axis, values ...float64) {
	f.count(fmt.Sprintf("decimals of axis %q", a.Label), a.Decimals, 0, 9)
	for _, v := range values {
		f.want(!a.Log || !finite(v) || v > 0, "value on logarithmic axis %q: got %v, want a number above 0", a.Label, v)
	}
}

// linear refuses a logarithmic axis for marks that begin at zero or have no sign.
func (f *checker) linear(a Axis) {
	f.want(!a.Log, "axis %q: got a logarithmic axis, want a linear one", a.Label)
}

func (f *checker) number(what string, x float64) {
	f.want(finite(x), "%s: got %v, want a number from -1e300 to 1e300", what, x)
}

// estimate checks that an interval holds its value.
func (f *checker) estimate(name string, e Estimate) {
	f.want(!e.hasInterval() || e.Lo <= e.Value && e.Value <= e.Hi,
		"%s: got %v outside its interval [%v, %v], want it inside", name, e.Value, e.Lo, e.Hi)
}

func (f *checker) ascending(what string, xs []float64) {
	for i, x := range xs {
		f.number(fmt.Sprintf("%s: x of number %d", what, i+1), x)
		f.want(i == 0 || xs[i-1] < x, "%s: got x %v after %v, want ascending x", what, x, xs[max(i-1, 0)])
	}
}
