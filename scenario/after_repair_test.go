package scenario_test

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

// naiveAfterRepair is why a repaired call fails, in floating point: in one of the
// other classes, by their shares of the chance, or again.
func naiveAfterRepair(a scenario.Assumptions, roll uint32) scenario.Class {
	m := a.FailureMix
	total := m.Transient + m.Permission + m.NotFound
	switch x := fraction(roll); {
	case total == 0:
		return scenario.Validation
	case x < a.AfterRepair*(m.Transient/total):
		return scenario.Transient
	case x < a.AfterRepair*((m.Transient+m.Permission)/total):
		return scenario.Permission
	case x < a.AfterRepair:
		return scenario.NotFound
	}
	return scenario.Validation
}

func TestAfterARepairTheOtherClassesComeByTheirWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		thresholds := a.AfterRepairThresholds()
		roll := rollsAround(rapid.SampledFrom(thresholds[:]).Draw(t, "threshold")).Draw(t, "roll")
		got := scenario.Validation
		for c, below := range thresholds {
			if uint64(roll) < below {
				got = scenario.Class(c)
				break
			}
		}
		if want := naiveAfterRepair(a, roll); got != want {
			t.Fatalf("roll %d of %d chooses %v, want %v", roll, thresholds, got, want)
		}
	})
}

func TestAfterRepairIsOffWhereItIsZero(t *testing.T) {
	a := scenario.Published()
	if got := a.AfterRepairThresholds(); got != [scenario.NumClasses]uint64{} {
		t.Errorf("thresholds %d", got)
	}
	a.AfterRepair = 0.75
	if got, want := a.AfterRepairThresholds(), [...]uint64{1 << 30, 1 << 30, 2 << 30, 3 << 30}; got != want {
		t.Errorf("thresholds %d, want %d", got, want)
	}
}
