package scenario_test

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/rng"
	"errbench/scenario"
)

// segmentsOf returns the segments of a tape.
func segmentsOf(tape *scenario.Tape) *scenario.Segments {
	s := new(scenario.Segments)
	s.Reset(tape)
	return s
}

// rollsOf returns the rolls of an attempt.
func rollsOf(attempt int) []scenario.Roll {
	if attempt == 1 {
		return []scenario.Roll{scenario.OutageRoll, scenario.CommitRoll}
	}
	return []scenario.Roll{
		scenario.RetryRoll, scenario.RepairRoll, scenario.ReplaceRoll,
		scenario.AfterRepairRoll, scenario.JitterRoll, scenario.CommitRoll,
	}
}

// checkRun compares a run read in bulk with the same run read one operation at
// a time: which operations are of which kind, in which order, and every roll of
// attempts 1 to 5.
func checkRun(t *rapid.T, segments *scenario.Segments, tape *scenario.Tape, run, operations int64) {
	segments.Start(run)
	first := int64(0)
	for ; segments.Next(); first += scenario.SegmentSize {
		want := map[scenario.Kind][]scenario.Operation{}
		for index := first; index < min(first+scenario.SegmentSize, operations); index++ {
			op := tape.Operation(run, index)
			if kind, ok := op.Kind.Get(); ok {
				want[kind] = append(want[kind], op)
			}
		}
		for i, kind := range tape.Kinds() {
			checkKind(t, segments, tape, first, segments.Failed(i), want[kind])
			delete(want, kind)
		}
		for kind := range want {
			t.Fatalf("%+v is no kind of the tape", kind)
		}
	}
	if segments := (operations + scenario.SegmentSize - 1) / scenario.SegmentSize; first != segments*scenario.SegmentSize {
		t.Fatalf("%d operations were read in %d segments, want %d", operations, first/scenario.SegmentSize, segments)
	}
}

// checkKind compares the operations of a kind in the segment from first.
func checkKind(t *rapid.T, segments *scenario.Segments, tape *scenario.Tape, first int64, got []scenario.Failure, want []scenario.Operation) {
	if len(got) != len(want) {
		t.Fatalf("segment from %d: %d operations, want %d: %+v", first, len(got), len(want), want)
	}
	for i, f := range got {
		if index := first + int64(f.Offset()); index != want[i].Index {
			t.Fatalf("number %d is operation %d, want %d", i, index, want[i].Index)
		}
	}
	rolls := make([]uint32, scenario.SegmentSize)
	for attempt := 1; attempt <= 5; attempt++ {
		for _, roll := range rollsOf(attempt) {
			for i, got := range segments.Rolls(rolls, got, roll, attempt) {
				if want := tape.Roll(want[i], roll, attempt); got != want {
					t.Fatalf("%v roll of attempt %d for number %d: %d, want %d", roll, attempt, i, got, want)
				}
			}
		}
	}
}

func TestSegmentsAgreeWithTheTape(t *testing.T) {
	const s = scenario.SegmentSize
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = rapid.OneOf(rapid.Int64Range(1, 100), rapid.SampledFrom([]int64{s - 1, s, s + 1, 2 * s, 2*s + 1})).Draw(t, "operations, few")
		tape := scenario.NewTape(a)
		segments := segmentsOf(tape)
		run := rapid.Int64Range(1, a.Runs).Draw(t, "run")
		// A run left in the middle leaves nothing behind for the next.
		segments.Start(a.Runs)
		segments.Next()
		checkRun(t, segments, tape, run, a.Operations)
		if segments.Next() {
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
			checkRun(t, segmentsOf(tape), tape, run, a.Operations)
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

// The same for distortion and risk.
func TestRollsOfReportsAtTheirThresholdsAreNotBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations, a.FailureRate = rapid.Int64Range(1, 20).Draw(t, "operations, few"), float64(rapid.IntRange(0, 1).Draw(t, "it fails"))
		run, index := rapid.Int64Range(1, a.Runs).Draw(t, "run"), a.Operations-1
		counter := rng.NewCounter(a.Seed)
		distortion, risk := uint64(rng.High(counter.Block(rng.At(run, index, 1, 1)))), uint64(rng.High(counter.Block(rng.At(run, index, 1, 2))))
		above := rapid.Uint64Range(0, 1).Draw(t, "thresholds above the rolls")
		rate, weight := scenario.Probability(distortion+above), scenario.Probability(risk+above)
		a.Distortions = scenario.Distortions{ShortWait: rate, SuccessAsFailure: rate}
		a.Risk = scenario.RiskMix{ReadOnly: 1 - weight, Destructive: weight}
		tape := scenario.NewTape(a)
		checkRun(t, segmentsOf(tape), tape, run, a.Operations)
		kind, is := tape.Operation(run, index).Kind.Get()
		if want := a.FailureRate == 1 || above == 1; is != want {
			t.Fatalf("that it is of a kind is %v, want %v", is, want)
		}
		if is && (kind.Distortion != scenario.Honest) != (above == 1) || is && (kind.Risk == scenario.Destructive) != (above == 1) {
			t.Fatalf("thresholds %d above the rolls: %+v", above, kind)
		}
	})
}

func TestReadingAllocatesNothing(t *testing.T) {
	for _, preset := range scenario.Presets() {
		distorted := preset.Assumptions
		distorted.Distortions.AllRetryable, distorted.Distortions.SuccessAsFailure = 0.3, 0.3
		distorted.Risk.Destructive = 1
		for _, a := range []scenario.Assumptions{preset.Assumptions, distorted} {
			a.Operations = 3*scenario.SegmentSize + 1
			tape := scenario.NewTape(a)
			segments, kinds := segmentsOf(tape), len(tape.Kinds())
			rolls := make([]uint32, scenario.SegmentSize)
			allocations := testing.AllocsPerRun(10, func() {
				segments.Start(1)
				for segments.Next() {
					for kind := range kinds {
						segments.Rolls(rolls, segments.Failed(kind), scenario.RetryRoll, 2)
						segments.Rolls(rolls, segments.Failed(kind), scenario.CommitRoll, 1)
					}
				}
			})
			if allocations != 0 {
				t.Errorf("%s: a run allocates %v times", a.Name, allocations)
			}
		}
	}
}
