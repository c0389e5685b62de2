package scenario_test

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

// naiveOperation is an operation of the published benchmark, its rolls as
// fractions.
type naiveOperation struct {
	fail, kind    float64
	failed        bool
	class         int
	retry, repair float64
}

// naiveRun plays a run of the published benchmark as prose describes the
// recovered generator: one generator per run, seeded with 9100 + r; per
// operation a fail roll (< 0.40), a type roll drawn only if it failed
// (floor(roll * 4)), a retry roll and a repair roll, both always drawn. It
// shares nothing with the code it judges.
func naiveRun(run int) (operations []naiveOperation) {
	state := 9100 + float64(run)
	draw := func() float64 {
		// Below 2^53 all along: 2^32 * 1664525 is less than 2^53.
		state = math.Mod(state*1664525+1013904223, 4294967296)
		return state / 4294967296
	}
	for range 200 {
		op := naiveOperation{fail: draw()}
		if op.failed = op.fail < 0.40; op.failed {
			op.kind = draw()
			op.class = int(math.Floor(op.kind * 4))
		}
		op.retry, op.repair = draw(), draw()
		operations = append(operations, op)
	}
	return operations
}

func TestTapeOfThePublishedBenchmarkIsTheProse(t *testing.T) {
	tape := scenario.NewTape(scenario.Published())
	for run := 1; run <= 60; run++ {
		for index, want := range naiveRun(run) {
			op := tape.Operation(int64(run), int64(index))
			classRoll, _ := op.ClassRoll.Get()
			class, _ := op.Class.Get()
			got := naiveOperation{
				fail: fraction(op.FailRoll), kind: fraction(classRoll), failed: op.Failed, class: int(class),
				retry: fraction(tape.Roll(op, scenario.RetryRoll, 2)), repair: fraction(tape.Roll(op, scenario.RepairRoll, 2)),
			}
			if got != want || op.Run != int64(run) || op.Index != int64(index) {
				t.Fatalf("run %d, operation %d: %+v, want %+v", run, index, got, want)
			}
		}
	}
}

// The counts of the article, the counts that follow from it, and the counts that the
// recovered generator adds.
func TestTapeGivesThePublishedCounts(t *testing.T) {
	a := scenario.Published()
	tape := scenario.NewTape(a)
	var classes [scenario.NumClasses]int
	perRun := map[int64]int{}
	var retries, repairsByCode, repairsByHint int
	below := func(roll uint32, p float64) int {
		if uint64(roll) < scenario.Threshold(p) {
			return 1
		}
		return 0
	}
	for run := int64(1); run <= a.Runs; run++ {
		for index := range a.Operations {
			op := tape.Operation(run, index)
			class, failed := op.Class.Get()
			if !failed {
				continue
			}
			perRun[run]++
			classes[class]++
			switch class {
			case scenario.Transient:
				retries += below(tape.Roll(op, scenario.RetryRoll, 2), a.RetrySuccess)
			case scenario.Validation:
				repair := tape.Roll(op, scenario.RepairRoll, 2)
				repairsByCode += below(repair, a.RepairSuccess.Code)
				repairsByHint += below(repair, a.RepairSuccess.Hint)
			}
		}
	}
	if want := [...]int{1_239, 1_135, 1_261, 1_188}; classes != want {
		t.Errorf("failures by class %v, want %v", classes, want)
	}
	if perRun[1] != 80 || perRun[60] != 76 {
		t.Errorf("runs 1 and 60 have %d and %d failures, want 80 and 76", perRun[1], perRun[60])
	}
	if retries != 870 || repairsByCode != 499 || repairsByHint != 1_017 {
		t.Errorf("%d retries, %d repairs by a code, %d by a hint succeed; want 870, 499, 1,017", retries, repairsByCode, repairsByHint)
	}
}

