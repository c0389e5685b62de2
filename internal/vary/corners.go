package vary

import (
	"fmt"
	"slices"
	"strings"

	"errbench/scenario"
)

// Setting is an assumption at a value.
type Setting struct{ Key, Value string }

// At returns an error about assumptions with settings.
func At(err error, settings ...Setting) error {
	var texts []string
	for _, s := range settings {
		texts = append(texts, s.Key+"="+s.Value)
	}
	return fmt.Errorf("at %s: %w", strings.Join(texts, ", "), err)
}

// Extremes holds the extreme values of an assumption that varies, from the least to the
// greatest. Of a list of weights, the least weight above 0 is extreme too.
type Extremes struct {
	Field  scenario.Field
	Values []string
}

// distortions begins the keys of rates whose sums are at most 1.
const distortions = "distortions."

// groups returns the keys, by prefix, whose values must be valid together.
func groups() [][]string {
	return [][]string{{"failure_mix.", "after_repair"}, {"seed", "runs"}, {"outage_ms."}, {"risk."}, {distortions}}
}

// CheckCorners returns an error unless the assumptions are valid, and each weight that
// varies is 0 or can be chosen, wherever some of them vary. Whether values of a group are
// valid together depends on each in one direction, and on no value of another group. So
// the check tries the combinations of extreme values in each group.
//
// A weight that a design draws between 0 and a greatest value can be too small to be
// chosen; then its class does not occur.
func CheckCorners(a scenario.Assumptions, varied []Extremes) error {
	rest := slices.Clone(varied)
	for _, group := range groups() {
		in := func(e Extremes) bool {
			return slices.ContainsFunc(group, func(prefix string) bool { return strings.HasPrefix(e.Field.Key, prefix) })
		}
		some := slices.DeleteFunc(slices.Clone(varied), func(e Extremes) bool { return !in(e) })
		rest = slices.DeleteFunc(rest, in)
		if err := checkCorners(a, some, nil); err != nil {
			return err
		}
	}
	for i := range rest {
		if err := checkCorners(a, rest[i:i+1], nil); err != nil {
			return err
		}
	}
	return nil
}

// checkCorners checks every combination of extreme values, given the settings so far.
func checkCorners(a scenario.Assumptions, varied []Extremes, settings []Setting) error {
	if len(varied) == 0 {
		err := a.Validate()
		if err == nil {
			err = tooSmall(a, settings)
		}
		if err == nil || len(settings) == 0 {
			return err
		}
		return At(err, settings...)
	}
	first := varied[0]
	values := first.Values
	if strings.HasPrefix(first.Field.Key, distortions) {
		values = values[len(values)-1:] // there can be many, and sums grow with each
	}
	for _, value := range values {
		b, with := a, append(settings[:len(settings):len(settings)], Setting{first.Field.Key, value})
		if err := first.Field.Set(&b, value); err != nil {
			return At(err, with...)
		}
		if err := checkCorners(b, varied[1:], with); err != nil {
			return err
		}
	}
	return nil
}

// tooSmall returns an error if a weight that is set cannot be chosen. A weight that does
// not vary may vanish beside one that does.
func tooSmall(a scenario.Assumptions, settings []Setting) error {
	for _, fault := range a.Unchosen() {
		if slices.ContainsFunc(settings, func(s Setting) bool { return s.Key == fault.Key }) {
			return fault
		}
	}
	return nil
}

// Check returns an error unless the ranges differ in their keys, are valid, and have valid
// assumptions everywhere: all of them together, and each alone with the others as assumed.
func Check(a scenario.Assumptions, ranges []Range) error {
	var all []Extremes
	for i, r := range ranges {
		f, err := r.check()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(ranges[:i], func(other Range) bool { return other.Key == r.Key }) {
			return fmt.Errorf("%s: there are two ranges; give one", r.Key)
		}
		all = append(all, Extremes{f, []string{Decimal(r.Lo), Decimal(r.Hi)}})
	}
	if err := CheckCorners(a, all); err != nil {
		return err
	}
	for i := range all {
		if err := CheckCorners(a, all[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}
