package scenario_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

func TestRollsOfTheCounterNeverChange(t *testing.T) {
	text, err := os.ReadFile("testdata/rolls.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		a := scenario.Published()
		a.Stream, a.Operations, a.Runs = rng.CounterV2, rng.MaxOperation+1, rng.MaxRun
		var run, index int64
		var name string
		var attempt int
		var want uint32
		if _, err := fmt.Sscan(line, &a.Seed, &run, &index, &name, &attempt, &want); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		seen[name] = true
		if got := goldenRoll(t, a, run, index, name, attempt, want); got != want {
			t.Errorf("%s: found %d", strings.TrimSpace(line), got)
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d rolls were compared: %v", len(seen), seen)
	}
}

// goldenRoll reads a roll. What decides the kind is not read but found: the
// kind changes where a threshold passes the roll.
func goldenRoll(t *testing.T, a scenario.Assumptions, run, index int64, name string, attempt int, want uint32) uint32 {
	for r := scenario.RetryRoll; r <= scenario.CommitRoll; r++ {
		if r.String() == name {
			tape := scenario.NewTape(a)
			return tape.Roll(tape.Operation(run, index), r, attempt)
		}
	}
	kind := func(p float64) optional.Value[scenario.Kind] {
		a.FailureRate = 1
		a.Distortions.AllRetryable = p
		a.Risk = scenario.RiskMix{ReadOnly: 1 - p, Destructive: p}
		return scenario.NewTape(a).Operation(run, index).Kind
	}
	below, _ := kind(scenario.Probability(uint64(want) + 1)).Get()
	not, _ := kind(scenario.Probability(uint64(want))).Get()
	switch {
	case name == "distortion" && below.Distortion == scenario.AllRetryable && not.Distortion == scenario.Honest,
		name == "risk" && below.Risk == scenario.Destructive && not.Risk == scenario.ReadOnly:
		return want
	}
	t.Errorf("%s roll: the kinds are %+v and %+v", name, below, not)
	return want
}
