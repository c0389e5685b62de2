package breakeven

import (
	"encoding/json"
	"fmt"
	"math/big"

	"errbench/optional"
	"errbench/scenario"
)

// brackets is the number of equal parts into which bisection first divides a range.
const brackets = 1024

// signAt is a value of the range and the sign of the difference there.
type signAt struct {
	value json.Number
	sign  int
}

// run is values next to each other that have the same sign: those from first to
// last.
type run struct{ first, last, sign int }

// scan looks for roots without polynomials: at every integer if there are few, and
// otherwise at evenly spaced values, between which it narrows each change of the sign.
func (b *Result) scan(c *question) error {
	switch {
	case !c.field.Whole():
		b.Method = bisection
	case c.r.Hi-c.r.Lo > brackets:
		return b.scanIntegers(c)
	default:
		b.Method = everyWhole
	}
	values := evenly(c.r.Lo, c.r.Hi)
	if b.Method == everyWhole {
		values = everyInteger(c.r.Lo, c.r.Hi)
	}
	var signs []signAt
	for _, value := range values {
		sign, err := c.sign(valueOf(value))
		if err != nil {
			return err
		}
		signs = append(signs, signAt{value, sign})
	}
	s := scanned{c, signs, runsOf(signs)}
	if b.Method == everyWhole {
		b.integerRuns(s)
		return nil
	}
	return b.realRuns(s)
}

// runsOf groups neighbouring values of the same sign.
func runsOf(signs []signAt) (runs []run) {
	for i, l := range signs {
		if i == 0 || l.sign != signs[i-1].sign {
			runs = append(runs, run{i, i, l.sign})
		}
		runs[len(runs)-1].last = i
	}
	return runs
}

// scanned holds the evaluated values and their runs.
type scanned struct {
	c     *question
	signs []signAt
	runs  []run
}

// evenly returns evenly spaced values, the ends included.
func evenly(lo, hi float64) []json.Number {
	var all []json.Number
	for i := range brackets + 1 {
		x := lo + float64((hi-lo)*(float64(i)/brackets))
		if i == brackets {
			x = hi
		}
		all = append(all, plainly(x))
	}
	return all
}

// point reports whether a run is one value without a sign.
func (r run) point() bool { return r.first == r.last && (r.sign == 0 || r.sign == undefined) }

// found adds the root if a run is one, or notes that the cost is undefined over it.
// before and after are the signs of the neighbouring runs, 0 if there is none.
func (b *Result) found(s scanned, r run, before, after int) {
	value := s.signs[r.first].value
	switch {
	case r.sign == undefined:
		b.noteCost(s, r)
	case r.sign != 0:
	case r.first != r.last:
		b.addRoot(s.c, value, identicallyZero, true)
	case before == 0 || after == 0:
		b.addRoot(s.c, value, endpoint, true)
	case before == after:
		b.addRoot(s.c, value, touches, true)
	default:
		b.addRoot(s.c, value, crosses, true)
	}
}

func (b *Result) addRoot(c *question, value json.Number, label string, exact bool) {
	root := Root{Value: value, Label: label, Exact: exact}
	if c.field.Probability() {
		root.Threshold = optional.Of(scenario.Threshold(valueOf(value)))
	}
	b.Roots = append(b.Roots, root)
}

// noteCost notes which strategy has no cost over a run.
func (b *Result) noteCost(s scanned, r run) {
	first, last := s.signs[r.first].value, s.signs[r.last].value
	place := "At " + string(first)
	if first != last {
		place = fmt.Sprintf("From %s to %s", first, last)
	}
	values, err := s.c.at(valueOf(first))
	if err != nil {
		panic(err) // it was evaluated before
	}
	for i, v := range values {
		if v == nil {
			b.noteUndefined(place, s.c.pair[i].Name)
		}
	}
}

// beside returns the signs of the neighbouring runs, 0 if there is none.
func (s scanned) beside(i int) (before, after int) {
	if i > 0 {
		before = s.runs[i-1].sign
	}
	if i+1 < len(s.runs) {
		after = s.runs[i+1].sign
	}
	return before, after
}

// integerRuns makes each run a stretch. Where the sign changes from one run to the
// next, the strategies have changed places from the first value of the next run.
func (b *Result) integerRuns(s scanned) {
	for i, r := range s.runs {
		before, after := s.beside(i)
		if before*r.sign == -1 {
			b.addRoot(s.c, s.signs[r.first].value, crosses, false)
		}
		b.found(s, r, before, after)
		b.stretch(s.signs[r.first].value, s.signs[r.last].value, r.sign)
	}
}

// realRuns makes each run a stretch, except single points, and narrows down its ends.
func (b *Result) realRuns(s scanned) error {
	from := b.From
	for i, r := range s.runs {
		before, after := s.beside(i)
		b.found(s, r, before, after)
		if r.point() {
			continue
		}
		if i+1 == len(s.runs) {
			b.stretch(from, b.To, r.sign)
			break
		}
		next := s.runs[i+1]
		to := s.signs[next.first].value
		if !next.point() {
			var err error
			if to, err = s.close(r, next); err != nil {
				return err
			}
		}
		b.stretch(from, to, r.sign)
		if r.sign*next.sign == -1 {
			sign, err := s.c.sign(valueOf(to))
			if err != nil {
				return err
			}
			b.addRoot(s.c, to, crosses, sign == 0)
		}
		from = to
	}
	return nil
}

// close halves the bracket between two runs until it is 2^-32 of the values in it,
// and returns the shortest decimal in it above its lower end.
func (s scanned) close(r, next run) (json.Number, error) {
	lo, hi := valueOf(s.signs[r.last].value), valueOf(s.signs[next.first].value)
	for hi-lo > hi/(1<<cellBits) {
		middle := lo + float64((hi-lo)/2)
		if middle == lo || middle == hi {
			break
		}
		sign, err := s.c.sign(middle)
		if err != nil {
			return "", err
		}
		if sign == r.sign {
			lo = middle
		} else {
			hi = middle
		}
	}
	return shortest(new(big.Rat).SetFloat64(lo), new(big.Rat).SetFloat64(hi)), nil
}
