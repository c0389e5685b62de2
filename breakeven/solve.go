package breakeven

import (
	"math/big"

	"errbench/internal/polynomial"
	"errbench/optional"
	"errbench/scenario"
)

// solve finds all roots of the difference between two quotients.
func (f *finder) solve(sides [2]quotient) {
	d := sides[0].numerator(sides[1])
	f.Method, f.Degree = rationalRoots, optional.Of(d.Degree())
	from, to := position(scenario.Threshold(f.r.Lo)), position(scenario.Threshold(f.r.Hi))
	middle := new(big.Rat).Add(from, to)
	middle.Mul(middle, big.NewRat(1, 2))
	inside := [2]*big.Rat{sides[0].at(middle), sides[1].at(middle)}
	if inside[0] == nil || inside[1] == nil { // then everywhere: see quotient
		f.noteUndefined("Throughout", inside)
		f.addStretch(f.r.Lo, f.r.Hi, undefined)
		return
	}
	hold := [2]bool{f.holds(f.r.Lo, sides), f.holds(f.r.Hi, sides)}
	if d.Degree() < 0 {
		f.addRoot(f.r.Lo, identicallyZero, hold[0])
		f.addStretch(f.r.Lo, f.r.Hi, 0)
		return
	}
	start, sign := f.r.Lo, d.At(middle).Sign() // the sign if there is no root
	for _, r := range d.Roots(from, to) {
		value := f.addSolved(r, d, hold)
		if r.Before != 0 && r.After != 0 {
			f.addStretch(start, value, r.Before)
			start = value
		}
		if r.After != 0 {
			sign = r.After
		}
	}
	f.addStretch(start, f.r.Hi, sign)
	f.noteMissed()
	f.noteShared()
}

// addSolved appends a root of the polynomial d and returns its value. It skips a root at
// an end of the range at which the polynomials do not hold.
func (f *finder) addSolved(r *polynomial.Root, d polynomial.Polynomial, hold [2]bool) float64 {
	k := r.Ceil(thresholdBits).Uint64()
	value, label, ok := decimalAt(k), touches, true
	switch {
	case r.Before == 0:
		value, label, ok = f.r.Lo, endpoint, hold[0]
	case r.After == 0:
		value, label, ok = f.r.Hi, endpoint, hold[1]
	case r.Before != r.After:
		label = crosses
	}
	if ok {
		f.addRoot(value, label, d.At(position(k)).Sign() == 0)
	}
	return value
}

// holds reports whether the polynomials hold at an end of the range, and notes a visible
// difference. They fail where a strategy resolves nothing, and at a probability of 0,
// which makes attempts futile that are not futile at any value above. Where several
// rates add up to 1, the last can be one threshold less; that is too small to see.
func (f *finder) holds(end float64, sides [2]quotient) bool {
	values := f.values(f.compile(end))
	f.noteUndefined("At "+string(plainly(end)), values)
	all := true
	for i, v := range values {
		limit := sides[i].at(position(scenario.Threshold(end)))
		if v == nil || limit == nil || limit.Cmp(v) != 0 {
			all = false
		}
		if v != nil && (limit == nil || nearest(limit).Text() != nearest(v).Text()) {
			f.note("At %s itself %s of %s is %s; what is said of values beside it does not hold there.", plainly(end), f.Metric, f.pair[i].Name, nearest(v).Text())
		}
	}
	return all
}

// noteMissed notes each root that touches where no value of the assumption lies. For
// example, no threshold is 2^32/3, so no value meets a root at 1/3.
func (f *finder) noteMissed() {
	for _, r := range f.Roots {
		if r.Label == touches && !r.Exact {
			f.note("The difference touches 0 less than 2^-32 below %s, where no value of the assumption lies.", r.Value)
		}
	}
}

// noteShared notes each threshold that several roots share.
func (f *finder) noteShared() {
	for i := 0; i < len(f.Roots); {
		n := 1
		for i+n < len(f.Roots) && f.Roots[i+n].Threshold == f.Roots[i].Threshold {
			n++
		}
		if n > 1 {
			f.note("%d roots lie within 2^-32 of each other at %s: no value of the assumption lies between them.", n, f.Roots[i].Value)
		}
		i += n
	}
}

// position returns the exact probability of a threshold.
func position(k uint64) *big.Rat { return new(big.Rat).SetFloat64(scenario.Probability(k)) }
