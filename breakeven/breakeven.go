package breakeven

import (
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

// Result says which of two strategies is better, in expectation, for each value of one
// assumption.
type Result struct {
	Notice      string               `json:"notice"`
	Assumptions scenario.Assumptions `json:"assumptions"`
	Key         string               `json:"key"`  // of the assumption that varies
	From        json.Number          `json:"from"` // its range, both ends included
	To          json.Number          `json:"to"`
	Metric      string               `json:"metric"`    // the key of the criterion; per operation, or per resolved operation
	Direction   string               `json:"direction"` // which value of the metric is better: "lower", "higher" or "neither"
	Strategy    string               `json:"strategy"`
	Against     string               `json:"against"`
	Method      string               `json:"method"`
	Degree      optional.Value[int]  `json:"degree"` // of the polynomial whose roots are listed, -1 for the polynomial 0; absent for other methods
	// MayMiss says which roots the method can miss; absent if none.
	MayMiss   optional.Value[string] `json:"may_miss"`
	Roots     []Root                 `json:"roots"`
	Stretches []Stretch              `json:"stretches"`
	Assumed   Standing               `json:"assumed"`
	Notes     []string               `json:"notes"`
}

// The methods.
const (
	rationalRoots = "rational roots"
	bisection     = "bisection"
	everyInteger  = "every integer"
	// In a range of many integers, one method evaluates each integer at which a plan
	// changes, and the other brackets changes of the sign.
	everyPlan        = "every plan"
	integerBisection = "bisection of integers"
)

// The labels of roots.
const (
	crosses         = "crosses"          // the better strategy changes
	touches         = "touches"          // the better strategy is the same on both sides
	endpoint        = "endpoint"         // of the range
	identicallyZero = "identically zero" // the difference is 0 over a stretch that begins here
)

// Root is a value at which the difference is 0, or changes its sign.
type Root struct {
	// Value is the shortest decimal with the threshold of the root; for bisection, the
	// shortest decimal in the last bracket.
	Value     json.Number            `json:"value"`
	Threshold optional.Value[uint64] `json:"threshold"` // of Value, if it is a probability
	Label     string                 `json:"label"`
	// Exact reports whether the difference is 0 at Value. If not, it has the sign there
	// that it has just above.
	Exact bool `json:"exact"`
}

// Stretch is a range of values over which the same strategy is better. Each end is a
// root or an end of the whole range. A stretch of integers includes its ends.
type Stretch struct {
	From   json.Number            `json:"from"`
	To     json.Number            `json:"to"`
	Higher optional.Value[string] `json:"higher"` // the strategy with more of the metric; absent if the difference is 0 or undefined
	Better optional.Value[string] `json:"better"` // the better strategy; absent for a metric without direction too
}

// Standing compares the strategies at one value. A cost is null if the strategy
// resolves nothing.
type Standing struct {
	Value      optional.Value[json.Number] `json:"value"`      // absent if the assumption is none
	Difference stat.Number                 `json:"difference"` // Strategy minus Against
	Strategy   stat.Number                 `json:"strategy_value"`
	Against    stat.Number                 `json:"against_value"`
}

// Find returns the values in a range of one assumption at which the expected difference
// of two strategies, by a criterion, changes its sign.
//
// In the probability of a success, a commit or a distortion, every expectation is a
// polynomial of at most as many degrees as an operation has calls, and so are the
// numerator and the denominator of a cost. Find returns all roots there. In any other
// assumption it samples.
func Find(a scenario.Assumptions, pair [2]strategy.Strategy, r vary.Range, by Criterion) (Result, error) {
	q, err := newQuestion(a, pair, r, by)
	if err != nil {
		return Result{}, err
	}
	f := &finder{question: q, Result: Result{
		Notice: report.Notice, Assumptions: a, Key: r.Key, From: plainly(r.Lo), To: plainly(r.Hi),
		Metric: by.Key, Direction: by.Better.String(),
		Strategy: pair[0].Name, Against: pair[1].Name,
		Roots: []Root{}, Stretches: []Stretch{}, Notes: []string{},
	}}
	f.assume()
	if sides, ok := q.quotients(); ok {
		f.solve(sides)
	} else {
		f.scan()
	}
	if q.err != nil {
		return Result{}, q.err
	}
	f.MayMiss = mayMiss(f.Method)
	return f.Result, nil
}

// finder adds to a Result what it finds out about a question.
type finder struct {
	*question
	Result
}

// assume sets the standing under the assumptions as they are.
func (f *finder) assume() {
	values := f.values(f.under(f.a))
	numbers := [2]stat.Number{nearest(values[0]), nearest(values[1])}
	f.Assumed = Standing{Difference: stat.Number(math.NaN()), Strategy: numbers[0], Against: numbers[1]}
	if values[0] != nil && values[1] != nil {
		f.Assumed.Difference = nearest(new(big.Rat).Sub(values[0], values[1]))
	}
	if f.field.Get(&f.a) != vary.None {
		f.Assumed.Value = optional.Of(plainly(vary.Get(f.field.Pointer(&f.a))))
	}
}

// nearest returns the float64 nearest to x, NaN if x is nil.
func nearest(x *big.Rat) stat.Number {
	if x == nil {
		return stat.Number(math.NaN())
	}
	f, _ := x.Float64()
	return stat.Number(f)
}

// addStretch appends a stretch over which the difference has a sign, or is undefined.
func (f *finder) addStretch(from, to float64, sign int) {
	f.Stretches = append(f.Stretches, Stretch{plainly(from), plainly(to), f.name(sign), f.name(sign * int(f.by.Better))})
}

// name returns the first strategy for the sign 1, the second for -1, and none for any
// other number.
func (f *finder) name(sign int) (name optional.Value[string]) {
	switch sign {
	case 1:
		name = optional.Of(f.Strategy)
	case -1:
		name = optional.Of(f.Against)
	}
	return name
}

func (f *finder) addRoot(value float64, label string, exact bool) {
	root := Root{Value: plainly(value), Label: label, Exact: exact}
	if f.field.Probability() {
		root.Threshold = optional.Of(scenario.Threshold(value))
	}
	f.Roots = append(f.Roots, root)
}

func (f *finder) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// noteUndefined notes which strategies have no value at a place.
func (f *finder) noteUndefined(place string, values [2]*big.Rat) {
	for i, v := range values {
		if v == nil {
			f.note("%s the cost is undefined: %s resolves nothing.", place, f.pair[i].Name)
		}
	}
}