// The addresses that the documentation of Tape lists.
func TestCounterRollsHaveDocumentedAddresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Stream = rng.CounterV2
		tape, counter := scenario.NewTape(a), rng.NewCounter(a.Seed)
		run := rapid.Int64Range(1, a.Runs).Draw(t, "run")
		index := rapid.Int64Range(0, a.Operations-1).Draw(t, "index")
		attempt := rapid.IntRange(2, 101).Draw(t, "attempt")
		op := tape.Operation(run, index)
		first := counter.Block(rng.At(run, index, 1, 0))
		again, replace := counter.Block(rng.At(run, index, attempt, 0)), counter.Block(rng.At(run, index, attempt, 1))
		for _, c := range []struct {
			name      string
			got, want uint32
		}{
			{"fail", op.FailRoll, rng.High(first)},
			{"retry", tape.Roll(op, scenario.RetryRoll, attempt), rng.High(again)},
			{"repair", tape.Roll(op, scenario.RepairRoll, attempt), rng.Low(again)},
			{"replace", tape.Roll(op, scenario.ReplaceRoll, attempt), rng.High(replace)},
			{"after repair", tape.Roll(op, scenario.AfterRepairRoll, attempt), rng.Low(replace)},
			{"outage", tape.Roll(op, scenario.OutageRoll, 1), rng.Low(counter.Block(rng.At(run, index, 1, 1)))},
			{"jitter", tape.Roll(op, scenario.JitterRoll, attempt), rng.High(counter.Block(rng.At(run, index, attempt, 2)))},
			{"commit", tape.Roll(op, scenario.CommitRoll, attempt-1), rng.High(counter.Block(rng.At(run, index, attempt-1, 3)))},
		} {
			if c.got != c.want {
				t.Fatalf("%s roll %d, want %d", c.name, c.got, c.want)
			}
		}
		thresholds := a.Thresholds()
		var classRoll optional.Value[uint32]
		var class optional.Value[scenario.Class]
		if uint64(op.FailRoll) < scenario.Threshold(a.FailureRate) {
			classRoll, class = optional.Of(rng.Low(first)), optional.Of(thresholds.ClassOf(rng.Low(first)))
		}
		if op.Failed == class.IsZero() || op.ClassRoll != classRoll || op.Class != class {
			t.Fatalf("%+v does not follow from its rolls", op)
		}
		distortion, risk := rng.High(counter.Block(rng.At(run, index, 1, 1))), rng.High(counter.Block(rng.At(run, index, 1, 2)))
		if want := naiveKind(a, class, distortion, risk); op.Kind != want {
			t.Fatalf("kind %+v, want %+v", op.Kind, want)
		}
	})
}

func TestLCG32TapeTakesFromCounterWhatTheArticleNeverDrew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		published := scenario.Published()
		counter := published
		counter.Stream = rng.CounterV2
		onLCG32, onCounter := scenario.NewTape(published), scenario.NewTape(counter)
		run := rapid.Int64Range(1, 60).Draw(t, "run")
		index := rapid.Int64Range(0, 199).Draw(t, "index")
		attempt := rapid.IntRange(2, 101).Draw(t, "attempt")
		for _, roll := range rollsOf(attempt) {
			got := onLCG32.Roll(onLCG32.Operation(run, index), roll, attempt)
			want := onCounter.Roll(onCounter.Operation(run, index), roll, attempt)
			if drawn := attempt == 2 && (roll == scenario.RetryRoll || roll == scenario.RepairRoll); (got == want) == drawn {
				t.Fatalf("%v roll of attempt %d: %d, on counter/v2 %d", roll, attempt, got, want)
			}
		}
	})
}

// Rolls have addresses, not an order: other assumptions shift no roll.
func TestCounterRollsDoNotDependOnOtherAssumptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawAssumptions(t), drawAssumptions(t)
		a.Stream, b.Stream, b.Seed = rng.CounterV2, rng.CounterV2, a.Seed
		first, second := scenario.NewTape(a), scenario.NewTape(b)
		run := rapid.Int64Range(1, min(a.Runs, b.Runs)).Draw(t, "run")
		index := rapid.Int64Range(0, min(a.Operations, b.Operations)-1).Draw(t, "index")
		x, y := first.Operation(run, index), second.Operation(run, index)
		if x.FailRoll != y.FailRoll || x.Failed && y.Failed && x.ClassRoll != y.ClassRoll || first.Roll(x, scenario.RepairRoll, 3) != second.Roll(y, scenario.RepairRoll, 3) {
			t.Fatalf("rolls of one address differ: %+v, %+v", x, y)
		}
	})
}

// What an operation that did not fail has no use for is null.
func TestAnOperationInJSON(t *testing.T) {
	tape := scenario.NewTape(scenario.Published())
	for index, want := range map[int64]string{
		0: `{"run":1,"index":0,"fail_roll":3277844360,"failed":false,"class_roll":null,"class":null}`,
		4: `{"run":1,"index":4,"fail_roll":33753398,"failed":true,"class_roll":1921511197,"class":"validation"}`,
	} {
		got, err := json.Marshal(tape.Operation(1, index))
		if err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}

func TestRollNamesAreThoseOfJSON(t *testing.T) {
	got, err := json.Marshal(append([]scenario.Roll{scenario.NoRoll, scenario.OutageRoll}, rollsOf(2)...))
	if want := `["none","outage","retry","repair","replace","after_repair","jitter","commit"]`; err != nil || string(got) != want {
		t.Errorf("rolls %s, %v; want %s", got, err, want)
	}
	if got := scenario.Roll(255).String(); got != "Roll(255)" {
		t.Errorf("no roll is called %s", got)
	}
}

// NoRoll has no place on a tape: to read it is a programmer's error.
func TestReadingNoRollPanics(t *testing.T) {
	for _, preset := range scenario.Presets() {
		tape := scenario.NewTape(preset.Assumptions)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a roll that decides nothing was read", preset.Name)
				}
			}()
			tape.Roll(tape.Operation(1, 0), scenario.NoRoll, 2)
		}()
	}
}
