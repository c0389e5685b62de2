package scenario_test

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

var recoveryRolls = []scenario.Roll{scenario.RetryRoll, scenario.RepairRoll, scenario.ReplaceRoll}

// checkRun compares a run read in bulk with the same run read one operation at
// a time: which operations failed, of which class, in which order, and every
// roll of attempts 2 to 5.
func checkRun(t *rapid.T, reader *scenario.Reader, tape *scenario.Tape, run, operations int64) {
	reader.Start(run)
	rolls := make([]uint32, scenario.SegmentSize)
	first := int64(0)
	for ; reader.Next(); first += scenario.SegmentSize {
		var want [scenario.NumClasses][]scenario.Operation
		for index := first; index < min(first+scenario.SegmentSize, operations); index++ {
			op := tape.Operation(run, index)
			if class, failed := op.Class.Get(); failed {
				want[class] = append(want[class], op)
			}
		}
		for _, class := range scenario.AllClasses() {
			failures := reader.Failed(class)
			if len(failures) != len(want[class]) {
				t.Fatalf("segment from %d: %d %v failures, want %d", first, len(failures), class, len(want[class]))
			}
			for i, failure := range failures {
				if got := first + int64(failure.Offset()); got != want[class][i].Index {
					t.Fatalf("%v failure %d is operation %d, want %d", class, i, got, want[class][i].Index)
				}
			}
			for _, roll := range recoveryRolls {
				for attempt := 2; attempt <= 5; attempt++ {
					for i, got := range reader.Rolls(rolls, failures, roll, attempt) {
						if want := tape.Roll(want[class][i], roll, attempt); got != want {
							t.Fatalf("%v roll of attempt %d for %v failure %d: %d, want %d", roll, attempt, class, i, got, want)
						}
					}
				}
			}
		}
	}
	if segments := (operations + scenario.SegmentSize - 1) / scenario.SegmentSize; first != segments*scenario.SegmentSize {
		t.Fatalf("%d operations were read in %d segments, want %d", operations, first/scenario.SegmentSize, segments)
	}
}

func TestReaderAgreesWithTape(t *testing.T) {
	const s = scenario.SegmentSize
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = rapid.OneOf(rapid.Int64Range(1, 100), rapid.SampledFrom([]int64{s - 1, s, s + 1, 2 * s, 2*s + 1})).Draw(t, "operations, few")
		tape := scenario.NewTape(a)
		reader := scenario.NewReader(tape)
		run := rapid.Int64Range(1, a.Runs).Draw(t, "run")
		// A run left in the middle leaves nothing behind for the next.
		reader.Start(a.Runs)
		reader.Next()
		checkRun(t, reader, tape, run, a.Operations)
		if reader.Next() {
			t.Fatal("there was more after the end")
		}
	})
}

// A roll at its threshold is not below it. Chance hits one in 2^32, so the
// thresholds are laid where the rolls are.
func TestRollsAtTheirThresholdsAreNotBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = rapid.Int64Range(1, 20).Draw(t, "operations, few")
		run, index := rapid.Int64Range(1, a.Runs).Draw(t, "run"), a.Operations-1
		above := rapid.Uint64Range(0, 1).Draw(t, "thresholds above the rolls")
		read := func() (bool, scenario.Class) {
			tape := scenario.NewTape(a)
			checkRun(t, scenario.NewReader(tape), tape, run, a.Operations)
			op := tape.Operation(run, index)
			class, _ := op.Class.Get()
			return op.Failed, class
		}

		a.FailureRate = 1 // whatever the mix, the class roll is the same
		classRoll, _ := scenario.NewTape(a).Operation(run, index).ClassRoll.Get()
		roll := uint64(classRoll)
		split := rapid.IntRange(0, scenario.NumClasses-2).Draw(t, "class below the threshold")
		var mix [scenario.NumClasses]float64
		mix[split], mix[split+1] = float64(roll+above), float64(1<<32-roll-above)
		a.FailureMix = scenario.FailureMix{Transient: mix[0], Validation: mix[1], Permission: mix[2], NotFound: mix[3]}
		if _, class := read(); class != scenario.Class(split+1-int(above)) {
			t.Fatalf("class roll %d, threshold %d between classes %d and %d: %v", roll, roll+above, split, split+1, class)
		}

		// On lcg32/v1 the failures before an operation move its rolls.
		a.Operations, index = 1, 0
		roll = uint64(scenario.NewTape(a).Operation(run, index).FailRoll)
		a.FailureRate = scenario.Probability(roll + above)
		if failed, _ := read(); failed != (above == 1) {
			t.Fatalf("fail roll %d, threshold %d: failed %v", roll, roll+above, failed)
		}
	})
}

func TestReadingAllocatesNothing(t *testing.T) {
	for _, preset := range scenario.Presets() {
		a := preset.Assumptions
		a.Operations = 3*scenario.SegmentSize + 1
		reader := scenario.NewReader(scenario.NewTape(a))
		rolls := make([]uint32, scenario.SegmentSize)
		allocations := testing.AllocsPerRun(10, func() {
			reader.Start(1)
			for reader.Next() {
				for _, class := range scenario.AllClasses() {
					for _, roll := range recoveryRolls {
						reader.Rolls(rolls, reader.Failed(class), roll, 2)
						reader.Rolls(rolls, reader.Failed(class), roll, 3)
					}
				}
			}
		})
		if allocations != 0 {
			t.Errorf("%s: a run allocates %v times", a.Name, allocations)
		}
	}
}
