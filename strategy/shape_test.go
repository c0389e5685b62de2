package strategy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

// Whatever else is assumed, assumptions of the same shape have the same plans but
// for thresholds, and what a plan makes of other chances is what they compile to.
func TestPlansOfTheSameShapeDifferInThresholds(t *testing.T) {
	alike, changed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawAssumptions(t), drawStrategy(t)
		other := a
		fresh := drawAssumptions(t)
		chances := []string{"retry_success", "repair_success.message", "repair_success.code", "repair_success.field", "repair_success.hint", "replace_success"}
		chancesAlone := rapid.IntRange(0, 3).Draw(t, "chances alone") > 0
		for _, f := range scenario.Fields() {
			if chancesAlone && slices.Contains(chances, f.Key) || !chancesAlone && rapid.IntRange(0, 9).Draw(t, f.Key) == 0 {
				if err := f.Set(&other, f.Get(&fresh)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if other.Validate() != nil {
			return
		}
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Compile(s, other)
		if err != nil {
			t.Fatal(err)
		}
		if Shape(a) != Shape(other) {
			return
		}
		alike++
		if !slices.Equal(want.Steps, p.Steps) {
			changed++
		}
		p.Rethreshold(other)
		if !slices.Equal(want.Steps, p.Steps) || !slices.Equal(p.Entry, want.Entry) || !slices.Equal(p.Kinds, want.Kinds) || !slices.Equal(p.Misrouted, want.Misrouted) {
			t.Fatalf("rethresholded steps %+v, compiled %+v", p.Steps, want.Steps)
		}
	})
	if alike == 0 || changed == 0 {
		t.Errorf("of %d of the same shape %d plans changed", alike, changed)
	}
}

// What the shape leaves out is named key by key: everything else is in it.
func TestWhatIsInTheShape(t *testing.T) {
	chances := []string{
		"name", "seed", "stream", "runs", "operations", "failure_rate",
		"failure_mix.transient", "failure_mix.validation", "failure_mix.permission", "failure_mix.not_found",
		"retry_success", "repair_success.message", "repair_success.code", "repair_success.field", "repair_success.hint", "repair_success.misled", "replace_success",
		"cost.tokens.attempt", "cost.tokens.repair", "cost.tokens.escalation", "cost.usd.attempt", "cost.usd.repair", "cost.usd.escalation",
	}
	base := scenario.Published()
	base.TransientModel, base.OutageMS.Max, base.RetryAfterMS = scenario.Outage, 9, optional.Of[int64](5)
	for _, f := range scenario.Fields() {
		a := base
		text := "0.25"
		switch place := f.Pointer(&a).(type) {
		case *int64, *uint64:
			text = "7"
		case *bool:
			text = "true"
		case *float64:
			if *place >= 1 && !f.Probability() {
				text = "3"
			}
		default:
			text = map[string]string{"name": "other", "stream": "counter/v2", "transient_model": "coin", "retry_after_ms": "7", "deadline_ms": "7"}[f.Key]
		}
		if f.Key == "risk.read_only" {
			text = "0"
		}
		if err := f.Set(&a, text); err != nil {
			t.Fatal(err)
		}
		if in := Shape(a) != Shape(base); in == slices.Contains(chances, f.Key) {
			t.Errorf("%s=%s: that it is in the shape is %v", f.Key, text, in)
		}
	}
	mixed := base
	mixed.AfterRepair = 0.5
	other := mixed
	other.FailureMix.Transient = 2
	if Shape(mixed) == Shape(other) {
		t.Error("a repaired call fails in other classes, and the shape is the same")
	}
	calm := scenario.Published()
	other = calm
	other.OutageMS.Max, other.WaitFactor.Long = 7, 2
	if Shape(calm) != Shape(other) {
		t.Error("there are neither outages nor waits, and the shape is another")
	}
}
