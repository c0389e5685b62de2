package replay

import "errbench/scenario"

// dice reads the rolls of one operation at a time, each once: walkers of several
// plans look at the same ones.
type dice struct {
	reader    *scenario.Reader
	failure   [1]scenario.Failure
	operation int64     // how many there have been
	faces     []face    // by attempt, and roll within it
	one       [1]uint32 // what was read last
}

// face is a roll of the operation that had the number.
type face struct {
	operation int64
	roll      uint32
}

const numRolls = int(scenario.CommitRoll) + 1

func newDice(r *scenario.Reader, a scenario.Assumptions) *dice {
	return &dice{reader: r, faces: make([]face, (int(a.RecoveryAttempts)+2)*numRolls)}
}

// take takes another operation of the segment that the reader is at.
func (d *dice) take(f scenario.Failure) {
	d.failure[0] = f
	d.operation++
}

// roll returns a roll of an attempt of the operation.
func (d *dice) roll(r scenario.Roll, attempt int) uint32 {
	f := &d.faces[attempt*numRolls+int(r)]
	if f.operation != d.operation {
		*f = face{d.operation, d.reader.Rolls(d.one[:], d.failure[:], r, attempt)[0]}
	}
	return f.roll
}
