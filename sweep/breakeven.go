package sweep

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"errbench/optional"
	"errbench/polynomial"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// BreakEven tells for which values of one assumption which of two strategies is
// the better one, in expectation.
type BreakEven struct {
	Notice      string               `json:"notice"`
	Assumptions scenario.Assumptions `json:"assumptions"`
	Key         string               `json:"key"`  // of the assumption that varies
	From        json.Number          `json:"from"` // its range, both ends included
	To          json.Number          `json:"to"`
	Metric      string               `json:"metric"`    // what is compared, for one operation or, a cost, for one that is resolved
	Direction   string               `json:"direction"` // which value of it is better: "lower", "higher" or "neither"
	Cost        *Cost                `json:"cost"`
	Strategy    string               `json:"strategy"`
	Against     string               `json:"against"`
	Method      string               `json:"method"`
	Degree      optional.Value[int]  `json:"degree"` // of the polynomial whose roots are found, -1 where that is 0; absent for other methods
	Roots       []Root               `json:"roots"`
	Stretches   []Stretch            `json:"stretches"`
	Assumed     Standing             `json:"assumed"`
	Notes       []string             `json:"notes"`
}

// The methods.
const (
	rationalRoots = "rational roots"
	bisection     = "bisection"
	everyWhole    = "every whole value"
)

// The labels of roots.
const (
	crosses         = "crosses"          // the strategies change places
	touches         = "touches"          // they do not
	endpoint        = "endpoint"         // of the range
	identicallyZero = "identically zero" // the difference is 0 from here on, over a stretch
)

// Root is a value at which the difference is 0, or changes its sign.
type Root struct {
	// Value is the shortest decimal that the program does not tell from the root;
	// where the method halves brackets, one in the last.
	Value     json.Number            `json:"value"`
	Threshold optional.Value[uint64] `json:"threshold"` // of the value, where it is a probability
	Label     string                 `json:"label"`
	// Exact: at Value itself the difference is 0. If not, it has there the sign
	// that it has above.
	Exact bool `json:"exact"`
}

// Stretch is a range of values over which the same strategy is the better one.
// Its ends are roots or those of the range; only whole values are included.
type Stretch struct {
	From   json.Number            `json:"from"`
	To     json.Number            `json:"to"`
	Higher optional.Value[string] `json:"higher"` // the strategy with more of the metric; absent where there is no difference, or none defined
	Better optional.Value[string] `json:"better"` // the better of the two; absent for a metric without direction too
}

// Standing is how the strategies compare at one value; numbers are null where
// nothing is resolved that could cost.
type Standing struct {
	Value      json.Number   `json:"value"`
	Difference report.Number `json:"difference"` // of the strategy less that against which it stands
	Strategy   report.Number `json:"strategy_value"`
	Against    report.Number `json:"against_value"`
}

// comparison is the question that a break-even answers.
type comparison struct {
	a    scenario.Assumptions
	pair [2]strategy.Strategy
	v    Variable
	by   Criterion

	// known are the outlooks of the plans that were last looked at. A weight does
	// not change them.
	known [2]struct {
		steps    []strategy.Step
		outlooks []outlook
	}
}

// NewBreakEven returns where the expected difference of two strategies in a
// criterion changes its sign as an assumption varies. The variable and the
// criterion come from [ParseVariable], [ByMeasure] and [ByCost].
//
// In a probability every expectation is a polynomial, of a degree of at most the
// recovery attempts, and so are the numerator and the denominator of a cost; all
// roots are found. In other assumptions it is not, and roots are looked for.
func NewBreakEven(a scenario.Assumptions, pair [2]strategy.Strategy, v Variable, by Criterion) (BreakEven, error) {
	c := &comparison{a: a, pair: pair, v: v, by: by}
	b := BreakEven{
		Notice: report.Notice, Assumptions: a, Key: v.Key, From: plainly(v.Lo), To: plainly(v.Hi),
		Metric: by.Key, Direction: [...]string{"lower", "neither", "higher"}[by.Better+1], Cost: by.cost,
		Strategy: pair[0].Name, Against: pair[1].Name,
		Roots: []Root{}, Stretches: []Stretch{}, Notes: []string{},
	}
	for _, end := range []string{v.Lo, v.Hi} {
		if _, err := c.compile(end); err != nil {
			return BreakEven{}, err
		}
	}
	assumed := v.field.Get(&a)
	values, err := c.at(assumed)
	if err != nil {
		return BreakEven{}, err
	}
	b.Assumed = standing(assumed, values)
	switch sides, ok, err := c.polynomials(); {
	case err != nil:
		return BreakEven{}, err
	case ok:
		return b, b.solve(c, sides)
	default:
		return b, b.scan(c)
	}
}

// plainly writes the number of an assumption without an exponent.
func plainly(text string) json.Number {
	return json.Number(strconv.FormatFloat(value(text), 'f', -1, 64))
}

