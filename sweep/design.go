package sweep

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"errbench/internal/halton"
	"errbench/internal/strict"
	"errbench/rng"
	"errbench/scenario"
)

// DesignKind is how a design chooses its points.
type DesignKind string

// The kinds of designs.
const (
	Grid   DesignKind = "grid"   // every combination of the values
	LHS    DesignKind = "lhs"    // a Latin hypercube: each axis in as many strata as there are points, one point in each
	Halton DesignKind = "halton" // a Halton sequence with scrambled digits
)

// DesignKinds returns the kinds of designs, the default first.
func DesignKinds() []string { return []string{string(Grid), string(LHS), string(Halton)} }

// Design is the points of a sweep. Each point is found by its number alone, so
// that parts of a design need not know each other.
type Design struct {
	Kind   DesignKind
	Axes   []Axis
	Points int64

	strata []permutation     // by axis, of LHS
	digits []halton.Sequence // by axis, of Halton
}

// maxPoints bounds a grid.
const maxPoints = 1_000_000_000_000

// MaxSampled is the most points of the other designs: a stratum and a place in
// it fit into float64 together.
const MaxSampled = 1<<31 - 1

// NewDesign returns the design over the axes, at least one, varied from the
// assumptions, whose seed it draws with. The number of points is that of all
// combinations in a grid, where it must be 0, and at least 1 elsewhere.
func NewDesign(kind DesignKind, axes []Axis, points int64, a scenario.Assumptions) (*Design, error) {
	d := &Design{Kind: kind, Axes: axes, Points: points}
	if !slices.Contains(DesignKinds(), string(kind)) {
		return nil, fmt.Errorf("no design %q%s", kind, strict.Choices(string(kind), DesignKinds()))
	}
	if len(axes) == 0 {
		return nil, errors.New("found nothing to vary; KEY=VALUES of at least one assumption works")
	}
	for i, x := range axes {
		if slices.ContainsFunc(axes[:i], func(y Axis) bool { return y.Key == x.Key }) {
			return nil, fmt.Errorf("%s: found it a second time; once, with all its values, works", x.Key)
		}
	}
	if err := d.size(); err != nil {
		return nil, err
	}
	digits := rand.New(halton.Source(a.Seed, 0)) // those of sensitivities count from 1
	for i := range axes {
		switch kind {
		case LHS:
			d.strata = append(d.strata, newPermutation(uint64(d.Points), draw{rng.NewCounter(a.Seed), uint64(i)}))
		case Halton:
			d.digits = append(d.digits, halton.NewSequence(halton.Bases[i], digits))
		}
	}
	return d, d.fits(a)
}

// size works out the number of points, and refuses what is too large or does
// not go together.
func (d *Design) size() error {
	if d.Kind != Grid {
		if d.Points < 1 || d.Points > MaxSampled {
			return fmt.Errorf("a design %s of %d points; 1 to %d work", d.Kind, d.Points, int64(MaxSampled))
		}
		if d.Kind == Halton && len(d.Axes) > len(halton.Bases) {
			return fmt.Errorf("a design %s of %d axes; up to %d work", d.Kind, len(d.Axes), len(halton.Bases))
		}
		return nil
	}
	if d.Points != 0 {
		return fmt.Errorf("a grid has the points that its axes make, not %d; the designs lhs and halton take a number", d.Points)
	}
	d.Points = 1
	for _, x := range d.Axes {
		if x.count == 0 {
			return fmt.Errorf("%s: found %s without a step, which a grid needs; %s:STEP works, and the designs lhs and halton need none", x.Key, x.Spec, x.Spec)
		}
		hi, points := bits.Mul64(uint64(d.Points), uint64(x.count))
		if hi > 0 || points > maxPoints {
			return fmt.Errorf("%s: found a grid of more than %d points with its values; fewer values work", x.Key, int64(maxPoints))
		}
		d.Points = int64(points)
	}
	return nil
}

