package breakeven

import (
	"fmt"
	"math/big"
)

// brackets is the number of equal parts into which bisection first divides a range.
const brackets = 1024

// sample is the sign of the difference at a value.
type sample struct {
	at   float64
	sign int
}

// run is a sequence of neighbouring samples with the same sign.
type run struct {
	first, last float64
	sign        int
}

// scan looks for roots without polynomials: at every integer if there are few, and
// otherwise at evenly spaced values, between which it narrows each change of the sign.
func (f *finder) scan() {
	var samples []sample
	switch lo, hi := f.r.Lo, f.r.Hi; {
	case !f.field.Whole():
		f.Method = bisection
		for _, x := range evenly(lo, hi) {
			samples = append(samples, sample{x, f.sign(x)})
		}
	case hi-lo > brackets:
		samples = f.searchIntegers()
	default:
		f.Method = everyInteger
		for x := lo; x <= hi; x++ {
			samples = append(samples, sample{x, f.sign(x)})
		}
	}
	f.addRuns(runsOf(samples))
}

// evenly returns evenly spaced values, the ends included.
func evenly(lo, hi float64) []float64 {
	var all []float64
	for i := range brackets {
		all = append(all, lo+float64((hi-lo)*(float64(i)/brackets)))
	}
	return append(all, hi)
}

// runsOf groups samples into runs.
func runsOf(samples []sample) (runs []run) {
	for i, s := range samples {
		if i == 0 || s.sign != samples[i-1].sign {
			runs = append(runs, run{s.at, s.at, s.sign})
		}
		runs[len(runs)-1].last = s.at
	}
	return runs
}

// addRuns makes each run a stretch, and adds a root for each change of the sign. A
// change between integers is at the first integer after it. A change between real
// numbers is narrowed down, and a single value without a sign is no stretch there.
func (f *finder) addRuns(runs []run) {
	start := f.r.Lo
	for i, r := range runs {
		before, after := 0, 0
		if i > 0 {
			before = runs[i-1].sign
		}
		if i+1 < len(runs) {
			after = runs[i+1].sign
		}
		if f.field.Whole() && before*r.sign == -1 {
			f.addRoot(r.first, crosses, false)
		}
		f.addRun(r, before, after)
		switch {
		case f.field.Whole():
			f.addStretch(r.first, r.last, r.sign)
		case !r.point():
			end := f.end(r, runs[i+1:])
			f.addStretch(start, end, r.sign)
			if r.sign*after == -1 {
				f.addRoot(end, crosses, f.sign(end) == 0)
			}
			start = end
		}
	}
}

// point reports whether a run is one value without a sign.
func (r run) point() bool { return r.first == r.last && (r.sign == 0 || r.sign == undefined) }

// addRun adds a run without a sign as a root, or notes that the cost is undefined over
// it. before and after are the signs of the neighbouring runs, 0 if there is none.
func (f *finder) addRun(r run, before, after int) {
	switch {
	case r.sign == undefined:
		place := "At " + string(plainly(r.first))
		if !r.point() {
			place = fmt.Sprintf("From %s to %s", plainly(r.first), plainly(r.last))
		}
		f.noteUndefined(place, f.values(f.compile(r.first)))
	case r.sign != 0:
	case r.first != r.last:
		f.addRoot(r.first, identicallyZero, true)
	case before == 0 || after == 0:
		f.addRoot(r.first, endpoint, true)
	case before == after:
		f.addRoot(r.first, touches, true)
	default:
		f.addRoot(r.first, crosses, true)
	}
}

// end returns the upper end of the stretch of a run of real numbers, given the runs
// after it.
func (f *finder) end(r run, after []run) float64 {
	switch {
	case len(after) == 0:
		return f.r.Hi
	case after[0].point():
		return after[0].first
	default:
		return f.narrow(r, after[0])
	}
}

// narrow halves the bracket between two runs until it is at most 2^-32 of its upper end,
// and returns the shortest decimal in it above its lower end.
func (f *finder) narrow(r, next run) float64 {
	lo, hi := r.last, next.first
	for hi-lo > hi/(1<<thresholdBits) {
		middle := lo + float64((hi-lo)/2)
		if middle == lo || middle == hi {
			break
		}
		if f.sign(middle) == r.sign {
			lo = middle
		} else {
			hi = middle
		}
	}
	return shortest(new(big.Rat).SetFloat64(lo), new(big.Rat).SetFloat64(hi))
}
