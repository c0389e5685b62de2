package breakeven

import (
	"math/big"

	"errbench/internal/vary"
	"errbench/scenario"
	"errbench/strategy"
)

// question is what [Find] answers. Its methods evaluate both strategies at a value of
// the assumption that varies. After the first error, which stays in err, they evaluate
// nothing more.
type question struct {
	a     scenario.Assumptions
	pair  [2]strategy.Strategy
	r     vary.Range
	field scenario.Field // of the range
	by    Criterion
	err   error

	// known holds the last plan of each strategy and what each kind of operation adds.
	// Weights do not change them, so a scan of weights computes them once.
	known [2]struct {
		plan     *strategy.Plan
		perKinds []perKind
	}
}

// compiled is a plan and the thresholds that it was compiled under.
type compiled struct {
	thresholds scenario.Thresholds
	plan       *strategy.Plan
}

// newQuestion returns a question whose strategies compile at both ends of the range.
func newQuestion(a scenario.Assumptions, pair [2]strategy.Strategy, r vary.Range, by Criterion) (*question, error) {
	if err := vary.Check(a, []vary.Range{r}); err != nil {
		return nil, err
	}
	field, err := r.Field()
	if err != nil {
		return nil, err
	}
	q := &question{a: a, pair: pair, r: r, field: field, by: by}
	q.compile(r.Lo)
	q.compile(r.Hi)
	return q, q.err
}

// at returns the assumptions with the one that varies at a value.
func (q *question) at(value float64) scenario.Assumptions {
	a := q.a
	vary.Put(q.field.Pointer(&a), value)
	return a
}

// compile compiles the strategies at a value.
func (q *question) compile(value float64) [2]compiled {
	valid := q.err == nil
	both := q.under(q.at(value))
	if valid && q.err != nil {
		q.err = vary.At(q.err, vary.Setting{Key: q.r.Key, Value: vary.Decimal(value)})
	}
	return both
}

// under compiles the strategies under assumptions.
func (q *question) under(a scenario.Assumptions) (both [2]compiled) {
	if q.err != nil {
		return both
	}
	plans, err := strategy.CompileAll(q.pair[:], a)
	if err == nil {
		err = vary.CheckClosedForm(plans, q.by.metrics()...)
	}
	if err != nil {
		q.err = err
		return both
	}
	for i, p := range plans {
		both[i] = compiled{a.Thresholds(), p}
	}
	return both
}

// values returns the exact value of each strategy, nil if it is undefined.
func (q *question) values(both [2]compiled) (values [2]*big.Rat) {
	for i, c := range both {
		if q.err != nil {
			return values
		}
		constants, known := fixed(c), &q.known[i]
		if known.plan == nil || !samePlan(known.plan, c.plan) {
			known.plan, known.perKinds = c.plan, q.by.perKinds(constants)
		}
		values[i] = q.by.quotient(constants, known.perKinds).at(new(big.Rat))
	}
	return values
}

// undefined stands for the sign of a difference that is undefined.
const undefined = 2

// sign returns the sign of the difference at a value, or undefined.
func (q *question) sign(value float64) int { return q.signOf(q.compile(value)) }

// signOf returns the sign of the difference between plans. It computes exactly only if
// float64 leaves the sign uncertain.
func (q *question) signOf(both [2]compiled) int {
	if q.err != nil {
		return undefined
	}
	if sign := q.by.approximateSign(both); sign != 0 {
		return sign
	}
	values := q.values(both)
	if values[0] == nil || values[1] == nil {
		return undefined
	}
	return values[0].Cmp(values[1])
}

// quotients returns the two values as quotients of polynomials in the assumption. It is
// not ok unless the assumption is a probability, and at all its values above 0 the
// plans have the same steps.
func (q *question) quotients() (sides [2]quotient, ok bool) {
	first, last := max(1, scenario.Threshold(q.r.Lo)), scenario.Threshold(q.r.Hi)
	if !q.field.Probability() || first == last ||
		strategy.Shape(q.at(scenario.Probability(first))) != strategy.Shape(q.at(scenario.Probability(last))) {
		return sides, false
	}
	at := [2]uint64{first + (last-first)/4, last - (last-first)/4}
	low, high := q.compile(scenario.Probability(at[0])), q.compile(scenario.Probability(at[1]))
	if q.err != nil {
		return sides, false
	}
	for i := range sides {
		c, ok := newChances(at, [2]compiled{low[i], high[i]})
		if !ok {
			return sides, false
		}
		sides[i] = q.by.quotient(c, q.by.perKinds(c))
	}
	return sides, true
}