// Values returns the values of a point, from 0 and below Points, by axis. In a
// grid the last axis is the fastest.
func (d *Design) Values(point int64) []string {
	values := make([]string, len(d.Axes))
	for i := len(d.Axes) - 1; i >= 0; i-- {
		x := &d.Axes[i]
		switch d.Kind {
		case Grid:
			values[i] = x.at(point % x.count)
			point /= x.count
		case LHS:
			values[i] = x.pick(d.strata[i].place(uint64(point)))
		case Halton:
			values[i] = x.pick(d.digits[i].At(uint64(point)))
		}
	}
	return values
}

// At returns the assumptions of a point, from 0 and below Points, and the values
// of its axes as they are written in rows. The name stays.
func (d *Design) At(point int64, base scenario.Assumptions) (scenario.Assumptions, []string) {
	values := d.Values(point)
	for i, x := range d.Axes {
		if err := x.field.Set(&base, values[i]); err != nil {
			panic(err) // the axis holds valid values only
		}
		values[i] = x.field.Get(&base)
	}
	return base, values
}

// fits refuses a design of which a point has assumptions that are valid each but
// not together: weights that are all zero, that overflow, or of which one is so
// small that its class never occurs; a seed too large for its runs; a shortest
// outage above the longest; rates whose sum is above 1. What one group of keys must
// do together is no matter of the others, and depends on each axis in one direction,
// so it holds everywhere if it does for the least, the least positive and the
// greatest value of every axis of the group. Of lo:hi
// from 0 there is no least positive one: a weight that a design draws from it may
// be so small that its class does not occur.
func (d *Design) fits(a scenario.Assumptions) error {
	for _, group := range together() {
		var axes []Axis
		for _, x := range d.Axes {
			if slices.ContainsFunc(group, func(prefix string) bool { return strings.HasPrefix(x.Key, prefix) }) {
				axes = append(axes, x)
			}
		}
		if err := corners(a, axes, nil); err != nil {
			return err
		}
	}
	return nil
}

// together returns the groups of keys that must go together, by prefix.
func together() [][]string {
	return [][]string{{"failure_mix.", "after_repair"}, {"seed", "runs"}, {"outage_ms."}, {"risk."}, {distortions}}
}

// distortions is the group of rates whose sums are at most 1.
const distortions = "distortions."

// corner is the value of an axis at an end.
type corner struct{ key, value string }

// corners checks every combination of extreme values.
func corners(a scenario.Assumptions, axes []Axis, at []corner) error {
	if len(axes) == 0 {
		err := a.Validate()
		if err == nil {
			err = collide(a, at)
		}
		if err == nil || len(at) == 0 {
			return err
		}
		text := "at"
		for _, c := range at {
			text += " " + c.key + "=" + c.value
		}
		return fmt.Errorf("%s: %w", text, err)
	}
	values := axes[0].extremes()
	if strings.HasPrefix(axes[0].Key, distortions) {
		values = values[len(values)-1:] // there may be many, and sums grow with each
	}
	for _, value := range values {
		b := a
		if err := axes[0].field.Set(&b, value); err != nil {
			panic(err) // the axis holds valid values only
		}
		if err := corners(b, axes[1:], append(at[:len(at):len(at)], corner{axes[0].Key, value})); err != nil {
			return err
		}
	}
	return nil
}

// collide refuses a varied weight that is so small beside the others that its class
// cannot be told from one that never occurs. A weight that does not vary is no matter
// of the design.
func collide(a scenario.Assumptions, varied []corner) error {
	var total float64
	for _, c := range scenario.AllClasses() {
		total += a.FailureMix.Of(c)
	}
	for _, c := range scenario.AllClasses() {
		key := "failure_mix." + c.String()
		varies := slices.ContainsFunc(varied, func(c corner) bool { return c.key == key })
		if w := a.FailureMix.Of(c); varies && w > 0 && scenario.Threshold(w/total) <= 1 {
			return &scenario.FieldError{Key: key,
				Got:  fmt.Sprintf("%v, less than one roll in 2^32 beside the other weights", w),
				Want: "0, or more than 2^-32 of all weights"}
		}
	}
	return nil
}
