package scenario_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

// probabilities draws the whole range, with the values for which rounding is delicate:
// subnormal numbers, the ends, and the neighbours of multiples of 2^-32.
func probabilities() *rapid.Generator[float64] {
	multiple := rapid.Map(rapid.Uint32(), func(k uint32) float64 { return float64(k) / (1 << 32) })
	return rapid.OneOf(
		rapid.Float64Range(0, 1),
		rapid.Float64Range(0, 0x1p-1022),
		rapid.SampledFrom([]float64{0, 5e-324, 0x1p-1022, 0x1p-33, 0x1p-32, 0.4, 0.45, 0.675, 0.7, 0.9, 1 - 0x1p-32, 1 - 0x1p-53, 1}),
		multiple,
		rapid.Map(multiple, func(p float64) float64 { return math.Nextafter(p, 1) }),
		rapid.Map(multiple, func(p float64) float64 { return max(0, math.Nextafter(p, 0)) }),
	)
}

// rollsAround draws any roll, or one at most two away from a threshold.
func rollsAround(threshold uint64) *rapid.Generator[uint32] {
	near := rapid.Map(rapid.Int64Range(-2, 2), func(d int64) uint32 {
		return uint32(min(max(int64(threshold)+d, 0), math.MaxUint32))
	})
	return rapid.OneOf(near, near, rapid.Uint32())
}

func fraction(roll uint32) float64 { return float64(roll) / (1 << 32) }

func TestThresholdIsExactlyRollBelowProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := probabilities().Draw(t, "probability")
		threshold := scenario.Threshold(p)
		if threshold > 1<<32 {
			t.Fatalf("threshold %d is above 2^32", threshold)
		}
		roll := rollsAround(threshold).Draw(t, "roll")
		if got, want := uint64(roll) < threshold, fraction(roll) < p; got != want {
			t.Fatalf("roll %d is below the threshold %d: %v; %v < %v: %v", roll, threshold, got, fraction(roll), p, want)
		}
	})
}

func TestThresholdsOfTheEnds(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want uint64
	}{
		{0, 0}, {5e-324, 1}, {0x1p-32, 1}, {math.Nextafter(0x1p-32, 1), 2}, {0.5, 1 << 31},
		{1 - 0x1p-32, 1<<32 - 1}, {1 - 0x1p-53, 1 << 32}, {1, 1 << 32},
	} {
		if got := scenario.Threshold(c.p); got != c.want {
			t.Errorf("threshold of %v is %d, want %d", c.p, got, c.want)
		}
	}
}

func TestProbabilityIsTheInverseOfThreshold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.Uint64Range(0, 1<<32).Draw(t, "threshold")
		if got := scenario.Threshold(scenario.Probability(threshold)); got != threshold {
			t.Fatalf("threshold %d comes back as %d", threshold, got)
		}
	})
}

func weights(m scenario.FailureMix) [scenario.NumClasses]float64 {
	return [...]float64{m.Transient, m.Validation, m.Permission, m.NotFound}
}

// naiveClass is the class in floating point, as prose has it: the first whose
// cumulative share of the weights is above the roll, and the last takes the
// rest.
func naiveClass(m scenario.FailureMix, roll uint32) scenario.Class {
	total, sum := 0.0, 0.0
	for _, w := range weights(m) {
		total += w
	}
	for class, w := range weights(m) {
		if sum += w; fraction(roll) < sum/total {
			return scenario.Class(class)
		}
	}
	return scenario.NumClasses - 1
}

func TestClassOfAgreesWithCumulativeShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		thresholds := a.Thresholds()
		if thresholds.Fail != scenario.Threshold(a.FailureRate) {
			t.Fatalf("fail threshold %d", thresholds.Fail)
		}
		last := uint64(0)
		for _, reached := range thresholds.Class {
			if reached < last || reached > 1<<32 {
				t.Fatalf("class thresholds %d do not ascend to at most 2^32", thresholds.Class)
			}
			last = reached
			roll := rollsAround(reached).Draw(t, "roll")
			if got, want := thresholds.ClassOf(roll), naiveClass(a.FailureMix, roll); got != want {
				t.Fatalf("roll %d of %d chooses %v, want %v", roll, thresholds.Class, got, want)
			}
		}
	})
}

