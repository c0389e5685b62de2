package scenario

import "errbench/rng"

// SegmentSize is the number of operations that [Segments] hold at a time: few enough
// for the lists to stay in the first-level cache.
const SegmentSize = 1 << segmentBits

const segmentBits = 10

// Failure is an operation of a segment that is of some [Kind]. The upper half is its
// offset, the lower half is what its rolls are computed from: on counter/v2 the class
// roll, on lcg32/v1 the state of the generator two draws before the retry roll. That is
// the state after the fail roll, or before it if the operation succeeded.
type Failure uint64

// Offset returns the position of the operation in its segment: 0 <= n < SegmentSize.
func (f Failure) Offset() uint64 { return uint64(f >> 32) }

// Segments reads the operations of a run, a segment at a time. It is the fast form of
// [Tape.Operation]: it has no branch that a roll decides, since a processor mispredicts
// such branches. The zero value has no tape until Reset:
//
//	segments.Reset(tape)
//	for segments.Start(1); segments.Next(); {
//		failures := segments.Failed(kind)
//	}
//
// One goroutine uses it at a time. Only Reset allocates.
type Segments struct {
	tape  *Tape
	run   int64
	first int64 // the operation at offset 0 of the segment
	next  int64 // the operation after the segment
	lcg   rng.LCG32

	failures [SegmentSize]Failure // of the segment, in order
	byClass  [NumClasses][SegmentSize]Failure
	count    [NumClasses]int // by class

	sorter *sorter // nil if the kinds are the classes
}

// Reset sets the tape to read. Start must follow.
func (s *Segments) Reset(t *Tape) {
	s.tape, s.sorter = t, nil
	if len(t.kinds) != NumClasses {
		s.sorter = newSorter(t)
	}
}

// Start goes to the beginning of a run, from 1.
func (s *Segments) Start(run int64) {
	s.run, s.next = run, 0
	s.lcg = rng.LCG32ForRun(s.tape.seed, run)
}

// Next reads the next segment of the run and reports whether there was one.
func (s *Segments) Next() bool {
	n := min(SegmentSize, s.tape.operations-s.next)
	if n <= 0 {
		return false
	}
	s.first = s.next
	s.next += n
	before := s.lcg
	if s.tape.stream == rng.CounterV2 {
		s.split(s.readCounter(n), 1, 0)
	} else {
		s.split(s.readLCG32(n), rng.LCG32Multiplier, rng.LCG32Increment)
	}
	if s.sorter != nil {
		s.sort(n, before)
	}
	return true
}

// Len returns the number of operations in the segment.
func (s *Segments) Len() int64 { return s.next - s.first }

// Failed returns the operations of a kind in the segment, in order. The kind is an index
// of [Tape.Kinds]. The list is valid until the next call of Next.
func (s *Segments) Failed(kind int) []Failure {
	if s.sorter != nil {
		return s.sorter.of(kind)
	}
	return s.byClass[kind][:s.count[kind]]
}

// readCounter lists the failures among the next n operations and returns their number.
// It writes every operation to the list, and the list grows by the carry of a
// comparison: 1 for a failure, else 0.
func (s *Segments) readCounter(n int64) int {
	state := s.tape.counter.State(rng.At(s.run, s.first, 1, 0))
	fail, failures, k := s.tape.thresholds.Fail, &s.failures, 0
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

// readLCG32 is readCounter for the sequential stream. An operation takes four draws, or
// three if it succeeds, since no class is drawn then. Both states are computed from the
// state before the operation, so no draw waits for another.
func (s *Segments) readLCG32(n int64) int {
	fail, failures, k := s.tape.thresholds.Fail, &s.failures, 0
	state := uint32(s.lcg)
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
	s.lcg = rng.LCG32(state)
	return k
}

// split lists the first n failures by class. The class roll is m times the lower half of
// a failure, plus c: the half itself on counter/v2, the next draw on lcg32/v1.
func (s *Segments) split(n int, m, c uint32) {
	t := s.tape.thresholds.Class
	var count [NumClasses]int
	for _, f := range s.failures[:n] {
		roll := uint64(uint32(f)*m + c)
		class := (t[0]-1-roll)>>63 + (t[1]-1-roll)>>63 + (t[2]-1-roll)>>63
		k := count[class&(NumClasses-1)]
		s.byClass[class&(NumClasses-1)][k&(SegmentSize-1)] = f
		count[class&(NumClasses-1)] = k + 1
	}
	s.count = count
}

// Rolls writes the roll of each failure at an attempt into dst, which must be at
// least as long, and returns the part that it wrote. Attempts are as for
// [Tape.Roll].
func (s *Segments) Rolls(dst []uint32, failures []Failure, roll Roll, attempt int) []uint32 {
	dst = dst[:len(failures)]
	if s.tape.stream == rng.LCG32V1 && roll.drawn(attempt) {
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
	state := s.tape.counter.State(rng.At(s.run, s.first, attempt, block))
	for i, f := range failures {
		dst[i] = uint32(rng.Mix64(state+f.Offset()*rng.Gamma) >> (shift & 63))
	}
	return dst
}
