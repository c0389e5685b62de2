package vary

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/strict"
	"errbench/optional"
	"errbench/scenario"
)

// Range is the range of one assumption that varies, Lo <= value <= Hi. [Check] refuses the zero
// Range.
type Range struct {
	Key string  `json:"key"`
	Lo  float64 `json:"lo"`
	Hi  float64 `json:"hi"` // above Lo
}

// ParseRange reads KEY=LO:HI, as in failure_rate=0.2:0.6.
func ParseRange(text string) (Range, error) {
	key, ends, named := strings.Cut(text, "=")
	lo, hi, both := strings.Cut(ends, ":")
	if !named || !both {
		return Range{}, fmt.Errorf("got %s, want KEY=LO:HI, as in failure_rate=0.2:0.6", strict.Quote(text))
	}
	r := Range{Key: strings.TrimSpace(key)}
	f, err := r.Field()
	if err != nil {
		return Range{}, err
	}
	a := scenario.Published()
	for _, end := range []struct {
		text string
		to   *float64
	}{{lo, &r.Lo}, {hi, &r.Hi}} {
		if err := a.Set(r.Key, strings.TrimSpace(end.text)); err != nil {
			return Range{}, err
		}
		if f.Get(&a) == None {
			return Range{}, fmt.Errorf("%s: got %s, want numbers", r.Key, strict.Quote(strings.TrimSpace(ends)))
		}
		*end.to = Get(f.Pointer(&a))
	}
	_, err = r.check()
	return r, err
}

// CostPrefix begins the keys of the prices.
const CostPrefix = "cost."

// None is the text of a value that is absent.
const None = "none"

// RangeKeys returns the keys of the assumptions that can vary: they are numbers, and an expectation
// can depend on them.
func RangeKeys() []string {
	var keys []string
	for _, f := range scenario.Fields() {
		if whyFixed(f) == "" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// rangeKeys returns the keys that can vary as text, each group as one.
func rangeKeys() string {
	return "there are " + strings.Join(strict.Groups(RangeKeys()), ", ")
}

// whyFixed returns the reason why an assumption cannot vary, "" if it can.
func whyFixed(f scenario.Field) string {
	switch {
	case !f.Number():
		return "it is not a number"
	case strings.HasPrefix(f.Key, CostPrefix):
		return "prices change no count"
	case f.Key == "arrival_rate_per_s":
		return "only shared budgets depend on it, and they have no closed form"
	case slices.Contains([]string{"seed", "runs", "operations"}, f.Key):
		return "no expectation for one operation depends on it"
	default:
		return ""
	}
}

// Field returns the assumption of the range.
func (r Range) Field() (scenario.Field, error) {
	for _, f := range scenario.Fields() {
		if f.Key != r.Key {
			continue
		}
		if why := whyFixed(f); why != "" {
			return f, fmt.Errorf("%s cannot vary: %s; %s", r.Key, why, rangeKeys())
		}
		return f, nil
	}
	return scenario.Field{}, fmt.Errorf("no assumption %q can vary%s", r.Key, strict.Choices(r.Key, RangeKeys()))
}

// check returns the assumption, and an error unless it can vary and the ends are in order
// and distinct to the program. The ends themselves are checked by [CheckCorners].
func (r Range) check() (scenario.Field, error) {
	f, err := r.Field()
	switch {
	case err != nil:
		return f, err
	case f.Whole() && (r.Lo != math.Trunc(r.Lo) || r.Hi != math.Trunc(r.Hi)):
		return f, fmt.Errorf("%s: got %s, want whole numbers", r.Key, r)
	case !(r.Lo < r.Hi):
		return f, fmt.Errorf("%s: got %s, want LO below HI", r.Key, r)
	case f.Probability() && scenario.Threshold(r.Lo) == scenario.Threshold(r.Hi):
		return f, fmt.Errorf("%s: got %s, want ends at least 2^-32 apart", r.Key, r)
	}
	return f, nil
}

// String returns the ends, as in "0.2:0.6".
func (r Range) String() string { return Decimal(r.Lo) + ":" + Decimal(r.Hi) }

// Decimal returns the shortest text of a number that an assumption reads back. An integer has no
// exponent, since an assumption of integers takes none.
func Decimal(x float64) string {
	const exact = 1 << 53 // float64 holds every integer up to it
	if x == math.Trunc(x) && math.Abs(x) <= exact {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Get returns the number behind a pointer of [scenario.Field.Pointer], 0 if it is absent.
func Get(pointer any) float64 {
	switch p := pointer.(type) {
	case *int64:
		return float64(*p)
	case *optional.Value[int64]:
		n, _ := p.Get()
		return float64(n)
	default:
		return *p.(*float64)
	}
}

// Put sets the number behind a pointer of [scenario.Field.Pointer]. An integer loses the fraction
// of x.
func Put(pointer any, x float64) {
	switch p := pointer.(type) {
	case *int64:
		*p = int64(x)
	case *optional.Value[int64]:
		*p = optional.Of(int64(x))
	default:
		*p.(*float64) = x
	}
}

// At returns the value of the range at a fraction 0 <= u <= 1 - 2^-52: evenly over the range, or
// over its integers if the pointer is to an integer. The value is at most Hi, since u is below 1 by
// more than the two roundings.
func (r Range) At(pointer any, u float64) float64 {
	if _, real := pointer.(*float64); !real {
		return r.Lo + float64(int64(u*(r.Hi-r.Lo+1)))
	}
	return r.Lo + float64(u*(r.Hi-r.Lo))
}
