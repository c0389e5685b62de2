package breakeven

import (
	"encoding/json"
	"fmt"
	"math/big"

	"errbench/optional"
	"errbench/scenario"
)

// brackets is into how many parts bisection divides the range first.
const brackets = 1024

// look is a value of the range and the sign of the difference there.
type look struct {
	value json.Number
	sign  int
}

// run is values next to each other that have the same sign: those from first to
// last.
type run struct{ first, last, sign int }

// scan looks for roots at values of the range: at every whole one if they are few,
// or at many between which changes of the sign are closed in upon.
func (b *Result) scan(c *question) error {
	switch {
	case !c.field.Whole():
		b.Method = bisection
	case c.r.Hi-c.r.Lo > brackets:
		return b.scanWholes(c)
	default:
		b.Method = everyWhole
	}
	values := evenly(c.r.Lo, c.r.Hi)
	if b.Method == everyWhole {
		values = wholes(c.r.Lo, c.r.Hi)
	}
	var looks []look
	for _, value := range values {
		sign, err := c.sign(valueOf(value))
		if err != nil {
			return err
		}
		looks = append(looks, look{value, sign})
	}
	s := scanned{c, looks, runsOf(looks)}
	if b.Method == everyWhole {
		b.wholeRuns(s)
		return nil
	}
	return b.realRuns(s)
}

// runsOf returns the runs of values.
func runsOf(looks []look) (runs []run) {
	for i, l := range looks {
		if i == 0 || l.sign != looks[i-1].sign {
			runs = append(runs, run{i, i, l.sign})
		}
		runs[len(runs)-1].last = i
	}
	return runs
}

// scanned is the outcome of looking at values.
type scanned struct {
	c     *question
	looks []look
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

// point tells whether a run is one value without a sign.
func (r run) point() bool { return r.first == r.last && (r.sign == 0 || r.sign == undefined) }

// found adds the root that a run is, if it is one, or notes that there is no
// cost. The signs of the runs beside it are 0 where there is none.
func (b *Result) found(s scanned, r run, before, after int) {
	value := s.looks[r.first].value
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

// noteCost says which strategy has no cost over a run.
func (b *Result) noteCost(s scanned, r run) {
	first, last := s.looks[r.first].value, s.looks[r.last].value
	place := "At " + string(first)
	if first != last {
		place = fmt.Sprintf("From %s to %s", first, last)
	}
	values, err := s.c.at(valueOf(first))
	if err != nil {
		panic(err) // it was looked at before
	}
	for i, v := range values {
		if v == nil {
			b.noteUndefined(place, s.c.pair[i].Name)
		}
	}
}

// beside returns the signs of the runs beside one, 0 where there is none.
func (s scanned) beside(i int) (before, after int) {
	if i > 0 {
		before = s.runs[i-1].sign
	}
	if i+1 < len(s.runs) {
		after = s.runs[i+1].sign
	}
	return before, after
}

// wholeRuns makes each run a stretch; where one of a sign follows one of the
// other, the strategies have changed places from its first value on.
func (b *Result) wholeRuns(s scanned) {
	for i, r := range s.runs {
		before, after := s.beside(i)
		if before*r.sign == -1 {
			b.addRoot(s.c, s.looks[r.first].value, crosses, false)
		}
		b.found(s, r, before, after)
		b.stretch(s.looks[r.first].value, s.looks[r.last].value, r.sign)
	}
}

// realRuns makes each run but single points a stretch, whose ends are closed in
// upon.
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
		to := s.looks[next.first].value
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
	lo, hi := valueOf(s.looks[r.last].value), valueOf(s.looks[next.first].value)
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
