package sweep

import (
	"fmt"
	"math/big"
	"slices"

	"errbench/scenario"
	"errbench/strategy"
)

// question is what a break-even answers.
type question struct {
	a     scenario.Assumptions
	pair  [2]strategy.Strategy
	r     Range
	field scenario.Field // of the range
	by    Criterion

	// known are the outlooks of the plans that were last looked at. A weight does
	// not change them.
	known [2]struct {
		steps    []strategy.Step
		outlooks []outlook
	}
}

// compile compiles the strategies with the assumption that varies at a value.
func (c *question) compile(value float64) (both [2]compiled, err error) {
	a := c.a
	put(c.field.Pointer(&a), value)
	plans, err := strategy.CompileAll(c.pair[:], a)
	if err != nil {
		return both, fmt.Errorf("with %s=%s: %w", c.r.Key, decimal(value), err)
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
	for i := range both {
		constants, known := fixed(both[i]), &c.known[i]
		if known.outlooks == nil || !slices.Equal(known.steps, both[i].plan.Steps) {
			known.steps, known.outlooks = both[i].plan.Steps, c.by.outlooks(constants)
		}
		values[i] = c.by.of(constants, known.outlooks).at(new(big.Rat))
	}
	return values, nil
}

// undefined stands beside the signs -1, 0 and 1 where there is no difference to
// have one.
const undefined = 2

// sign returns that of the difference at a value, or undefined.
func (c *question) sign(value float64) (int, error) {
	values, err := c.at(value)
	if err != nil || values[0] == nil || values[1] == nil {
		return undefined, err
	}
	return values[0].Cmp(values[1]), nil
}

// polynomials returns what is compared as quotients of polynomials, if it is.
func (c *question) polynomials() (sides [2]quotient, ok bool, err error) {
	if !c.field.Probability() {
		return sides, false, nil
	}
	zero, err := c.compile(0)
	if err != nil {
		return sides, false, err
	}
	one, err := c.compile(1)
	if err != nil {
		return sides, false, err
	}
	ok = true
	for i := range sides {
		model, decided := newChances(zero[i], one[i])
		if ok = ok && decided; ok {
			sides[i] = c.by.of(model, c.by.outlooks(model))
		}
	}
	return sides, ok, nil
}
