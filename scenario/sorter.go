package scenario

import "errbench/rng"

// sorter sorts the operations of a segment by kind, if kinds are more than classes: it
// finds the number of each operation's kind, counts, and then writes one kind after the
// other.
type sorter struct {
	number [noClass + 1][NumDistortions][NumRisks]uint8 // of each kind
	ends   []int                                        // of each kind in sorted

	found  [SegmentSize]Failure // of every kind, in order within each
	kinds  [SegmentSize]uint8   // the number of the kind of each that was found
	sorted [SegmentSize]Failure
}

// noClass stands for the missing class of an operation that succeeded.
const noClass = NumClasses

// A byte holds the number of a kind, or this does not compile.
const _ = uint8(NumRisks*(NumClasses*numFailureDistortions+1) - 1)

func newSorter(t *Tape) *sorter {
	s := &sorter{ends: make([]int, len(t.kinds))}
	for i, k := range t.kinds {
		c, failed := k.Class.Get()
		if !failed {
			c = noClass
		}
		s.number[c][k.Distortion][k.Risk] = uint8(i)
	}
	return s
}

// of returns the operations of a kind.
func (s *sorter) of(kind int) []Failure {
	first := 0
	if kind > 0 {
		first = s.ends[kind-1]
	}
	return s.sorted[first:s.ends[kind]]
}

// sort sorts the n operations of the segment. Its failures are split by class already.
// The generator of lcg32/v1 has the state before the first operation.
func (s *Segments) sort(n int64, before rng.LCG32) {
	sorter, t, k := s.sorter, &s.tape.thresholds, 0
	reports, risks := s.report()
	for c := range s.byClass {
		number := &sorter.number[c]
		for _, f := range s.byClass[c][:s.count[c]] {
			at := f.Offset() * rng.Gamma
			// An honest report has reached all thresholds and is number 0.
			distortion := (reached(t.Distortion[c][:], rng.Mix64(reports+at)) + 1) % (numFailureDistortions + 1)
			risk := len(t.Risk) - reached(t.Risk[:], rng.Mix64(risks+at))
			sorter.found[k], sorter.kinds[k] = f, number[distortion][risk]
			k++
		}
	}
	if t.SuccessAsFailure > 0 {
		k = s.sortSuccesses(k, n, before)
	}
	sorter.layOut(k)
}

// report returns the states of the first operation's distortion and risk blocks.
func (s *Segments) report() (distortions, risks uint64) {
	c := s.tape.counter
	return c.State(rng.At(s.run, s.first, 1, 1)), c.State(rng.At(s.run, s.first, 1, 2))
}

// reached counts, without a branch, the thresholds <= the upper roll of a block.
func reached(thresholds []uint64, block uint64) (count int) {
	for _, t := range thresholds {
		count += int((t - 1 - block>>32) >> 63)
	}
	return count
}

// sortSuccesses appends the successes that are reported as failures to the k operations
// found so far, and returns the new number.
func (s *Segments) sortSuccesses(k int, n int64, state rng.LCG32) int {
	sorter, t := s.sorter, &s.tape.thresholds
	reports, risks := s.report()
	fails := s.tape.counter.State(rng.At(s.run, s.first, 1, 0))
	for i := range uint64(n) {
		start := state
		fail := state.Next()
		if s.tape.stream == rng.CounterV2 {
			fail = rng.High(rng.Mix64(fails + i*rng.Gamma))
		}
		if uint64(fail) < t.Fail {
			state = state*m3 + c3 // class, retry and repair
			continue
		}
		state = state*m2 + c2
		if rng.Mix64(reports+i*rng.Gamma)>>32 < t.SuccessAsFailure {
			risk := len(t.Risk) - reached(t.Risk[:], rng.Mix64(risks+i*rng.Gamma))
			sorter.found[k] = Failure(i<<32 | uint64(start))
			sorter.kinds[k] = sorter.number[noClass][SuccessAsFailure][risk]
			k++
		}
	}
	return k
}

// layOut sorts the n operations that were found by kind, and keeps the order within each.
func (s *sorter) layOut(n int) {
	clear(s.ends)
	for _, kind := range s.kinds[:n] {
		s.ends[kind]++
	}
	sum := 0
	for i, count := range s.ends {
		s.ends[i] = sum // the beginning, which moves to the end below
		sum += count
	}
	for i, kind := range s.kinds[:n] {
		s.sorted[s.ends[kind]] = s.found[i]
		s.ends[kind]++
	}
}