func standing(value string, values [2]*big.Rat) Standing {
	numbers := [2]report.Number{report.Number(math.NaN()), report.Number(math.NaN())}
	difference := report.Number(math.NaN())
	for i, v := range values {
		if v != nil {
			numbers[i] = nearest(v)
		}
	}
	if values[0] != nil && values[1] != nil {
		difference = nearest(new(big.Rat).Sub(values[0], values[1]))
	}
	return Standing{plainly(value), difference, numbers[0], numbers[1]}
}

func nearest(x *big.Rat) report.Number {
	f, _ := x.Float64()
	return report.Number(f)
}

// compile compiles the strategies with the assumption that varies at a value.
func (c *comparison) compile(value string) (both [2]compiled, err error) {
	a := c.a
	if err := c.v.field.Set(&a, value); err != nil {
		return both, err
	}
	plans, err := strategy.CompileAll(c.pair[:], a)
	if err != nil {
		return both, fmt.Errorf("with %s=%s: %w", c.v.Key, value, err)
	}
	for i, p := range plans {
		both[i] = compiled{a.Thresholds(), p}
	}
	return both, nil
}

// at returns what is compared at a value, exactly; nil where it is undefined.
func (c *comparison) at(value string) (values [2]*big.Rat, err error) {
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
func (c *comparison) sign(value string) (int, error) {
	values, err := c.at(value)
	if err != nil || values[0] == nil || values[1] == nil {
		return undefined, err
	}
	return values[0].Cmp(values[1]), nil
}

// polynomials returns what is compared as quotients of polynomials, if it is.
func (c *comparison) polynomials() (sides [2]quotient, ok bool, err error) {
	if !c.v.field.Probability() {
		return sides, false, nil
	}
	zero, err := c.compile("0")
	if err != nil {
		return sides, false, err
	}
	one, err := c.compile("1")
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

// solve finds all roots of the difference.
func (b *BreakEven) solve(c *comparison, sides [2]quotient) error {
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
		b.Roots = append(b.Roots, Root{b.From, optional.Of(threshold(b.From)), identicallyZero, true})
		b.stretch(b.From, b.To, 0)
		return nil
	}
	lo, hi := position(threshold(b.From)), position(threshold(b.To))
	middle := new(big.Rat).Add(lo, hi)
	from, sign := b.From, d.At(middle.Mul(middle, big.NewRat(1, 2))).Sign() // unless a root tells another
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
		} else {
			sign = r.Before
		}
	}
	b.stretch(from, b.To, sign)
	b.noteCells()
	return nil
}

// root names a root. It is not ok at an end of the range where the difference is
// not what the polynomials say.
func (b *BreakEven) root(r *polynomial.Root, d polynomial.Polynomial, atEnds [2]bool) (root Root, ok bool) {
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
// attempts futile that are not for any above.
func (b *BreakEven) ends(c *comparison, sides [2]quotient) (hold [2]bool, err error) {
	for i, end := range []json.Number{b.From, b.To} {
		values, err := c.at(string(end))
		if err != nil {
			return hold, err
		}
		hold[i] = true
		for j, v := range values {
			limit := sides[j].at(position(threshold(end)))
			switch {
			case v == nil:
				b.noteUndefined("At "+string(end), c.pair[j].Name)
			case limit == nil || limit.Cmp(v) != 0:
				b.note("At %s itself %s of %s is %s; what is said of values beside it does not hold there.", end, b.Metric, c.pair[j].Name, nearest(v).Text())
			default:
				continue
			}
			hold[i] = false
		}
	}
	return hold, nil
}

func (b *BreakEven) note(format string, args ...any) {
	b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
}

func (b *BreakEven) noteUndefined(place, name string) {
	b.note("%s the cost is undefined: %s resolves nothing.", place, name)
}

// noteCells says where several roots share a cell.
func (b *BreakEven) noteCells() {
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

// stretch appends a stretch with a sign of the difference, or undefined.
func (b *BreakEven) stretch(from, to json.Number, sign int) {
	s := Stretch{From: from, To: to}
	names := map[int]string{1: b.Strategy, -1: b.Against}
	if higher, ok := names[sign]; ok {
		s.Higher = optional.Of(higher)
	}
	direction := map[string]int{"higher": 1, "lower": -1}[b.Direction]
	if better, ok := names[sign*direction]; ok {
		s.Better = optional.Of(better)
	}
	b.Stretches = append(b.Stretches, s)
}

func threshold(value json.Number) uint64 { return scenario.Threshold(valueOf(value)) }

func valueOf(n json.Number) float64 { return value(string(n)) }

// position returns the exact chance of a threshold.
func position(k uint64) *big.Rat { return new(big.Rat).SetFloat64(scenario.Probability(k)) }
