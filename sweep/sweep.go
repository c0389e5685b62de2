package sweep

import (
	"fmt"
	"slices"

	"errbench/internal/shard"
	"errbench/internal/strict"
	"errbench/scenario"
	"errbench/strategy"
)

// Sweep says what to compute, and at which points.
type Sweep struct {
	Assumptions scenario.Assumptions // valid; the axes of the design replace some
	Strategies  []strategy.Strategy  // at least one; their names differ
	Engine      string               // report.ExactEngine or report.ReplayEngine
	Design      *Design
	Shard       shard.Shard // of the points
	Rows        RowFormat   // of the rows that the sweep writes
}

// RowFormat is the format of rows.
type RowFormat string

// The formats of rows: CSV with a header, or a JSON object on each line.
const (
	CSV   RowFormat = "csv"
	JSONL RowFormat = "jsonl"
)

// RowFormats returns the formats of rows, the default first.
func RowFormats() []string { return []string{string(CSV), string(JSONL)} }

// validate returns an error unless the format is one of [RowFormats].
func (f RowFormat) validate() error {
	if slices.Contains(RowFormats(), string(f)) {
		return nil
	}
	return fmt.Errorf("no format of rows %q%s", f, strict.Choices(string(f), RowFormats()))
}

// file returns the name of the file that holds the rows of a folder.
func (f RowFormat) file() string { return "points." + string(f) }

// Options tune a sweep. They change none of its bytes.
type Options struct {
	// Workers is the number of goroutines, at least 1; 0 means one for each
	// processor that Go may use.
	Workers int
	// Progress, unless it is nil, receives the number of points that were written
	// since the last call, and the number that this call of the sweep writes in all.
	Progress func(points, of int64)
}
