package breakeven

import (
	"encoding/json"
	"math/big"

	"errbench/internal/polynomial"
	"errbench/optional"
	"errbench/scenario"
)

// solve finds all roots of the difference.
func (b *Result) solve(c *question, sides [2]quotient) error {
	d := sides[0].cleared(sides[1])
	b.Method, b.Degree = rationalRoots, optional.Of(d.Degree())
	for i, side := range sides {
		if side.under.Degree() < 0 {
			b.noteUndefined("Throughout", c.pair[i].Name)
			b.stretch(b.From, b.To, undefined)
			return nil
		}
	}
	atEnds, err := b.ends(c, sides)
	if err != nil {
		return err
	}
	if d.Degree() < 0 {
		b.Roots = append(b.Roots, Root{b.From, optional.Of(threshold(b.From)), identicallyZero, atEnds[0]})
		b.stretch(b.From, b.To, 0)
		return nil
	}
	lo, hi := position(threshold(b.From)), position(threshold(b.To))
	middle := new(big.Rat).Add(lo, hi)
	from, sign := b.From, d.At(middle.Mul(middle, big.NewRat(1, 2))).Sign() // if there is no root between
	for _, r := range d.Roots(lo, hi) {
		root, ok := b.root(r, d, atEnds)
		if ok {
			b.Roots = append(b.Roots, root)
		}
		if r.Before != 0 && r.After != 0 {
			b.stretch(from, root.Value, r.Before)
			from = root.Value
		}
		if r.After != 0 {
			sign = r.After
		}
	}
	b.stretch(from, b.To, sign)
	b.noteCells()
	return nil
}

// root names a root. It is not ok at an end of the range where the difference is
// not what the polynomials say.
func (b *Result) root(r *polynomial.Root, d polynomial.Polynomial, atEnds [2]bool) (root Root, ok bool) {
	k := r.Ceil(cellBits).Uint64()
	root = Root{Value: decimalAt(k), Threshold: optional.Of(k), Label: touches, Exact: d.At(position(k)).Sign() == 0}
	switch {
	case r.Before == 0:
		root.Value, root.Label = b.From, endpoint
		return root, atEnds[0]
	case r.After == 0:
		root.Value, root.Label = b.To, endpoint
		return root, atEnds[1]
	case r.Before != r.After:
		root.Label = crosses
	}
	return root, true
}

// ends tells for each end of the range whether the polynomials hold there too,
// and notes where not: where nothing is resolved, and where a chance of 0 makes
// attempts futile that are not for any above. Where several rates make up 1 the
// last may be less by a unit of its threshold: what is not seen is not noted.
func (b *Result) ends(c *question, sides [2]quotient) (hold [2]bool, err error) {
	for i, end := range []json.Number{b.From, b.To} {
		values, err := c.at(valueOf(end))
		if err != nil {
			return hold, err
		}
		hold[i] = true
		for j, v := range values {
			limit := sides[j].at(position(threshold(end)))
			switch {
			case v == nil:
				b.noteUndefined("At "+string(end), c.pair[j].Name)
			case limit != nil && limit.Cmp(v) == 0:
				continue
			case limit == nil || nearest(limit).Text() != nearest(v).Text():
				b.note("At %s itself %s of %s is %s; what is said of values beside it does not hold there.", end, b.Metric, c.pair[j].Name, nearest(v).Text())
			}
			hold[i] = false
		}
	}
	return hold, nil
}

// noteCells says where several roots share a cell.
func (b *Result) noteCells() {
	for i := 0; i < len(b.Roots); {
		n := 1
		for i+n < len(b.Roots) && b.Roots[i+n].Threshold == b.Roots[i].Threshold {
			n++
		}
		if n > 1 {
			b.note("%d roots lie within 2^-32 of each other at %s: no assumption tells them apart.", n, b.Roots[i].Value)
		}
		i += n
	}
}

func threshold(value json.Number) uint64 { return scenario.Threshold(valueOf(value)) }

// position returns the exact chance of a threshold.
func position(k uint64) *big.Rat { return new(big.Rat).SetFloat64(scenario.Probability(k)) }
