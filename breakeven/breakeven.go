package breakeven

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"

	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/optional"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// Result tells for which values of one assumption which of two strategies is
// the better one, in expectation.
type Result struct {
	Notice      string               `json:"notice"`
	Assumptions scenario.Assumptions `json:"assumptions"`
	Key         string               `json:"key"`  // of the assumption that varies
	From        json.Number          `json:"from"` // its range, both ends included
	To          json.Number          `json:"to"`
	Metric      string               `json:"metric"`    // what is compared, for one operation, or for a resolved one if it is a cost per resolved
	Direction   string               `json:"direction"` // which value of it is better: "lower", "higher" or "neither"
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
	// Of many whole values some are looked at: those where a plan changes, or those
	// of a bisection.
	everyPlan      = "every plan"
	wholeBisection = "bisection of whole values"
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
	Value      optional.Value[json.Number] `json:"value"`      // absent where the assumption is
	Difference stat.Number                 `json:"difference"` // of the strategy less that against which it stands
	Strategy   stat.Number                 `json:"strategy_value"`
	Against    stat.Number                 `json:"against_value"`
}

// Find returns where the expected difference of two strategies in a
// criterion changes its sign as an assumption varies over a range.
//
// In the chance of a call, of a commit or of a distortion every expectation is a
// polynomial, of a degree of at most the calls of an operation, and so are the
// numerator and the denominator of a cost; all roots are found. In other assumptions
// it is not, and roots are looked for.
func Find(a scenario.Assumptions, pair [2]strategy.Strategy, r vary.Range, by Criterion) (Result, error) {
	field, err := r.Field()
	if err := cmp.Or(err, r.Validate(), r.CheckDistinct()); err != nil {
		return Result{}, err
	}
	c := &question{a: a, pair: pair, r: r, field: field, by: by}
	b := Result{
		Notice: report.Notice, Assumptions: a, Key: r.Key, From: plainly(r.Lo), To: plainly(r.Hi),
		Metric: by.Key, Direction: by.Better.String(),
		Strategy: pair[0].Name, Against: pair[1].Name,
		Roots: []Root{}, Stretches: []Stretch{}, Notes: []string{},
	}
	for _, end := range []float64{r.Lo, r.Hi} {
		if _, err := c.compile(end); err != nil {
			return Result{}, err
		}
	}
	values, err := c.assumed()
	if err != nil {
		return Result{}, err
	}
	b.Assumed = standing(values)
	if field.Get(&a) != vary.None {
		b.Assumed.Value = optional.Of(plainly(vary.Get(field.Pointer(&a))))
	}
	sides, solvable, err := c.polynomials()
	switch {
	case err != nil:
	case solvable:
		err = b.solve(c, sides)
	default:
		err = b.scan(c)
	}
	return b, err
}

func standing(values [2]*big.Rat) Standing {
	numbers := [2]stat.Number{stat.Number(math.NaN()), stat.Number(math.NaN())}
	difference := stat.Number(math.NaN())
	for i, v := range values {
		if v != nil {
			numbers[i] = nearest(v)
		}
	}
	if values[0] != nil && values[1] != nil {
		difference = nearest(new(big.Rat).Sub(values[0], values[1]))
	}
	return Standing{Difference: difference, Strategy: numbers[0], Against: numbers[1]}
}

func nearest(x *big.Rat) stat.Number {
	f, _ := x.Float64()
	return stat.Number(f)
}

// stretch appends a stretch with a sign of the difference, or undefined.
func (b *Result) stretch(from, to json.Number, sign int) {
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

func (b *Result) note(format string, args ...any) {
	b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
}

func (b *Result) noteUndefined(place, name string) {
	b.note("%s the cost is undefined: %s resolves nothing.", place, name)
}
