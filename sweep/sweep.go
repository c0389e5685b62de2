package sweep

import (
	"errbench/internal/shard"
	"errbench/scenario"
	"errbench/strategy"
)

// Sweep is what is to be found at which points.
type Sweep struct {
	Assumptions scenario.Assumptions // valid; the axes of the design replace some
	Strategies  []strategy.Strategy  // at least one, names differ
	Engine      string               // report.ExactEngine or report.ReplayEngine
	Design      *Design
	Shard       shard.Shard // of the points
}

// Options tune a sweep. They change no byte that it writes.
type Options struct {
	// Workers is the number of goroutines, at least 1; 0 means one for each
	// processor that Go may use.
	Workers int
	// Progress, where it is not nil, is told how many more points are written, of
	// how many that were to do.
	Progress func(points, of int64)
}
