package replay

import (
	"testing"

	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// A worker allocates when it is made and never again, so the number of
// operations costs no memory.
func TestAReplayedRunAllocatesNothing(t *testing.T) {
	for _, stream := range rng.Streams() {
		a := scenario.Published()
		a.Stream, a.Operations, a.RecoveryAttempts = stream, 3*scenario.SegmentSize, 3
		plans, err := strategy.CompileAll(dozen(), a)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorker(scenario.NewTape(a), a.Operations, plans)
		run := int64(0)
		if n := testing.AllocsPerRun(10, func() { run++; w.replay(run) }); n != 0 {
			t.Errorf("%s: %v allocations in a run", stream, n)
		}
	}
}
