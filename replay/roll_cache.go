package replay

import "errbench/scenario"

// rollCache reads the rolls of one operation at a time, each once: walkers of several
// plans look at the same ones.
type rollCache struct {
	segments  *scenario.Segments
	failure   [1]scenario.Failure
	operation int64        // how many there have been
	rolls     []cachedRoll // by attempt, and roll within it
	one       [1]uint32    // what was read last
}

// cachedRoll is a roll of the operation that had the number.
type cachedRoll struct {
	operation int64
	roll      uint32
}

const numRolls = int(scenario.CommitRoll) + 1

func newRollCache(r *scenario.Segments, a scenario.Assumptions) *rollCache {
	return &rollCache{segments: r, rolls: make([]cachedRoll, (int(a.RecoveryAttempts)+2)*numRolls)}
}

// take takes another operation of the segment that the reader is at.
func (d *rollCache) take(f scenario.Failure) {
	d.failure[0] = f
	d.operation++
}

// rollIndex returns the index that a roll of an attempt has in the cache.
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
