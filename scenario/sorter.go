package scenario

import "errbench/rng"

// sorter files the operations of a segment by kind where there is more to a kind
// than the class: it numbers and counts them, and then lays them out one kind
// after the other.
type sorter struct {
	number [noClass + 1][NumDistortions][NumRisks]uint8 // of each kind
	ends   []int                                        // of each kind in sorted

	found  [SegmentSize]Failure // of every kind, in order within each
	kinds  [SegmentSize]uint8   // the number of the kind of each that was found
	sorted [SegmentSize]Failure
}

// noClass stands for the class of an operation that succeeded.
const noClass = NumClasses

// Kinds are numbered by a byte, or this does not compile.
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

// sort files the n operations of the segment, whose failures are split by class.
// The generator of lcg32/v1 is as it was before the first.
func (r *Reader) sort(n int64, before rng.LCG32) {
	s, t, k := r.sorter, &r.tape.thresholds, 0
	reports, risks := r.report()
	for c := range r.byClass {
		number := &s.number[c]
		for _, f := range r.byClass[c][:r.count[c]] {
			at := f.Offset() * rng.Gamma
			// An honest report has reached all thresholds and is number 0.
			distortion := (reached(t.Distortion[c][:], rng.Mix64(reports+at)) + 1) % (numFailureDistortions + 1)
			risk := len(t.Risk) - reached(t.Risk[:], rng.Mix64(risks+at))
			s.found[k], s.kinds[k] = f, number[distortion][risk]
			k++
		}
	}
	if t.SuccessAsFailure > 0 {
		k = r.sortSuccesses(k, n, before)
	}
	s.layOut(k)
}

// report returns where the blocks of the distortion and of the risk rolls of the
// segment begin.
func (r *Reader) report() (distortions, risks uint64) {
	c := r.tape.counter
	return c.State(rng.At(r.run, r.first, 1, 1)), c.State(rng.At(r.run, r.first, 1, 2))
}

// reached counts, without branches, the thresholds that the upper roll of a block
// has reached.
func reached(thresholds []uint64, block uint64) (count int) {
	for _, t := range thresholds {
		count += int((t - 1 - block>>32) >> 63)
	}
	return count
}

// sortSuccesses appends, after the k that were found, the operations that
// succeed and are reported as failures, and returns how many were found then.
func (r *Reader) sortSuccesses(k int, n int64, state rng.LCG32) int {
	s, t := r.sorter, &r.tape.thresholds
	reports, risks := r.report()
	fails := r.tape.counter.State(rng.At(r.run, r.first, 1, 0))
	for i := range uint64(n) {
		start := state
		fail := state.Next()
		if r.tape.stream == rng.CounterV1 {
			fail = rng.High(rng.Mix64(fails + i*rng.Gamma))
		}
		if uint64(fail) < t.Fail {
			state = state*m3 + c3 // class, retry and repair
			continue
		}
		state = state*m2 + c2
		if rng.Mix64(reports+i*rng.Gamma)>>32 < t.SuccessAsFailure {
			risk := len(t.Risk) - reached(t.Risk[:], rng.Mix64(risks+i*rng.Gamma))
			s.found[k] = Failure(i<<32 | uint64(start))
			s.kinds[k] = s.number[noClass][SuccessAsFailure][risk]
			k++
		}
	}
	return k
}

// layOut sorts the n that were found by kind, each kind in order.
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
