package scenario_test

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

func TestOutagesThatEndInTimeAreThoseBelowTheThreshold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := rapid.OneOf(rapid.Int64Range(0, 10), rapid.Int64Range(0, 86_400_000))
		x, y := day.Draw(t, "one end"), day.Draw(t, "other end")
		o := scenario.OutageMS{Min: min(x, y), Max: max(x, y)}
		ms := rapid.OneOf(rapid.Int64Range(o.Min-2, o.Max+2), day).Draw(t, "ms")
		threshold := o.Threshold(ms)
		if threshold > 1<<32 || threshold < o.Threshold(ms-1) {
			t.Fatalf("%d rolls have an outage of at most %d ms, %d one of a millisecond less", threshold, ms, o.Threshold(ms-1))
		}
		roll := rollsAround(threshold).Draw(t, "roll")
		d := o.Duration(roll)
		if d < o.Min || d > o.Max || d <= ms != (uint64(roll) < threshold) {
			t.Fatalf("roll %d has an outage of %d ms of %+v; %d are at most %d", roll, d, o, threshold, ms)
		}
	})
}

func TestOutagesAreSpreadEvenly(t *testing.T) {
	o := scenario.OutageMS{Min: 3, Max: 5}
	for ms, want := range map[int64]uint64{2: 0, 3: 1431655766, 4: 2863311531, 5: 1 << 32, 6: 1 << 32} {
		if got := o.Threshold(ms); got != want {
			t.Errorf("%d rolls have an outage of at most %d ms, want %d", got, ms, want)
		}
	}
	if got := (scenario.OutageMS{Min: 7, Max: 7}).Duration(1<<32 - 1); got != 7 {
		t.Errorf("an outage of 7 ms lasts %d", got)
	}
}
