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

// faceOf returns the face that a roll of an attempt is on.
func faceOf(r scenario.Roll, attempt int) int32 { return int32(attempt*numRolls + int(r)) }

// roll returns the roll of the operation on a face.
func (d *dice) roll(at int32) uint32 {
	f := &d.faces[at]
	if f.operation != d.operation {
		r, attempt := scenario.Roll(int(at)%numRolls), int(at)/numRolls
		*f = face{d.operation, d.reader.Rolls(d.one[:], d.failure[:], r, attempt)[0]}
	}
	return f.roll
}
