package sweep

import (
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// Sweep is what is to be found at which points.
type Sweep struct {
	Assumptions scenario.Assumptions // valid; the axes of the design replace some
	Strategies  []strategy.Strategy  // at least one, names differ
	Engine      string               // report.ExactEngine or report.ReplayEngine
	Design      *Design
	Shard       replay.Shard // of the points
}

// Rows is how many rows so many points have.
func (s *Sweep) Rows(points int64) int64 { return points * int64(len(s.Strategies)) }

// Options tune a sweep. They change no byte that it writes.
type Options struct {
	// Workers is the number of goroutines, at least 1; 0 means one for each
	// processor that Go may use.
	Workers int
	// Progress, where it is not nil, is told how many more points are written.
	Progress func(points int64)
}
