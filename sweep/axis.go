package sweep

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/scenario"
)

// Axis is an assumption that a sweep varies, and its values.
type Axis struct {
	Key  string
	Spec string // the values as written: "0.1:0.6:0.05"

	// count is the number of values. It is 0 if the axis has every value from at(0) to
	// at(1).
	count int64
	at    func(i int64) string
	field scenario.Field
}

// Limits of an axis.
const (
	maxValues = 1 << 40 // of start:stop:step, which are computed on demand
	maxListed = 10_000  // of lists and logarithms, which are kept
)

// forms says how the values of an axis are written.
const forms = "a list such as 0.1,0.2,0.5, or start:stop:step, or log:start:stop:count"

// ParseAxis reads KEY=VALUES. Values are a list, start:stop:step, log:start:stop:count, or
// lo:hi for all values between. Ends are included, and stop is if a step meets it. Steps are
// added in decimal, so steps of 0.1 meet 0.3 exactly. The axis has only values that are valid
// in the assumptions.
func ParseAxis(text string, a scenario.Assumptions) (Axis, error) {
	key, spec, ok := strings.Cut(text, "=")
	key, spec = strings.TrimSpace(key), strings.TrimSpace(spec)
	if !ok {
		return Axis{}, fmt.Errorf("got %s, want KEY=VALUES, as in failure_rate=0.1:0.6:0.05", strict.Quote(text))
	}
	field, err := scenario.FindField(key)
	if err != nil || !field.Number() {
		return Axis{}, fmt.Errorf("no assumption %q can vary%s", key, strict.Choices(key, Keys()))
	}
	x := Axis{Key: key, Spec: spec, field: field}
	parts := strings.Split(spec, ":")
	switch {
	case spec == "":
		err = fmt.Errorf("got no value, want %s", forms)
	case len(parts) == 1:
		err = x.list(strings.Split(spec, ","))
	case parts[0] == "log" && len(parts) == 4:
		err = x.logarithmic(parts[1], parts[2], parts[3])
	case parts[0] != "log" && len(parts) == 3:
		err = x.steps(parts[0], parts[1], parts[2])
	case parts[0] != "log" && len(parts) == 2:
		err = x.between(parts[0], parts[1])
	default:
		err = fmt.Errorf("got %s, want %s", strict.Quote(spec), forms)
	}
	if err != nil {
		return Axis{}, fmt.Errorf("%s: %w", key, err)
	}
	return x, x.validate(a)
}