func TestClassOfWeightZeroIsNeverChosen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		thresholds := a.Thresholds()
		for class, w := range weights(a.FailureMix) {
			if share := thresholds.ClassShare(scenario.Class(class)); w == 0 && share != 0 {
				t.Fatalf("class %d of weight 0 has the share %v", class, share)
			}
		}
		for _, reached := range thresholds.Class {
			class := thresholds.ClassOf(rollsAround(reached).Draw(t, "roll"))
			if weights(a.FailureMix)[class] == 0 {
				t.Fatalf("%v of weight 0 was chosen", class)
			}
		}
	})
}

func TestSharesAreWhatClassOfChooses(t *testing.T) {
	a := scenario.Published()
	a.FailureMix = scenario.FailureMix{Transient: 3, Validation: 0, Permission: 1, NotFound: 0}
	thresholds := a.Thresholds()
	for class, want := range []float64{0.75, 0, 0.25, 0} {
		if got := thresholds.ClassShare(scenario.Class(class)); got != want {
			t.Errorf("share of class %d is %v, want %v", class, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		thresholds := drawAssumptions(t).Thresholds()
		sum := 0.0
		for _, class := range scenario.AllClasses() {
			sum += thresholds.ClassShare(class)
		}
		if sum != 1 { // exact: the shares are multiples of 2^-32
			t.Fatalf("shares add up to %v", sum)
		}
	})
}

// The class of the published benchmark is floor(roll * 4), for any equal whole weights.
func TestEqualWeightsAreFloorOfFourRolls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.OneOf(rapid.Just(1.0), rapid.Map(rapid.Int64Range(1, 1<<50), func(n int64) float64 { return float64(n) }), rapid.SampledFrom([]float64{0.25, 0x1p-1022, 0x1p1000})).Draw(t, "weight")
		a := scenario.Published()
		a.FailureMix = scenario.FailureMix{Transient: w, Validation: w, Permission: w, NotFound: w}
		roll := rollsAround(uint64(rapid.IntRange(0, 4).Draw(t, "quarter"))<<30).Draw(t, "roll")
		thresholds := a.Thresholds()
		if got, want := thresholds.ClassOf(roll), scenario.Class(math.Floor(fraction(roll)*4)); got != want {
			t.Fatalf("roll %d chooses %v, want %v", roll, got, want)
		}
	})
}

// 0.1 + 0.1 + 0.1 is a little more than 0.3, and rounds up to one roll more.
func TestRoundingOfWeightsMovesAThresholdByAtMostOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.OneOf(rapid.Just(0.1), rapid.Float64Range(0x1p-1000, 1e300)).Draw(t, "weight")
		a := scenario.Published()
		a.FailureMix = scenario.FailureMix{Transient: w, Validation: w, Permission: w, NotFound: w}
		for i, reached := range a.Thresholds().Class {
			if exact := uint64(i+1) << 30; reached != exact && reached != exact+1 {
				t.Fatalf("threshold %d is %d, want %d or one more", i, reached, exact)
			}
		}
	})
}

// What the schema says of failure_mix.
func TestWeightsTimesAPowerOfTwoChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		draw := func(label string) float64 {
			return rapid.OneOf(rapid.Just(0.0), rapid.Just(0.1), rapid.Float64Range(0x1p-500, 0x1p500)).Draw(t, label)
		}
		a.FailureMix = scenario.FailureMix{Transient: draw("transient"), Validation: draw("validation"), Permission: draw("permission"), NotFound: 0.3}
		before := a.Thresholds()
		power := math.Ldexp(1, rapid.IntRange(-500, 500).Draw(t, "power"))
		m := &a.FailureMix
		for _, w := range []*float64{&m.Transient, &m.Validation, &m.Permission, &m.NotFound} {
			*w *= power
		}
		if got := a.Thresholds(); got != before {
			t.Fatalf("times %v: %+v, before %+v", power, got, before)
		}
	})
}
