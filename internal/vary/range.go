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

// Range lets one assumption vary from Lo to Hi, both inclusive. The zero Range
// is refused by Validate.
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

// None is how scenarios write that there is no value.
const None = "none"

// RangeKeys returns the keys of the assumptions that an expectation can depend on
// and that are numbers: those that can vary.
func RangeKeys() []string {
	var keys []string
	for _, f := range scenario.Fields() {
		if whyFixed(f) == "" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// rangeKeys lists what can vary, the keys of a group as one.
func rangeKeys() string {
	return "there are " + strings.Join(strict.Groups(RangeKeys()), ", ")
}

// whyFixed tells why an assumption cannot vary here, "" where it can.
func whyFixed(f scenario.Field) string {
	switch {
	case !f.Number():
		return "it is no number"
	case strings.HasPrefix(f.Key, CostPrefix):
		return "prices change no count"
	case f.Key == "arrival_rate_per_s":
		return "only a budget that operations share depends on it, which has no closed form"
	case slices.Contains([]string{"seed", "runs", "operations"}, f.Key):
		return "no expectation for one operation depends on it"
	default:
		return ""
	}
}

// Field returns the assumption that varies.
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
	return scenario.Field{}, fmt.Errorf("no assumption %q can vary%s; %s", r.Key, strict.Hint(r.Key, RangeKeys()), rangeKeys())
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

// Decimal returns the shortest text of a number, as assumptions are written: where
// it may be one of whole numbers, without an exponent, which those do not take.
func Decimal(x float64) string {
	const exact = 1 << 53 // whole numbers up to it
	if x == math.Trunc(x) && math.Abs(x) <= exact {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Get returns the number at a place that [scenario.Field.Pointer] gave, 0 where
// there is none.
func Get(place any) float64 {
	switch place := place.(type) {
	case *int64:
		return float64(*place)
	case *optional.Value[int64]:
		n, _ := place.Get()
		return float64(n)
	default:
		return *place.(*float64)
	}
}

// Put sets the number at a place; a whole number is what is left of it without
// its fraction.
func Put(place any, x float64) {
	switch place := place.(type) {
	case *int64:
		*place = int64(x)
	case *optional.Value[int64]:
		*place = optional.Of(int64(x))
	default:
		*place.(*float64) = x
	}
}

// At returns the value of the range for a fraction u in [0, 1 - 2^-52]: evenly
// over the range, and over its whole numbers where the place holds one. No value
// lies beyond Hi: what is added to Lo is below Hi - Lo, by more than the two
// roundings make up for.
func (r Range) At(place any, u float64) float64 {
	if _, real := place.(*float64); !real {
		return r.Lo + float64(int64(u*(r.Hi-r.Lo+1)))
	}
	return r.Lo + float64(u*(r.Hi-r.Lo))
}
