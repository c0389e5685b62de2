package breakeven

import (
	"fmt"
	"math/big"
	"slices"

	"errbench/internal/vary"
	"errbench/scenario"
	"errbench/strategy"
)

// question is what a break-even answers.
type question struct {
	a     scenario.Assumptions
	pair  [2]strategy.Strategy
	r     vary.Range
	field scenario.Field // of the range
	by    Criterion

	// known are the outlooks of the plans that were last looked at. A weight does
	// not change them.
	known [2]struct {
		plan     *strategy.Plan
		outlooks []outlook
	}
}

// under returns the assumptions with the one that varies at a value.
func (c *question) under(value float64) scenario.Assumptions {
	a := c.a
	vary.Put(c.field.Pointer(&a), value)
	return a
}

// compile compiles the strategies with the assumption that varies at a value.
func (c *question) compile(value float64) (both [2]compiled, err error) {
	both, err = c.compiled(c.under(value))
	if err != nil {
		err = fmt.Errorf("with %s=%s: %w", c.r.Key, vary.Decimal(value), err)
	}
	return both, err
}

func (c *question) compiled(a scenario.Assumptions) (both [2]compiled, err error) {
	plans, err := strategy.CompileAll(c.pair[:], a)
	if err != nil {
		return both, err
	}
	if err := vary.CheckClosedForm(plans, c.by.metrics()...); err != nil {
		return both, err
	}
	for i, p := range plans {
		both[i] = compiled{a.Thresholds(), p}
	}
	return both, nil
}

// at returns what is compared at a value, exactly; nil where it is undefined.
func (c *question) at(value float64) (values [2]*big.Rat, err error) {
	both, err := c.compile(value)
	if err != nil {
		return values, err
	}
	return c.of(both), nil
}

// assumed returns what is compared as all is assumed.
func (c *question) assumed() (values [2]*big.Rat, err error) {
	both, err := c.compiled(c.a)
	if err != nil {
		return values, err
	}
	return c.of(both), nil
}

// of returns what is compared, given the plans.
func (c *question) of(both [2]compiled) (values [2]*big.Rat) {
	for i := range both {
		constants, known := fixed(both[i]), &c.known[i]
		if known.plan == nil || !slices.EqualFunc(known.plan.Steps, both[i].plan.Steps, sameChance) || !alike(known.plan, both[i].plan) {
			known.plan, known.outlooks = both[i].plan, c.by.outlooks(constants)
		}
		values[i] = c.by.of(constants, known.outlooks).at(new(big.Rat))
	}
	return values
}

// asLikely tells whether two steps that are alike have the same chance.
func sameChance(s, other strategy.Step) bool { return s.Threshold == other.Threshold }

// undefined stands beside the signs -1, 0 and 1 where there is no difference to
// have one.
const undefined = 2

// sign returns that of the difference at a value, or undefined.
func (c *question) sign(value float64) (int, error) {
	both, err := c.compile(value)
	if err != nil {
		return undefined, err
	}
	return c.signOf(both), nil
}

// signOf returns that of the difference between plans: at once where it is far from
// 0, and from exact numbers where not.
func (c *question) signOf(both [2]compiled) int {
	if sign := c.by.estimate(both); sign != 0 {
		return sign
	}
	values := c.of(both)
	if values[0] == nil || values[1] == nil {
		return undefined
	}
	return values[0].Cmp(values[1])
}

// polynomials returns what is compared as quotients of polynomials, if it is: where
// the assumption is a chance, and plans of the same steps are made for all its values
// above 0.
func (c *question) polynomials() (sides [2]quotient, ok bool, err error) {
	first, last := max(1, scenario.Threshold(c.r.Lo)), scenario.Threshold(c.r.Hi)
	if !c.field.Probability() || first == last || strategy.Shape(c.under(scenario.Probability(first))) != strategy.Shape(c.under(scenario.Probability(last))) {
		return sides, false, nil
	}
	var some [2][2]compiled
	at := [2]uint64{first + (last-first)/4, last - (last-first)/4}
	for i, k := range at {
		if some[i], err = c.compile(scenario.Probability(k)); err != nil {
			return sides, false, err
		}
	}
	ok = true
	for i := range sides {
		model, decided := newChances(at, [2]compiled{some[0][i], some[1][i]})
		if ok = ok && decided; ok {
			sides[i] = c.by.of(model, c.by.outlooks(model))
		}
	}
	return sides, ok, nil
}
