package replay

import (
	"testing"

	"errbench/rng"
	"errbench/scenario"
)

// A worker allocates when it is made and never again, so the number of
// operations costs no memory.
func TestAReplayedRunAllocatesNothing(t *testing.T) {
	for _, stream := range rng.Streams() {
		a := outages()
		a.Stream, a.Operations, a.CommitOnFailure = stream, 3*scenario.SegmentSize, 0.5
		a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}
		plans := compiled(t, append(dozen(), controllers()...), a)
		w := newWorker(scenario.NewTape(a), a, plans)
		if walkers := len(w.walkers.all); walkers == 0 || walkers == len(plans) {
			t.Fatalf("%d of %d plans are walked", walkers, len(plans))
		}
		run := int64(0)
		if n := testing.AllocsPerRun(10, func() { run++; w.replay(run) }); n != 0 {
			t.Errorf("%s: %v allocations in a run", stream, n)
		}
	}
}
