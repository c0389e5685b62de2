package sweep

import (
	"context"
	"runtime"
	"testing"

	"errbench/internal/shard"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// A sweep keeps no point that it has handed on: after thousands of them it holds as
// much memory as after the first, and so it can have any number.
func TestMemoryDoesNotGrowWithThePoints(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations = 1, 20
	d, err := NewDesign(Grid, axes(t, a, "seed=1:4000:1"), 0, a)
	if err != nil {
		t.Fatal(err)
	}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what is pooled is let go of at the second
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var first, parts, bytes uint64
	s := &Sweep{a, catalog.Published(), report.ReplayEngine, d, shard.Whole(), CSV}
	if _, err := s.Find(context.Background(), Options{Workers: 1}, func(csv []byte) error {
		parts++
		bytes += uint64(len(csv))
		if parts == 3 { // the header and some points
			first = live()
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if last := live(); last > first+bytes/10 || parts < 10 {
		t.Errorf("%d bytes are held in the end, %d at first; %d bytes in %d parts went by", last, first, bytes, parts)
	}
}
