package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"errbench/scenario"
)

// Variable is an assumption that varies from one value to another, both
// included, while all others stay.
type Variable struct {
	Key    string
	Lo, Hi string // as assumptions are written; Lo is below Hi

	field scenario.Field
}

// ParseVariable reads KEY=LO:HI, or KEY alone for a probability, which varies
// from 0 to 1 then.
func ParseVariable(text string) (Variable, error) {
	key, ends, given := strings.Cut(text, "=")
	v := Variable{Key: strings.TrimSpace(key), Lo: "0", Hi: "1"}
	var err error
	if v.field, err = scenario.FindField(v.Key); err != nil {
		return Variable{}, err
	}
	if why := idle(v.field); why != "" {
		return Variable{}, fmt.Errorf("%s: %s; there are %s", v.Key, why, strings.Join(VariableKeys(), ", "))
	}
	if given {
		lo, hi, ok := strings.Cut(ends, ":")
		if !ok {
			return Variable{}, fmt.Errorf("%s: found %q; a range LO:HI works, as in %s", v.Key, ends, v.example())
		}
		v.Lo, v.Hi = strings.TrimSpace(lo), strings.TrimSpace(hi)
	} else if !v.field.Probability() {
		return Variable{}, fmt.Errorf("%s: found no range, and it has no end of its own; LO:HI works, as in %s", v.Key, v.example())
	}
	return v, v.read()
}

// read checks the ends and writes them as assumptions are.
func (v *Variable) read() error {
	a := scenario.Published()
	for _, end := range []*string{&v.Lo, &v.Hi} {
		if err := v.field.Set(&a, *end); err != nil {
			return err
		}
		*end = v.field.Get(&a)
	}
	lo, hi := v.ends()
	if lo >= hi {
		return fmt.Errorf("%s: found %s:%s; a lower and then a higher end work", v.Key, v.Lo, v.Hi)
	}
	if v.field.Probability() && scenario.Threshold(lo) == scenario.Threshold(hi) {
		return fmt.Errorf("%s: found %s:%s, which 2^-32 does not tell apart; ends with more between them work", v.Key, v.Lo, v.Hi)
	}
	return nil
}

func (v Variable) example() string {
	switch {
	case v.field.Probability():
		return v.Key + "=0.1:0.9"
	case v.field.Whole():
		return v.Key + "=0:10"
	default:
		return v.Key + "=0:4"
	}
}

func (v Variable) ends() (lo, hi float64) { return value(v.Lo), value(v.Hi) }

// value returns the number that an assumption was set to.
func value(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err) // it was read before
	}
	return x
}

// VariableKeys returns the keys of the assumptions that an expectation depends
// on.
func VariableKeys() []string {
	var keys []string
	for _, f := range scenario.Fields() {
		if idle(f) == "" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// idle tells why what is expected of one operation does not depend on an
// assumption, "" where it does.
func idle(f scenario.Field) string {
	switch {
	case !f.Number():
		return "it is no number that could vary"
	case slices.Contains([]string{"seed", "runs", "operations"}, f.Key):
		return "the difference does not depend on it, being what is expected of one operation"
	default:
		return ""
	}
}