// Keys returns the keys of the assumptions that can vary: all numbers.
func Keys() []string {
	var keys []string
	for _, f := range scenario.Fields() {
		if f.Number() {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// validate returns an error unless the values differ and are in the range of the
// assumption. Steps are in range if their ends are, and whole if the first two are.
func (x Axis) validate(a scenario.Assumptions) error {
	checked := []int64{0, 1, x.count - 1}
	switch {
	case x.count == 0:
		checked = []int64{0, 1}
	case x.count <= maxListed:
		checked = checked[:0]
		for i := range x.count {
			checked = append(checked, i)
		}
	}
	seen := map[string]bool{}
	for _, i := range checked {
		if err := x.field.Set(&a, x.at(i)); err != nil {
			return err
		}
		value := x.field.Get(&a)
		if x.field.Optional() && value == vary.None {
			return fmt.Errorf("%s: got %s, want numbers", x.Key, strict.Quote(x.Spec))
		}
		if seen[value] {
			return fmt.Errorf("%s: got %s twice in %s, want each value once", x.Key, value, strict.Quote(x.Spec))
		}
		seen[value] = true
	}
	return nil
}

func (x *Axis) list(values []string) error {
	if len(values) > maxListed {
		return fmt.Errorf("got %d values, want at most %d", len(values), maxListed)
	}
	for i, v := range values {
		values[i] = strings.TrimSpace(v)
	}
	x.count, x.at = int64(len(values)), func(i int64) string { return values[i] }
	return nil
}

// steps sets the values to those from start to stop.
func (x *Axis) steps(start, stop, step string) error {
	var ends [3]*big.Rat
	for i, text := range []string{start, stop, step} {
		var err error
		if ends[i], err = number(text); err != nil {
			return err
		}
	}
	from, by := ends[0], ends[2]
	distance := new(big.Rat).Sub(ends[1], from)
	switch {
	case by.Sign() == 0:
		return fmt.Errorf("got the step %s, want a step from %s to %s", step, start, stop)
	case distance.Sign()*by.Sign() < 0:
		return fmt.Errorf("got the step %s, want a step from %s to %s", step, start, stop)
	}
	n := distance.Quo(distance, by)
	last := new(big.Int).Quo(n.Num(), n.Denom())
	if !last.IsInt64() || last.Int64() >= maxValues {
		return tooMany(x.Spec)
	}
	x.count, x.at = last.Int64()+1, func(i int64) string {
		value := new(big.Rat).SetInt64(i)
		value.Mul(value, by).Add(value, from)
		places, _ := value.FloatPrec() // exact, since it is a decimal
		return value.FloatString(places)
	}
	return nil
}

func tooMany(spec string) error {
	return fmt.Errorf("got more than %d values in %s, want a longer step", int64(maxValues), strict.Quote(spec))
}

func (x *Axis) logarithmic(start, stop, count string) error {
	n, ok := strict.Whole(count)
	if !ok || n < 2 || n > maxListed {
		return fmt.Errorf("got the count %s, want a whole number from 2 to %d", strict.Quote(count), maxListed)
	}
	from, err := number(start)
	if err != nil {
		return err
	}
	to, err := number(stop)
	if err != nil {
		return err
	}
	if from.Sign() <= 0 || to.Sign() <= 0 {
		return fmt.Errorf("got log:%s:%s, want ends above 0", start, stop)
	}
	values := logarithmic(from, to, int(n), x.field.Whole())
	values[0], values[n-1] = start, stop
	for i := range n - 1 {
		if values[i] == values[i+1] {
			return fmt.Errorf("got %s twice in log:%s:%s:%d, rounded to whole numbers, want a smaller count", values[i], start, stop, n)
		}
	}
	return x.list(values)
}

func (x *Axis) between(lo, hi string) error {
	from, err := number(lo)
	if err != nil {
		return err
	}
	to, err := number(hi)
	if err != nil {
		return err
	}
	if from.Cmp(to) >= 0 {
		return fmt.Errorf("got %s:%s, want LO below HI", lo, hi)
	}
	x.at = func(i int64) string { return []string{lo, hi}[i] }
	return nil
}

// number reads a decimal that float64 can hold.
func number(text string) (*big.Rat, error) {
	text = strings.TrimSpace(text)
	x, ok := strict.Exact(text)
	if !ok {
		return nil, fmt.Errorf("got %s, want a number", strict.Quote(text))
	}
	return x, nil
}

// pick returns the value at a share of the axis, 0 <= share < 1. Each of a finite number of
// values has an equal part.
func (x Axis) pick(share float64) string {
	if x.count > 0 {
		return x.at(min(int64(share*float64(x.count)), x.count-1))
	}
	lo, hi := x.ends()
	if x.field.Whole() {
		return strconv.FormatInt(int64(lo)+min(int64(share*(hi-lo+1)), int64(hi-lo)), 10)
	}
	value := float64(share*(hi-lo)) + lo
	text := strconv.FormatFloat(value, 'f', places(hi-lo), 64)
	rounded, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		panic(err) // it was written as a number
	case rounded < lo:
		return x.at(0)
	case rounded > hi:
		return x.at(1)
	default:
		return vary.Decimal(rounded)
	}
}

// places returns the number of decimals that distinguish 10^9 values in a range of a width.
func places(width float64) int {
	_, exponent, _ := strings.Cut(strconv.FormatFloat(width, 'e', 0, 64), "e")
	n, err := strconv.Atoi(exponent)
	if err != nil {
		panic(err) // it was written as a number
	}
	return max(0, 9-n)
}

// ends returns the ends of an axis that has every value between them.
func (x Axis) ends() (lo, hi float64) {
	lo, err1 := strconv.ParseFloat(strings.TrimSpace(x.at(0)), 64)
	hi, err2 := strconv.ParseFloat(strings.TrimSpace(x.at(1)), 64)
	if err := errors.Join(err1, err2); err != nil {
		panic(err) // they were read as numbers
	}
	return lo, hi
}

// extremes returns the least, the least positive and the greatest value.
func (x Axis) extremes() []string {
	if x.count == 0 {
		return []string{x.at(0), x.at(1)}
	}
	all := []int64{0, 1, x.count - 2, x.count - 1}
	if x.count <= maxListed { // a list is in any order
		all = all[:0]
		for i := range x.count {
			all = append(all, i)
		}
	}
	least, positive, greatest := math.Inf(1), math.Inf(1), math.Inf(-1)
	texts := map[float64]string{}
	for _, i := range all {
		v, err := strconv.ParseFloat(strings.TrimSpace(x.at(i)), 64)
		if err != nil {
			panic(err) // it was read as a number
		}
		texts[v] = x.at(i)
		least, greatest = min(least, v), max(greatest, v)
		if v > 0 {
			positive = min(positive, v)
		}
	}
	extremes := []string{texts[least]}
	for _, v := range []float64{positive, greatest} {
		if text, ok := texts[v]; ok && !slices.Contains(extremes, text) {
			extremes = append(extremes, text)
		}
	}
	return extremes
}
