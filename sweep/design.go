package sweep

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"errbench/internal/halton"
	"errbench/internal/strict"
	"errbench/internal/vary"
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
	return d, d.check(a)
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

// check returns an error unless the assumptions are valid at every point. Of lo:hi from 0
// there is no least weight above 0, so a design can draw one that is never chosen.
func (d *Design) check(a scenario.Assumptions) error {
	var varied []vary.Extremes
	for _, x := range d.Axes {
		varied = append(varied, vary.Extremes{Field: x.field, Values: x.extremes()})
	}
	return vary.CheckCorners(a, varied)
}
