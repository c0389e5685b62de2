package scenario

import "errbench/rng"

// SegmentSize is the number of operations that a [Reader] holds at a time: few
// enough for its lists to stay in the first-level cache.
const SegmentSize = 1 << segmentBits

const segmentBits = 10

// Failure is an operation of a segment that is of some kind: its offset in the
// upper half, and in the lower what its rolls follow from. That is on counter/v1
// the class roll, and on lcg32/v1 the state two draws before the retry roll: what
// the fail roll left behind, or where it succeeded what the fail roll was drawn
// from.
type Failure uint64

// Offset is the place of the operation in its segment, below SegmentSize.
func (f Failure) Offset() uint64 { return uint64(f >> 32) }

// Reader reads the operations of a run in segments, in bulk and without
// branches that chance decides: a processor mispredicts those. It agrees with
// [Tape.Operation]. A Reader belongs to one goroutine and allocates nothing
// after [NewReader]. The zero Reader has no tape until Reset.
type Reader struct {
	tape  *Tape
	run   int64
	first int64 // operation at offset 0 of the segment
	next  int64 // operation after the segment
	lcg   rng.LCG32

	failures [SegmentSize]Failure // of the segment, in order
	byClass  [NumClasses][SegmentSize]Failure
	count    [NumClasses]int // by class

	sorter *sorter // nil where the kinds are the classes
}

// NewReader returns a reader of the tape. Start opens a run.
func NewReader(t *Tape) *Reader {
	r := new(Reader)
	r.Reset(t)
	return r
}

// Reset makes the reader one of another tape, as if it were new.
func (r *Reader) Reset(t *Tape) {
	r.tape, r.sorter = t, nil
	if len(t.kinds) != NumClasses {
		r.sorter = newSorter(t)
	}
}

// Start goes to the beginning of a run, counted from 1.
func (r *Reader) Start(run int64) {
	r.run, r.next = run, 0
	r.lcg = rng.LCG32ForRun(r.tape.seed, run)
}

// Next reads the next segment of the run and tells whether there was one.
func (r *Reader) Next() bool {
	n := min(SegmentSize, r.tape.operations-r.next)
	if n <= 0 {
		return false
	}
	r.first = r.next
	r.next += n
	before := r.lcg
	if r.tape.stream == rng.CounterV1 {
		r.split(r.readCounter(n), 1, 0)
	} else {
		r.split(r.readLCG32(n), rng.LCG32Multiplier, rng.LCG32Increment)
	}
	if r.sorter != nil {
		r.sort(n, before)
	}
	return true
}

// Len returns the number of operations in the segment.
func (r *Reader) Len() int64 { return r.next - r.first }

// Failed returns the operations of a kind in the segment, in order; kinds are
// numbered as in [Tape.Kinds]. They stay valid until the next call of Next.
func (r *Reader) Failed(kind int) []Failure {
	if r.sorter != nil {
		return r.sorter.of(kind)
	}
	return r.byClass[kind][:r.count[kind]]
}

// readCounter collects the failed among the next n operations and returns
// their number. Every operation is written to the list, and the list grows by
// the carry of a comparison: 1 if it failed, else 0.
func (r *Reader) readCounter(n int64) int {
	state := r.tape.counter.State(rng.At(r.run, r.first, 1, 0))
	fail, failures, k := r.tape.thresholds.Fail, &r.failures, 0
	for i := range uint64(n) {
		block := rng.Mix64(state)
		state += rng.Gamma
		failures[k&(SegmentSize-1)] = Failure(i<<32 | block&(1<<32-1))
		k += int((block>>32 - fail) >> 63)
	}
	return k
}

// The recurrence of the recovered generator, taken three and four times.
const (
	m1, c1 = rng.LCG32Multiplier, rng.LCG32Increment
	m2, c2 = m1 * m1 & (1<<32 - 1), (m1*c1 + c1) & (1<<32 - 1)
	m3, c3 = m2 * m1 & (1<<32 - 1), (m2*c1 + c2) & (1<<32 - 1)
	m4, c4 = m3 * m1 & (1<<32 - 1), (m3*c1 + c3) & (1<<32 - 1)
)

// readLCG32 is readCounter for the sequential stream. The state after four
// draws, or three where no class is drawn, is computed from the one before
// without waiting for the draws between.
func (r *Reader) readLCG32(n int64) int {
	fail, failures, k := r.tape.thresholds.Fail, &r.failures, 0
	state := uint32(r.lcg)
	for i := range uint64(n) {
		roll := state*m1 + c1
		next, after := state*m3+c3, state*m4+c4
		failures[k&(SegmentSize-1)] = Failure(i<<32 | uint64(roll))
		k += int((uint64(roll) - fail) >> 63)
		if uint64(roll) < fail {
			next = after // a conditional move
		}
		state = next
	}
	r.lcg = rng.LCG32(state)
	return k
}

// split files the first n failures by class. The class roll is the lower half of
// a failure times m plus c: the half itself, or the draw that follows it.
func (r *Reader) split(n int, m, c uint32) {
	t := r.tape.thresholds.Class
	var count [NumClasses]int
	for _, f := range r.failures[:n] {
		roll := uint64(uint32(f)*m + c)
		class := (t[0]-1-roll)>>63 + (t[1]-1-roll)>>63 + (t[2]-1-roll)>>63
		k := count[class&(NumClasses-1)]
		r.byClass[class&(NumClasses-1)][k&(SegmentSize-1)] = f
		count[class&(NumClasses-1)] = k + 1
	}
	r.count = count
}

// Rolls writes the roll of each failure at an attempt into dst, which must be at
// least as long, and returns the part that it wrote. Attempts are as for
// [Tape.Roll].
func (r *Reader) Rolls(dst []uint32, failures []Failure, roll Roll, attempt int) []uint32 {
	dst = dst[:len(failures)]
	if r.tape.stream == rng.LCG32V1 && roll.drawn(attempt) {
		m, c := uint32(m2), uint32(c2) // after fail and class
		if roll == RepairRoll {
			m, c = m3, c3
		}
		for i, f := range failures {
			dst[i] = uint32(f)*m + c
		}
		return dst
	}
	block, shift := roll.place()
	state := r.tape.counter.State(rng.At(r.run, r.first, attempt, block))
	for i, f := range failures {
		dst[i] = uint32(rng.Mix64(state+f.Offset()*rng.Gamma) >> (shift & 63))
	}
	return dst
}
