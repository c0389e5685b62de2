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
	"errbench/scenario"
)

// DesignKind is how a design chooses its points.
type DesignKind string

// The kinds of designs.
const (
	Grid   DesignKind = "grid"   // every combination of the values
	LHS    DesignKind = "lhs"    // a Latin hypercube: n points, one in each of n strata of each axis
	Halton DesignKind = "halton" // a Halton sequence with scrambled digits
)

// DesignKinds returns the kinds of designs, the default first.
func DesignKinds() []string { return []string{string(Grid), string(LHS), string(Halton)} }

// Design is the points of a sweep. A point follows from its number alone, so shards of a
// design are independent.
type Design struct {
	Kind   DesignKind
	Axes   []Axis
	Points int64

	strata []permutation     // of LHS, by axis
	digits []halton.Sequence // of Halton, by axis
}

// maxPoints bounds a grid.
const maxPoints = 1_000_000_000_000

// MaxSampled bounds the points of the other designs. It leaves 20 bits of a float64 for the
// position in a stratum.
const MaxSampled = 1<<31 - 1

// NewDesign returns the design over at least one axis that varies the assumptions. It draws
// with their seed. The points of a grid follow from the axes, and points must be 0; other
// designs need at least 1.
func NewDesign(kind DesignKind, axes []Axis, points int64, a scenario.Assumptions) (*Design, error) {
	d := &Design{Kind: kind, Axes: axes, Points: points}
	if !slices.Contains(DesignKinds(), string(kind)) {
		return nil, fmt.Errorf("no design %q%s", kind, strict.Choices(string(kind), DesignKinds()))
	}
	if len(axes) == 0 {
		return nil, errors.New("no assumption varies; give KEY=VALUES, as in failure_rate=0.1:0.6:0.05")
	}
	for i, x := range axes {
		if slices.ContainsFunc(axes[:i], func(y Axis) bool { return y.Key == x.Key }) {
			return nil, fmt.Errorf("%s: there are two axes; give one with all values", x.Key)
		}
	}
	if err := d.size(); err != nil {
		return nil, err
	}
	digits := rand.New(halton.Source(a.Seed, 0)) // sensitivities use the sources from 1 on
	for i := range axes {
		switch kind {
		case LHS:
			d.strata = append(d.strata, newPermutation(uint64(d.Points), newDraw(a.Seed, uint64(i))))
		case Halton:
			d.digits = append(d.digits, halton.NewSequence(halton.Bases[i], digits))
		}
	}
	return d, d.check(a)
}

// size sets the number of points. It returns an error if there are too many points or axes,
// or if a grid is given a number of points or has an axis without a step.
func (d *Design) size() error {
	if d.Kind != Grid {
		if d.Points < 1 || d.Points > MaxSampled {
			return fmt.Errorf("points of a design %s: got %d, want 1 to %d", d.Kind, d.Points, int64(MaxSampled))
		}
		if d.Kind == Halton && len(d.Axes) > len(halton.Bases) {
			return fmt.Errorf("axes of a design %s: got %d, want at most %d", d.Kind, len(d.Axes), len(halton.Bases))
		}
		return nil
	}
	if d.Points != 0 {
		return fmt.Errorf("points of a grid: got %d, want none, since the axes determine them; use the design lhs or halton", d.Points)
	}
	d.Points = 1
	for _, x := range d.Axes {
		if x.count == 0 {
			return fmt.Errorf("%s: got %s, want %s:STEP in a grid; the designs lhs and halton need no step", x.Key, x.Spec, x.Spec)
		}
		hi, points := bits.Mul64(uint64(d.Points), uint64(x.count))
		if hi > 0 || points > maxPoints {
			return fmt.Errorf("%s: got a grid of more than %d points, want fewer values", x.Key, int64(maxPoints))
		}
		d.Points = int64(points)
	}
	return nil
}

// values returns the values of a point by axis, 0 <= point < Points. In a grid the last axis
// changes first.
func (d *Design) values(point int64) []string {
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

// at returns the assumptions of a point, 0 <= point < Points, and the values of its axes as
// rows hold them. It keeps the name.
func (d *Design) at(point int64, base scenario.Assumptions) (scenario.Assumptions, []string) {
	values := d.values(point)
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
