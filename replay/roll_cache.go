package replay

import "errbench/scenario"

// rollCache holds the rolls of one operation and reads each of them once, for the walkers of
// several plans.
type rollCache struct {
	segments  *scenario.Segments
	failure   [1]scenario.Failure
	operation int64        // the number of the operation
	rolls     []cachedRoll // by attempt, then roll
	one       [1]uint32    // the last roll
}

// cachedRoll is a roll of the operation with a number.
type cachedRoll struct {
	operation int64
	roll      uint32
}

const numRolls = int(scenario.CommitRoll) + 1

func newRollCache(r *scenario.Segments, a scenario.Assumptions) *rollCache {
	return &rollCache{segments: r, rolls: make([]cachedRoll, (int(a.RecoveryAttempts)+2)*numRolls)}
}

// take takes another operation of the current segment.
func (d *rollCache) take(f scenario.Failure) {
	d.failure[0] = f
	d.operation++
}

// rollIndex returns the index of a roll of an attempt in the cache.
func rollIndex(r scenario.Roll, attempt int) int32 { return int32(attempt*numRolls + int(r)) }

// roll returns the roll of the operation at an index.
func (d *rollCache) roll(at int32) uint32 {
	f := &d.rolls[at]
	if f.operation != d.operation {
		r, attempt := scenario.Roll(int(at)%numRolls), int(at)/numRolls
		*f = cachedRoll{d.operation, d.segments.Rolls(d.one[:], d.failure[:], r, attempt)[0]}
	}
	return f.roll
}
